import { homeZone } from '#contract/product'
import type { Wallet, WalletMonth, WalletTransaction } from '#contract/wallet/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/**
 * A movement of money in a wallet, with the data of its description. Amounts are in kobo; `amount_kobo` is negative for
 * money that leaves the wallet.
 */
export interface WalletEntry {
  id: string
  number: number
  kind: WalletTransaction['kind']
  amount_kobo: number
  balance_kobo: number
  created_at: Date
  /** The payable's id, kind and reference; null for a movement without a payable. */
  payable_id: string | null
  thing_kind: string | null
  thing: string | null
  /** The reference of the payment or top-up; null for other movements. */
  payment: string | null
  /** The reference of the movement in the ledger. */
  ref: string
  provider: string | null
  channel: string | null
}

/** SQL with `a`, the person's wallet account, and `e`, its entries. */
const entries = sql`
  select t.id, e.number, t.code as kind, e.amount_kobo, e.balance_kobo, e.created_at, t.ref, t.payable_id,
    y.kind as thing_kind, y.reference as thing, p.reference as payment, p.provider, p.channel
  from account a
  join wallet_entry e on e.account_id = a.id
  join transfer t on t.id = e.transfer_id
  left join payment p on t.code in ('top_up', 'payment') and p.reference = substr(t.ref, length('charge:') + 1)
  left join payable y on y.id = t.payable_id`

const isWalletOf = (person_id: string) =>
  sql`a.kind = 'wallet' and a.owner = ${person_id} and a.currency = 'NGN'`

/** Returns a person's wallet, and creates it if it is missing. `balance_kobo` does not include held money. */
export async function findWallet(
  db: Db,
  person_id: string,
): Promise<Omit<Wallet, 'balance' | 'can_top_up'>> {
  const { rows } = await sql<Omit<Wallet, 'balance' | 'can_top_up'>>`
    select a.id, a.currency, a.credits_kobo - a.debits_kobo - a.held_kobo as balance_kobo, a.held_kobo,
      (select coalesce(sum(h.amount_kobo), 0)::bigint from wallet_hold h join payment p on p.id = h.payment_id
        where h.account_id = a.id and p.status = 'succeeded') as disputed_kobo,
      exists (select from wallet_pin where person_id = ${person_id}::uuid) as has_pin
    from account a where ${isWalletOf(person_id)}`.execute(db)
  if (rows[0] !== undefined) return rows[0]
  await sql`select account_of('wallet', ${person_id}, false)`.execute(db)
  return findWallet(db, person_id)
}

/**
 * Returns one page of a person's movements, newest first, and how many there are on all pages; without a page, all of
 * them.
 */
export async function findWalletEntries(
  db: Db,
  person_id: string,
  { limit, offset }: { limit: number | null; offset: number } = { limit: null, offset: 0 },
): Promise<{ rows: WalletEntry[]; total: number }> {
  const counted = await sql<{ total: number }>`
    select a.entries as total from account a where ${isWalletOf(person_id)}`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  if (total <= offset) return { rows: [], total }
  const { rows } = await sql<WalletEntry>`${entries}
    where ${isWalletOf(person_id)} and e.number <= ${total}::int - ${offset}::int
    order by e.number desc limit ${limit}::int`.execute(db)
  return { rows, total }
}

/** Returns one movement of a person's wallet; undefined for another person's. */
export async function findWalletEntry(
  db: Db,
  person_id: string,
  id: string,
): Promise<WalletEntry | undefined> {
  const { rows } = await sql<WalletEntry>`${entries}
    where ${isWalletOf(person_id)} and e.transfer_id = ${id}::uuid`.execute(db)
  return rows[0]
}

/**
 * Returns the movements of a person's wallet from one day to another, both included, in the home zone, the oldest
 * first.
 */
export async function findEntriesBetween(
  db: Db,
  person_id: string,
  from: string,
  until: string,
): Promise<WalletEntry[]> {
  const { rows } = await sql<WalletEntry>`${entries}
    where ${isWalletOf(person_id)} and e.created_at >= ${from}::date::timestamp at time zone ${homeZone}
      and e.created_at < (${until}::date + 1)::timestamp at time zone ${homeZone}
    order by e.number`.execute(db)
  return rows
}

/** Returns a person's balance at the start of a day in the home zone, kobo. */
export async function findBalanceBefore(db: Db, person_id: string, day: string): Promise<number> {
  const { rows } = await sql<{ balance_kobo: number }>`
    select e.balance_kobo from account a join wallet_entry e on e.account_id = a.id
    where ${isWalletOf(person_id)} and e.created_at < ${day}::date::timestamp at time zone ${homeZone}
    order by e.number desc limit 1`.execute(db)
  return rows[0]?.balance_kobo ?? 0
}

/** Returns money in and out of a person's wallet in the last six months, oldest first. */
export async function findWalletMonths(db: Db, person_id: string): Promise<WalletMonth[]> {
  const { rows } = await sql<WalletMonth>`
    with month as (
      select m from generate_series(date_trunc('month', now() at time zone ${homeZone}) - interval '5 months',
        date_trunc('month', now() at time zone ${homeZone}), interval '1 month') m
    ), moved as (
      select date_trunc('month', e.created_at at time zone ${homeZone}) as m,
        sum(greatest(e.amount_kobo, 0)) as in_kobo, sum(greatest(-e.amount_kobo, 0)) as out_kobo
      from account a join wallet_entry e on e.account_id = a.id
      where ${isWalletOf(person_id)} and e.created_at >= (select min(m) from month) at time zone ${homeZone}
      group by 1
    )
    select to_char(m, 'YYYY-MM') as month, coalesce(in_kobo, 0)::bigint as in_kobo, coalesce(out_kobo, 0)::bigint as out_kobo
    from month left join moved using (m) order by m`.execute(db)
  return rows
}

/** Credits a reward to a person's wallet, once per `ref`. Returns the new balance, kobo. */
export async function insertReward(
  db: Db,
  person_id: string,
  amount_kobo: number,
  ref: string,
): Promise<number> {
  await sql`select post_transfer(${`reward:${ref}`}, ${`reward:${ref}`}, account_of('promo_expense', ''),
    account_of('wallet', ${person_id}, false), ${amount_kobo}::bigint, 'reward')`.execute(db)
  return (await findWallet(db, person_id)).balance_kobo
}
