import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** Returns the balance of a person's wallet, kobo. */
export async function findWalletBalance(db: Db, person_id: string): Promise<number> {
  const { rows } = await sql<{ kobo: number }>`
    select coalesce(sum(credits_kobo - debits_kobo), 0)::bigint as kobo from account
    where kind = 'wallet' and owner = ${person_id}`.execute(db)
  return rows[0]?.kobo ?? 0
}

/** Returns whether a payment from a person's wallet is in progress. */
export async function hasPendingWalletPayment(tx: Db, person_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from account where kind = 'wallet' and owner = ${person_id} and held_kobo > 0`.execute(
    tx,
  )
  return rows.length > 0
}

/** Moves the rest of a person's wallet to the platform's account, once. */
export async function forfeitBalance(tx: Db, person_id: string): Promise<void> {
  const ref = `given_up:${person_id}`
  await sql`
    select post_transfer(${ref}, ${ref}, id, account_of('given_up', ''), credits_kobo - debits_kobo, 'given_up')
    from account where kind = 'wallet' and owner = ${person_id} and credits_kobo > debits_kobo`.execute(
    tx,
  )
}

export async function deleteWalletPin(tx: Db, person_id: string): Promise<void> {
  await sql`delete from wallet_pin where person_id = ${person_id}`.execute(tx)
}
