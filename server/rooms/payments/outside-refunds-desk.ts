import type { Input, ListAnswer, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type * as endpoints from '#contract/payments/endpoints'
import type { Context } from '#server/context'
import { describePayables } from '#server/platform/payable'
import { findPageOfOutsideRefunds, markOutsideRefundSeen } from './outside-refund-repository.ts'

/** Returns refunds that companies made without our order and that nobody has looked at, newest first. */
export async function listOutsideRefunds(
  ctx: Context,
  { page, per_page }: Input<typeof endpoints.listOutsideRefunds>,
): Promise<ListAnswer<typeof endpoints.listOutsideRefunds>> {
  const range = { limit: per_page, offset: (page - 1) * per_page }
  const { refunds, total } = await findPageOfOutsideRefunds(ctx.db, range)
  const described = await describePayables(ctx, refunds)
  const data = refunds.map(({ payable_id, payer, found_at, ...refund }) => {
    const payable = described.get(payable_id)
    return {
      ...refund,
      who: payer ?? payable?.who ?? null,
      reference: payable?.number ?? refund.reference,
      about: payable?.about ?? null,
      found_at: found_at.toISOString(),
    }
  })
  return { data, meta: { page, per_page, total } }
}

/**
 * Removes a refund from the list of `listOutsideRefunds`. Throws `not_found`, which may mean that somebody else did it
 * before.
 */
export async function closeOutsideRefund(
  ctx: Context,
  { id }: Input<typeof endpoints.closeOutsideRefund>,
): Promise<Output<typeof endpoints.closeOutsideRefund>> {
  if (await markOutsideRefundSeen(ctx.db, id)) return { id }
  throw makeRefusal('not_found', { detail: 'Somebody has looked at this already.' })
}
