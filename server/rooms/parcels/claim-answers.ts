import {
  type answerClaim as answerClaimEndpoint,
  getOperatorClaimPhoto,
  getStaffClaimPhoto,
  type listOperatorClaims as listOperatorClaimsEndpoint,
  type listClaimsForStaff as listClaimsForStaffEndpoint,
  type recommendClaim as recommendClaimEndpoint,
  type settleClaim as settleClaimEndpoint,
} from '#contract/parcels/endpoints'
import { maxOperatorClaimKobo, maxOperatorClaimKoboPerDay } from '#contract/parcels/rules'
import type { OperatorClaim, StaffClaim } from '#contract/parcels/claims'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal, makeFieldRefusal } from '#contract/errors'
import { formatNaira } from '#contract/money'
import type { Context } from '#server/context'
import { violatesCheck } from '#server/db/client'
import { notifyOfParcel } from './news/index.ts'
import { refuseOwnCase } from '#server/platform/actor'
import { deskActorChecks } from '#server/rooms/operators'
import {
  type AnswerableClaim,
  saveClaimAnswer,
  findAllClaims,
  findOperatorClaims,
  lockClaim,
  saveRecommendation,
} from './answer-repository.ts'
import { toClaim } from './claims.ts'
import { payClaimOrRaiseAlarm } from './insurance.ts'
import { makeParcelPhotoPath } from './photo.ts'

/** Returns claims about parcels of the calling operator, open ones first. */
export async function listOperatorClaims(
  ctx: Context,
): Promise<Output<typeof listOperatorClaimsEndpoint>> {
  return (await findOperatorClaims(ctx.db, deskActorChecks.operator(ctx).operator_id)).map(
    ofOperator,
  )
}

/** Returns claims about parcels of all operators, those that wait for our staff first. */
export async function listClaimsForStaff(
  ctx: Context,
): Promise<Output<typeof listClaimsForStaffEndpoint>> {
  deskActorChecks.staff(ctx)
  return (await findAllClaims(ctx.db)).map(ofStaff)
}

/**
 * Stores an operator's answer to a small claim about a parcel without insurance, once. The operator bears the cost; an
 * amount of 0 refuses the claim. Throws `not_found`; `claim_answered`; `claim_for_staff` for a large claim, a claim
 * about an insured parcel, or a sum above the operator's daily limit; and `invalid_input` for more than was claimed or
 * covered.
 */
export async function answerClaim(
  ctx: Context,
  { id, pay_kobo, words }: Input<typeof answerClaimEndpoint>,
): Promise<Output<typeof answerClaimEndpoint>> {
  const { operator_id, ...who } = deskActorChecks.operator(ctx)
  const claim = await lockOpen(ctx, id, operator_id)
  if (answererOf(claim) === 'staff') throw makeRefusal('claim_for_staff')
  refuseTooMuch(claim, pay_kobo)
  await grant(ctx, { id, pay_kobo, words, by: 'operator', ...who })
  await payAndTell(ctx, claim, pay_kobo)
  return ofOperator(await readAnsweredClaim(ctx, id))
}

/**
 * Stores for our staff what the calling operator recommends to pay. Throws `not_found`, `claim_answered`,
 * `invalid_input`.
 */
export async function recommendClaim(
  ctx: Context,
  { id, pay_kobo, words }: Input<typeof recommendClaimEndpoint>,
): Promise<Output<typeof recommendClaimEndpoint>> {
  const { operator_id, ...who } = deskActorChecks.operator(ctx)
  refuseTooMuch(await lockOpen(ctx, id, operator_id), pay_kobo)
  await saveRecommendation(ctx.db, { id, pay_kobo, words, ...who })
  return ofOperator(await readAnsweredClaim(ctx, id))
}

/**
 * Stores our staff's answer to any claim, once; an amount of 0 refuses the claim. An accepted one is paid immediately,
 * or as soon as the insurance has the money. Throws `not_found`, `claim_answered`, and `invalid_input` for more than
 * was claimed or covered.
 */
export async function settleClaim(
  ctx: Context,
  { id, pay_kobo, words }: Input<typeof settleClaimEndpoint>,
): Promise<Output<typeof settleClaimEndpoint>> {
  const who = deskActorChecks.staff(ctx)
  const claim = await lockOpen(ctx, id)
  refuseTooMuch(claim, pay_kobo)
  await saveClaimAnswer(ctx.db, { id, pay_kobo, words, by: 'staff', ...who })
  await payAndTell(ctx, claim, pay_kobo)
  return ofStaff(await readAnsweredClaim(ctx, id))
}

/**
 * Stores an operator's answer. Throws `claim_for_staff` above the operator's daily limit, which the database checks
 * even under concurrent calls.
 */
async function grant({ db }: Context, it: Parameters<typeof saveClaimAnswer>[1]): Promise<void> {
  try {
    await saveClaimAnswer(db, it)
  } catch (error) {
    if (!violatesCheck(error, 'operator_claims_a_day')) throw error
    throw makeRefusal('claim_for_staff', {
      detail: `An operator can pay up to ${formatNaira(maxOperatorClaimKoboPerDay)} a day for claims. Recommend an answer to our staff, and they decide this one.`,
    })
  }
}

/** Returns who answers a claim: our staff if the parcel is insured or the sum is large, otherwise the operator. */
function answererOf({ is_insured, asked_kobo }: AnswerableClaim): OperatorClaim['answers'] {
  return is_insured || asked_kobo > maxOperatorClaimKobo ? 'staff' : 'operator'
}

/**
 * Locks an open claim and returns it. Nobody may answer a claim of their own. Throws `not_found`, `not_allowed`,
 * `claim_answered`.
 */
async function lockOpen(ctx: Context, id: string, operator_id?: string): Promise<AnswerableClaim> {
  const claim = await lockClaim(ctx.db, { id, operator_id })
  if (claim === undefined) throw makeRefusal('not_found')
  await refuseOwnCase(
    ctx.actor,
    (user_id) => user_id === claim.sender_id,
    'This is your own claim. Somebody else answers it.',
  )
  if (claim.state !== 'open') throw makeRefusal('claim_answered')
  return claim
}

function refuseTooMuch({ asked_kobo, cover_kobo }: AnswerableClaim, pay_kobo: number): void {
  if (pay_kobo > asked_kobo)
    throw makeFieldRefusal('pay_kobo', `The claim is for only ${formatNaira(asked_kobo)}.`)
  if (pay_kobo > cover_kobo)
    throw makeFieldRefusal('pay_kobo', `It is covered for ${formatNaira(cover_kobo)} at most.`)
}

async function payAndTell(ctx: Context, { id, parcel_id }: AnswerableClaim, pay_kobo: number) {
  if (pay_kobo > 0) await payClaimOrRaiseAlarm(ctx, id)
  await notifyOfParcel(ctx.db, parcel_id, 'claim_answered')
}

async function readAnsweredClaim(ctx: Context, id: string): Promise<AnswerableClaim> {
  const claim = await lockClaim(ctx.db, { id, operator_id: undefined })
  if (claim === undefined) throw new Error(`claim ${id} is gone`)
  return claim
}

function toOperatorClaim(row: AnswerableClaim, photoAt: (number: string) => string): OperatorClaim {
  const { sender_id: _, operator_id: __, operator: ___, received_at, ...rest } = row
  const { recommended_kobo, recommendation, recommended_at, ...claim } = rest
  const at = recommended_at?.toISOString()
  return {
    ...toClaim(claim, photoAt),
    waybill: row.waybill,
    from: row.from,
    to: row.to,
    contents: row.contents,
    declared_value_kobo: row.declared_value_kobo,
    cover_kobo: row.cover_kobo,
    is_insured: row.is_insured,
    answers: answererOf(row),
    received_at: received_at?.toISOString() ?? null,
    recommended:
      at === undefined
        ? null
        : { pay_kobo: recommended_kobo ?? 0, words: recommendation ?? '', at },
  }
}

const ofOperator = (row: AnswerableClaim): OperatorClaim =>
  toOperatorClaim(row, (number) =>
    makeParcelPhotoPath(getOperatorClaimPhoto, { id: row.id, number }),
  )

const ofStaff = (row: AnswerableClaim): StaffClaim => ({
  ...toOperatorClaim(row, (number) =>
    makeParcelPhotoPath(getStaffClaimPhoto, { id: row.id, number }),
  ),
  operator: row.operator,
})
