import type { Input } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type * as endpoints from '#contract/charters/trips/endpoints'
import type { Charter, CharterCancellationPreview } from '#contract/charters/trips/model'
import {
  airportCancellationTiers,
  type CancellationTier,
  findCharterTierAt,
  charterCancellationTiers,
} from '#contract/charters/trips/rules'
import { allocateByWeight } from '#contract/money'
import type { Context } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { requestRefund } from '#server/rooms/payments'
import { isCharterPaidFromWallet } from './change-repository.ts'
import { type CharterRow, closeCharter, findCharter } from './trip-repository.ts'
import { voidCharterInvoice } from './charter-payable.ts'
import { notifyCharterOperator } from './trip-news.ts'
import { lockOwnCharter, requireOwnCharter } from './trips.ts'
import { subtractHours, countHours } from '#server/rooms/charters/journey'
import { toCharter, mayCancelCharter } from './view.ts'

/** Returns the refund for cancelling one of the user's charters now. Throws `not_found` and `cancellation_closed`. */
export async function previewCharterCancellation(
  ctx: Context,
  { reference }: Input<typeof endpoints.previewCharterCancellation>,
): Promise<CharterCancellationPreview> {
  const row = await requireOwnCharter(ctx, reference)
  if (!mayCancelCharter(row)) throw closed()
  const paid_from_wallet = await isCharterPaidFromWallet(ctx.db, row.id)
  return { ...cancellationOf(row), paid_from_wallet }
}

const closed = () =>
  makeRefusal('cancellation_closed', {
    detail: 'This charter can no longer be cancelled. Call the operator.',
  })

/** Returns the tier that applies now, or the one stored at a change of the flight if its fee is higher. */
export function findCharterCancellationTier({
  kind,
  starts_at,
  server_time,
  flight,
}: CharterRow): CancellationTier {
  const now = findCharterTierAt(kind, countHours(starts_at, server_time))
  const held = airportCancellationTiers.find(({ code }) => code === flight?.tier)
  return held !== undefined && held.fee_percent > now.fee_percent ? held : now
}

/**
 * Returns the refund and the fee of the tier that applies. The fee is a share of the price, but never more than was
 * paid.
 */
function cancellationOf(row: CharterRow): Omit<CharterCancellationPreview, 'paid_from_wallet'> {
  const { kind, starts_at, price, paid_kobo } = row
  const tiers = kind === 'airport' ? airportCancellationTiers : charterCancellationTiers
  const tier = findCharterCancellationTier(row)
  const fee_kobo = Math.min(paid_kobo, Math.ceil((price.total_kobo * tier.fee_percent) / 100))
  return {
    paid_kobo,
    fee_kobo,
    refund_kobo: paid_kobo - fee_kobo,
    tier: tier.code,
    sentence: tier.sentence,
    tiers: tiers.map(({ code, fee_percent, sentence }) => ({ code, fee_percent, sentence })),
    valid_until:
      tier.from_hours === 0 ? null : subtractHours(starts_at, tier.from_hours).toISOString(),
  }
}

/**
 * Cancels a charter of the user at the previewed terms. Throws `not_found`, `cancellation_closed`, and
 * `price_changed` if another tier applies now.
 */
export async function cancelCharter(
  ctx: Context,
  { reference, refund_kobo, refund_to }: Input<typeof endpoints.cancelCharter>,
): Promise<Charter> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockOwnCharter({ ...ctx, db: tx }, reference)
    if (!mayCancelCharter(row)) throw closed()
    const now = cancellationOf(row)
    if (now.refund_kobo !== refund_kobo) throw makeRefusal('price_changed')
    await endCharterWithRefund(tx, row, 'cancelled', refund_to)
    if (row.paid_kobo > 0) await notifyCharterOperator(tx, row.id, 'cancelled')
    return toCharter(ctx, await findCharter(tx, row.id), false)
  })
}

/**
 * Ends a charter and refunds what its tier allows, or everything if the operator failed to carry it out. The caller
 * holds the row lock of the charter. The refund is divided among the instalments in proportion to what was paid for
 * each, exact to the kobo.
 */
export async function endCharterWithRefund(
  tx: Db,
  row: CharterRow,
  state: 'cancelled' | 'lapsed' | 'operator_cancelled',
  destination: 'wallet' | 'source',
): Promise<void> {
  const isTheirFault = state === 'operator_cancelled'
  const back_kobo = isTheirFault ? row.paid_kobo : cancellationOf(row).refund_kobo
  await closeCharter(tx, row.id, state)
  await voidCharterInvoice(
    tx,
    row,
    isTheirFault ? 'The operator could not provide the vehicle.' : 'The charter was cancelled.',
  )
  const paid = row.instalments.filter(({ paid_kobo }) => paid_kobo > 0)
  const parts = allocateByWeight(
    back_kobo,
    paid.map(({ paid_kobo }) => paid_kobo),
  )
  for (const [index, { id }] of paid.entries()) {
    const amount_kobo = parts[index] ?? 0
    if (amount_kobo === 0) continue
    await requestRefund(tx, {
      payable_id: id,
      amount_kobo,
      reason: isTheirFault ? 'operator_cancelled' : 'cancelled',
      destination,
      effect: `cancel:${id}`,
    })
  }
}
