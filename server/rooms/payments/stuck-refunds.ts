import type { Input, ListAnswer } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type * as endpoints from '#contract/payments/endpoints'
import type { StaffRefund } from '#contract/payments/model'
import type { Context } from '#server/context'
import { enqueue } from '#server/jobs/queue'
import { describePayables } from '#server/platform/payable'
import {
  lockStuckRefund,
  findPageOfStuckRefunds,
  makeRefundDue,
  type StuckRefund,
} from './stuck-refund-repository.ts'

/** Returns refunds that need a person, the newest first. */
export async function listRefundsForStaff(
  ctx: Context,
  { page, per_page }: Input<typeof endpoints.listRefundsForStaff>,
): Promise<ListAnswer<typeof endpoints.listRefundsForStaff>> {
  const range = { limit: per_page, offset: (page - 1) * per_page }
  const { refunds, total } = await findPageOfStuckRefunds(ctx.db, range)
  return { data: await toStaffRefunds(ctx, refunds), meta: { page, per_page, total } }
}

/**
 * Retries a refund that needs a person. Throws `not_found`, which may mean that somebody else did it before,
 * and `wallet_needs_account` if the money came from the wallet of an account that was erased.
 */
export async function retryRefund(
  ctx: Context,
  { id }: Input<typeof endpoints.retryRefund>,
): Promise<StaffRefund> {
  const stuck = await requireLockedRefund(ctx, id)
  refuseErasedWallet(stuck)
  return takeUp(ctx, stuck, { to_wallet: false })
}

/**
 * Sends a refund that needs a person to the payer's wallet. A job moves the money, after the payment company has
 * confirmed that it does not have the refund. Throws `not_found`, which may mean that somebody else did it before, and
 * `wallet_needs_account`.
 */
export async function sendRefundToWallet(
  ctx: Context,
  { id }: Input<typeof endpoints.sendRefundToWallet>,
): Promise<StaffRefund> {
  const stuck = await requireLockedRefund(ctx, id)
  refuseErasedWallet(stuck)
  if (!stuck.has_account)
    throw makeRefusal('wallet_needs_account', {
      detail: 'No account paid this, so there is no wallet for it. Try it again instead.',
    })
  return takeUp(ctx, stuck, { to_wallet: true })
}

async function requireLockedRefund(ctx: Context, id: string): Promise<StuckRefund> {
  const stuck = await lockStuckRefund(ctx.db, id)
  if (stuck !== undefined) return stuck
  throw makeRefusal('not_found', {
    detail: 'This refund needs nobody any more. Somebody took it up, or its company finished it.',
  })
}

/** Refuses wallet money whose account was erased, which no company and no wallet can get. */
function refuseErasedWallet({ provider }: StuckRefund): void {
  if (provider === 'wallet')
    throw makeRefusal('wallet_needs_account', {
      detail:
        'The account whose wallet paid this was erased. The money stays here until its owner asks for it.',
    })
}

async function takeUp(
  ctx: Context,
  stuck: StuckRefund,
  way: { to_wallet: boolean },
): Promise<StaffRefund> {
  await makeRefundDue(ctx.db, stuck.id, way)
  await enqueue(ctx.db, 'refund.submit', { refund_id: stuck.id }, { key: stuck.id })
  const [refund] = await toStaffRefunds(ctx, [{ ...stuck, state: 'failed', since: null }])
  if (refund === undefined) throw new Error(`refund ${stuck.id} was lost`)
  return refund
}

async function toStaffRefunds(
  ctx: Context,
  refunds: readonly StuckRefund[],
): Promise<StaffRefund[]> {
  const described = await describePayables(ctx, refunds)
  return refunds.map(({ payable_id, payer, requested_at, since, ...refund }) => {
    const thing = described.get(payable_id)
    return {
      ...refund,
      who: payer ?? thing?.who ?? null,
      reference: thing?.number ?? refund.reference,
      about: thing?.about ?? null,
      requested_at: requested_at.toISOString(),
      since: since?.toISOString() ?? null,
    }
  })
}
