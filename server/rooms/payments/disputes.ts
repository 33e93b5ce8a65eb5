import type { Input, ListAnswer } from '#contract/endpoint'
import { makeFieldRefusal, makeRefusal } from '#contract/errors'
import type * as endpoints from '#contract/payments/endpoints'
import type { StaffDispute } from '#contract/payments/model'
import { evidenceProviders, providerNames } from '#contract/payments/rules'
import type { Context, Deps } from '#server/context'
import { enqueue } from '#server/jobs/queue'
import { refuseOwnCase } from '#server/platform/actor'
import { describePayables } from '#server/platform/payable'
import { reencodePhoto } from '#server/platform/photos'
import { logSecurityEvent } from '#server/platform/security-events'
import {
  type DisputeRow,
  findDispute,
  findPageOfDisputes,
  findUnsentAnswer,
  recordAnswerOutcome,
  recordDispute,
  isDisputeOf,
  saveDisputeAnswer,
} from './dispute-repository.ts'
import type { CompanyCharge } from './outside-refund-repository.ts'
import { ProviderRefusal } from './provider.ts'
import { findProvider } from './providers.ts'

/**
 * Asks the company about the disputes of a charge, and records them. While a dispute is open, its sum is not refunded.
 * A lost dispute counts as money that the company gave back. Logs each dispute that is new or has changed.
 */
export async function recheckDisputes(
  deps: Deps,
  charge: Omit<CompanyCharge, 'paid_kobo'>,
): Promise<void> {
  const provider = findProvider(deps.config, charge.provider)
  for (const dispute of await provider.listDisputes(charge.provider_id)) {
    const id = await recordDispute(deps.db, charge.id, dispute)
    if (id === undefined) continue
    const { state, amount_kobo, due_at } = dispute
    logSecurityEvent(deps.log, {
      actor: 'system',
      action: 'money.dispute',
      object: `dispute:${id}`,
      outcome: state === 'open' ? 'needs_person' : state,
      amount_kobo,
    })
    if (state === 'open') deps.log.error({ dispute_id: id, due_at }, 'a payment is disputed')
  }
}

/** Returns disputes: open ones first, sorted by due date, then decided ones, the latest decision first. */
export async function listDisputes(
  ctx: Context,
  { page, per_page }: Input<typeof endpoints.listDisputes>,
): Promise<ListAnswer<typeof endpoints.listDisputes>> {
  const range = { limit: per_page, offset: (page - 1) * per_page }
  const { disputes, total } = await findPageOfDisputes(ctx.db, range)
  return { data: await describe(ctx, disputes), meta: { page, per_page, total } }
}

/** Re-encodes the evidence of an answer, which removes the camera's data. Throws as `reencodePhoto` does. */
export async function encodeDisputeEvidence(
  ctx: Context,
  { evidence }: Input<typeof endpoints.answerDispute>,
): Promise<Buffer | null> {
  return evidence === undefined ? null : reencodePhoto(ctx, evidence, 'evidence')
}

/**
 * Stores our answer to an open dispute, which a job sends to the company with its evidence. Throws `not_found`, which
 * may mean that somebody answered before, `not_allowed` for a dispute about the caller's own payment, and
 * `invalid_input` for evidence that the company takes only in its dashboard.
 */
export async function answerDispute(
  ctx: Context,
  { id, answer, message }: Input<typeof endpoints.answerDispute>,
  evidence: Buffer | null,
): Promise<StaffDispute> {
  await refuseOwnCase(
    ctx.actor,
    (user_id) => isDisputeOf(ctx.db, id, user_id),
    'This dispute is about your own payment. Somebody else answers it.',
  )
  if (!(await saveDisputeAnswer(ctx.db, id, { answer, message, evidence })))
    throw makeRefusal('not_found', { detail: 'This dispute is decided, or somebody answered it.' })
  await enqueue(ctx.db, 'dispute.answer', { dispute_id: id }, { key: id })
  const found = await findDispute(ctx.db, id)
  if (found !== undefined && evidence !== null && !evidenceProviders.includes(found.provider))
    throw makeFieldRefusal<keyof Input<typeof endpoints.answerDispute>>(
      'evidence',
      `${providerNames[found.provider]} takes no photo here. Upload it in its dashboard.`,
    )
  const [dispute] = await describe(ctx, found === undefined ? [] : [found])
  if (dispute === undefined) throw new Error(`dispute ${id} was lost`)
  return dispute
}

/**
 * Sends our answer to the company. If the company refuses the answer, asks about the dispute, since an earlier try may
 * have arrived. Our staff may answer again only if the company still waits for an answer. Repeatable.
 */
export async function sendDisputeAnswer(deps: Deps, id: string): Promise<void> {
  const unsent = await findUnsentAnswer(deps.db, id)
  if (unsent === undefined) return
  const provider = findProvider(deps.config, unsent.provider)
  try {
    await provider.answerDispute(unsent)
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    const listed = await provider.listDisputes(unsent.charge_provider_id)
    const known = listed.find(({ provider_id }) => provider_id === unsent.provider_id)
    if (known === undefined) throw error
    if (known.is_unanswered) {
      deps.log.error({ err: error, dispute_id: id }, 'an answer to a dispute was refused')
      return recordAnswerOutcome(deps.db, id, false)
    }
  }
  await recordAnswerOutcome(deps.db, id, true)
}

async function describe(ctx: Context, disputes: readonly DisputeRow[]): Promise<StaffDispute[]> {
  const described = await describePayables(ctx, disputes)
  return disputes.map(({ payable_id, payer, due_at, opened_at, ...dispute }) => {
    const payable = described.get(payable_id)
    return {
      ...dispute,
      who: payer ?? payable?.who ?? null,
      reference: payable?.number ?? dispute.reference,
      about: payable?.about ?? null,
      due_at: due_at?.toISOString() ?? null,
      opened_at: opened_at.toISOString(),
    }
  })
}
