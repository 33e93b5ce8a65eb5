import type { Input, ListAnswer, Output } from '#contract/endpoint'
import type {
  listWalletMonths as listMonthsEndpoint,
  listWalletTransactions as listEndpoint,
} from '#contract/wallet/endpoints'
import type { Wallet, WalletTransaction } from '#contract/wallet/model'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { requireUser } from '#server/rooms/accounts'
import { findWalletEntries, findWalletMonths, findWallet, insertReward } from './repository.ts'
import { toTransactions } from './transactions.ts'

/** Returns the caller's wallet. Money for a payment in progress is held, and is not in the balance. */
export async function getWalletBalance(ctx: Context): Promise<Wallet> {
  const wallet = await findWallet(ctx.db, requireUser(ctx).user_id)
  return { ...wallet, balance: wallet.balance_kobo / 100, can_top_up: ctx.config.wallet_topup }
}

/** Returns one page of the caller's movements, newest first. */
export async function listWalletTransactions(
  ctx: Context,
  { page, per_page }: Input<typeof listEndpoint>,
): Promise<ListAnswer<typeof listEndpoint>> {
  const at = { limit: per_page, offset: (page - 1) * per_page }
  const { rows, total } = await findWalletEntries(ctx.db, requireUser(ctx).user_id, at)
  return { data: await toTransactions(ctx, rows), meta: { page, per_page, total } }
}

/** Returns money in and out of the caller's wallet by month, for six months. */
export function listWalletMonths(ctx: Context): Promise<Output<typeof listMonthsEndpoint>> {
  return findWalletMonths(ctx.db, requireUser(ctx).user_id)
}

/** Returns all movements of a person's wallet, the newest first, for their export. */
export async function exportTransactions(
  ctx: Context,
  person_id: string,
): Promise<WalletTransaction[]> {
  return toTransactions(ctx, (await findWalletEntries(ctx.db, person_id)).rows)
}

/**
 * Credits a reward to a person's wallet, in the caller's transaction. A repeated `ref` does nothing. Returns the new
 * balance, kobo.
 */
export function creditReward(
  tx: Db,
  reward: { person_id: string; amount_kobo: number; ref: string },
): Promise<number> {
  return insertReward(tx, reward.person_id, reward.amount_kobo, reward.ref)
}
