import type { Input, ListAnswer } from '#contract/endpoint'
import { refuse, refuseField } from '#contract/errors'
import type * as endpoints from '#contract/charters/endpoints'
import type { BookCharterInput, Charter, CharterPrice } from '#contract/charters/model'
import {
  balanceHours,
  charterHoldMinutes,
  mostUnpaidCharters,
  mostUnpaidOfNetwork,
} from '#contract/charters/rules'
import { normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import { type Db, isRefusedBy } from '#server/db/client'
import { newId, newReference } from '#server/platform/ids'
import { networkOfHolds } from '#server/platform/limits'
import { callerOf } from '#server/rooms/accounts'
import { mayPayDeposit, priceJourney } from '#server/rooms/charters/market'
import {
  type CharterRow,
  type NewCharter,
  type NewInstalment,
  findCharter,
  findMine,
  insertCharter,
  insertInstalments,
  lockCharter,
  pageOfPerson,
  partsOf,
  takeDays,
} from './trip-repository.ts'
import { hoursBefore, hoursUntil, instantOf } from '#server/rooms/charters/journey'
import { charterOf } from './view.ts'

/** The least hours between booking and start: the driver needs time. */
export const leastNoticeHours = 3

/**
 * Hires a vehicle directly; it is held for half an hour for its first payment. Throws `not_found`, `vehicle_taken`,
 * `price_changed`, `too_many_holds`, `network_busy`, and `invalid_input` by field.
 */
export async function bookCharter(ctx: Context, input: BookCharterInput): Promise<Charter> {
  const { db } = ctx
  const { user_id } = callerOf(ctx)
  const { vehicle, journey, price } = await priceJourney(db, input.vehicle_id, input)
  const starts_at = instantOf(journey.from, input.start_time)
  refuseTooSoon(starts_at, 'start_time')
  if (input.travellers > vehicle.seats)
    throw refuseField('travellers', `It has ${vehicle.seats} seats.`)
  refuseOtherPrice(price, input.total_kobo)
  const id = await hire(
    db,
    {
      id: newId(),
      reference: newReference(),
      person_id: user_id,
      vehicle_id: vehicle.id,
      operator_id: vehicle.operator_id,
      offer_id: null,
      kind: input.kind,
      occasion: input.occasion ?? null,
      stops: journey.stops,
      starts_at,
      from_day: journey.from,
      until_day: journey.until,
      km: journey.km,
      travellers: input.travellers,
      luggage: input.luggage || null,
      needs: input.needs || null,
      contact_name: input.contact.full_name,
      contact_phone: input.contact.phone,
      flight: null,
      offer_terms: null,
      price,
      pay_until: new Date(Date.now() + charterHoldMinutes * 60_000),
      network: networkToCount(ctx),
    },
    input.plan,
  )
  return charterOf(ctx, await findCharter(db, id), false)
}

/** Throws `invalid_input` for a start that is too soon. */
export function refuseTooSoon(starts_at: Date, field: string): void {
  if (hoursUntil(starts_at, new Date()) < leastNoticeHours)
    throw refuseField(field, `Choose a time at least ${leastNoticeHours} hours from now.`)
}

/** Throws `price_changed` if another price was shown. */
export function refuseOtherPrice({ total_kobo }: CharterPrice, shown_kobo: number): void {
  if (total_kobo !== shown_kobo) throw refuse('price_changed')
}

/**
 * Stores a charter with its instalments and claims its days, in the caller's transaction; returns its id. Throws
 * `vehicle_taken`, `too_many_holds`, `network_busy`, and `invalid_input` for a deposit if all is due.
 */
export async function hire(
  db: Db,
  it: NewCharter,
  plan: BookCharterInput['plan'],
): Promise<string> {
  if (plan === 'deposit' && !mayPayDeposit(it.starts_at))
    throw refuseField('plan', 'It starts soon, so you pay the full price now.')
  try {
    await insertCharter(db, it)
  } catch (error) {
    if (isRefusedBy(error, 'unpaid_charters_of_network'))
      throw refuse('network_busy', { detail: networkWords, retry_after: 60 })
    if (!isRefusedBy(error, 'unpaid_charters')) throw error
    const detail = `You already have ${mostUnpaidCharters} unpaid vehicles on hold. Pay or cancel one first.`
    throw refuse('too_many_holds', { detail })
  }
  await insertInstalments(db, instalmentsOf(it, plan))
  if (!(await takeDays(db, it.id))) throw refuse('vehicle_taken')
  return it.id
}

const networkWords = `${mostUnpaidOfNetwork} vehicles are already held unpaid from your network. Verify your phone number under Profile, then book again, or use another network.`

/** The caller's network, if networks are limited. */
export const networkToCount = (ctx: Context): string | null =>
  ctx.config.rate_limit_factor < 1000 ? networkOfHolds(ctx) : null

/** Fee and VAT of a deposit are its share; the balance has the rest, so that no kobo is lost. */
function instalmentsOf(it: NewCharter, plan: BookCharterInput['plan']): NewInstalment[] {
  const { fee_kobo, vat_kobo } = partsOf(it.price)
  const { total_kobo, deposit_kobo } = it.price
  const whole = { charter_id: it.id, fee_kobo, vat_kobo }
  if (plan === 'all')
    return [
      {
        ...whole,
        id: newId(),
        number: 1,
        kind: 'all',
        amount_kobo: total_kobo,
        due_at: it.pay_until,
      },
    ]
  const shareOf = (kobo: number) => Math.round((kobo * deposit_kobo) / total_kobo)
  const deposit = {
    ...whole,
    id: newId(),
    number: 1,
    kind: 'deposit' as const,
    amount_kobo: deposit_kobo,
    fee_kobo: shareOf(fee_kobo),
    vat_kobo: shareOf(vat_kobo),
    due_at: it.pay_until,
  }
  const balance = {
    ...whole,
    id: newId(),
    number: 2,
    kind: 'balance' as const,
    amount_kobo: total_kobo - deposit_kobo,
    fee_kobo: fee_kobo - deposit.fee_kobo,
    vat_kobo: vat_kobo - deposit.vat_kobo,
    due_at: hoursBefore(it.starts_at, balanceHours),
  }
  return [deposit, balance]
}

/** One page of the user's charters. */
export async function listCharters(
  ctx: Context,
  { state, page, per_page }: Input<typeof endpoints.listCharters>,
): Promise<ListAnswer<typeof endpoints.listCharters>> {
  const { rows, total } = await pageOfPerson(ctx.db, callerOf(ctx).user_id, {
    state,
    limit: per_page,
    offset: (page - 1) * per_page,
  })
  return { data: rows.map((row) => charterOf(ctx, row)), meta: { page, per_page, total } }
}

/** A charter of the user's, or `not_found`. */
export async function getCharter(
  ctx: Context,
  { reference }: Input<typeof endpoints.getCharter>,
): Promise<Charter> {
  return charterOf(ctx, await ownCharter(ctx, reference))
}

/** A charter of the user. Throws `not_found`. */
export async function ownCharter(ctx: Context, reference: string): Promise<CharterRow> {
  const row = await findMine(ctx.db, callerOf(ctx).user_id, normaliseReference(reference))
  if (row === undefined) throw refuse('not_found')
  return row
}

/** The same, locked until the transaction ends. */
export async function lockOwnCharter(ctx: Context, reference: string): Promise<CharterRow> {
  const { id } = await ownCharter(ctx, reference)
  await lockCharter(ctx.db, normaliseReference(reference))
  return findCharter(ctx.db, id)
}
