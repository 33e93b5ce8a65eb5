import { randomBytes } from 'node:crypto'
import type { ProviderName } from '#contract/payments/rules'
import { type Db, inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'

export type Company = ProviderName
export type ChargeChannel = 'card' | 'transfer' | 'ussd'

/**
 * A transaction of a stand-in, with amounts in kobo. A `pending` transaction counts as successful from `settles_at`.
 */
export interface Charge {
  id: number
  provider: Company
  reference: string
  access_code: string
  amount_kobo: number
  currency: string
  email: string
  return_to: string
  channels: ChargeChannel[]
  status: 'open' | 'pending' | 'success' | 'failed' | 'abandoned'
  channel: ChargeChannel | null
  paid_kobo: number
  /** The first six and the last four digits of the card that paid. */
  card: string | null
  message: string
  account_number: string
  account_until: Date
  /** Whether the company has refunded the whole payment without our request. */
  is_reversed: boolean
  /**
   * The amount in naira that the API reports, with a rounding error in its decimals; null to report the exact amount.
   */
  said_amount: number | null
}

/** A refund at a stand-in, with its amount in kobo. */
export interface Refund {
  id: number
  charge_id: number
  amount_kobo: number
  note: string
  status: string
  /** The dispute that caused the refund; null without one. */
  dispute_id: number | null
}

const charges = sql`
  select id, provider, reference, access_code, amount_kobo, currency, email, return_to, channels, channel, paid_kobo,
    card, message, account_number, is_reversed, said_amount, created_at + interval '30 minutes' as account_until,
    case when status = 'pending' and settles_at <= clock_timestamp() then 'success' else status end as status
  from sandbox.charge`

/**
 * Opens a transaction, at the checkout or for one method (`direct`). Returns its id; undefined if its reference is
 * taken.
 */
export async function insertCharge(
  db: Db,
  made: Pick<
    Charge,
    | 'provider'
    | 'reference'
    | 'access_code'
    | 'amount_kobo'
    | 'currency'
    | 'email'
    | 'return_to'
    | 'channels'
  > & { direct?: ChargeChannel },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into sandbox.charge
      (provider, reference, access_code, amount_kobo, currency, email, return_to, channels, account_number, channel, status)
    values (${made.provider}, ${made.reference}, ${made.access_code}, ${made.amount_kobo}::bigint, ${made.currency},
      ${made.email}, ${made.return_to}, ${made.channels}::text[], '90' || lpad(floor(random() * 100000000)::text, 8, '0'),
      ${made.direct ?? null}, ${made.direct === undefined ? 'open' : 'pending'})
    on conflict (provider, reference) where not is_second do nothing returning id`.execute(db)
  return rows[0]?.id
}

/**
 * The bank name of the accounts for transfers. It shows the path of the page on which people pay into these accounts.
 */
export const testBankName = 'Demo: /sandbox/bank'

export const findDialCode = ({ id }: Charge) => `*737*000*${id}#`

/** Opens a transaction that waits for a transfer or a dialled code. Returns undefined if its reference is taken. */
export async function insertDirectCharge(
  db: Db,
  made: Pick<Charge, 'provider' | 'reference' | 'amount_kobo' | 'currency' | 'email'>,
  direct: ChargeChannel,
): Promise<Charge | undefined> {
  const access_code = randomBytes(12).toString('hex')
  const way = { channels: [direct], return_to: '', access_code, direct }
  const id = await insertCharge(db, { ...made, ...way })
  return id === undefined ? undefined : findCharge(db, made.provider, { access_code })
}

/**
 * Returns a transaction by its id, its reference or the code of its checkout page. Of several with one reference,
 * returns the newest, as Flutterwave does.
 */
export async function findCharge(
  db: Db,
  provider: Company,
  by: { reference: string } | { id: string } | { access_code: string },
): Promise<Charge | undefined> {
  const [[column, value]] = Object.entries(by) as [[string, string]]
  const { rows } = await sql<Charge>`
    ${charges} where provider = ${provider} and ${sql.ref(column)}::text = ${value}
    order by id desc limit 1`.execute(db)
  return rows[0]
}

/**
 * Returns one page (the first is 1) of the transactions that succeeded since a moment, and how many pages there are.
 */
export async function findPageOfCharges(
  db: Db,
  provider: Company,
  { since, page, per_page }: { since: Date; page: number; per_page: number },
): Promise<{ charges: Charge[]; pages: number }> {
  const found = sql`provider = ${provider} and status = 'success' and created_at >= ${since}`
  const { rows } = await sql<Charge>`
    ${charges} where ${found} order by id desc limit ${per_page} offset ${(page - 1) * per_page}`.execute(
    db,
  )
  const { rows: counted } = await sql<{ pages: number }>`
    select ceil(count(*) / ${per_page}::float8)::int as pages from sandbox.charge where ${found}`.execute(
    db,
  )
  return { charges: rows, pages: counted[0]?.pages ?? 0 }
}

/**
 * Returns the newest transaction for a transfer or a dialled code, paid or not, with this account number or this id
 * (which its USSD code contains).
 */
export async function findDirectCharge(db: Db, number: string): Promise<Charge | undefined> {
  const { rows } = await sql<Charge>`
    ${charges} where return_to = '' and ${number} in (account_number, id::text)
    order by id desc limit 1`.execute(db)
  return rows[0]
}

/** Returns the 30 newest transactions for a transfer or a dialled code, paid ones too. */
export async function listDirectCharges(db: Db): Promise<Charge[]> {
  const { rows } = await sql<Charge>`
    ${charges} where return_to = '' order by id desc limit 30`.execute(db)
  return rows
}

/**
 * Stores what a person did at the checkout, unless the transaction has succeeded. `after_minutes`: how long after the
 * end of the account the money arrives.
 */
export async function changeCharge(
  db: Db,
  id: number,
  change: Pick<Charge, 'status' | 'channel' | 'paid_kobo' | 'message'> & {
    after_minutes?: number
    card?: string
  },
): Promise<void> {
  const { status, channel, paid_kobo, message, after_minutes, card } = change
  await sql`
    update sandbox.charge set status = ${status}, channel = ${channel}, paid_kobo = ${paid_kobo}::bigint, message = ${message},
      card = ${card ?? null}, settles_at = case when ${after_minutes ?? null}::int is not null
        then created_at + (30 + ${after_minutes ?? 0}) * interval '1 minute' end
    where id = ${id} and status <> 'success'`.execute(db)
}

/** Opens a refund; undefined if it would exceed the payment. */
export async function insertRefund(
  db: Db,
  refund: Pick<Refund, 'charge_id' | 'amount_kobo' | 'note' | 'status'> &
    Partial<Pick<Refund, 'dispute_id'>>,
): Promise<Refund | undefined> {
  return inTransaction(db, async (tx) => {
    // This statement waits for the lock, so that the next one sees refunds that were made meanwhile.
    await sql`select from sandbox.charge where id = ${refund.charge_id} for update`.execute(tx)
    const { rows } = await sql<Refund>`
      insert into sandbox.refund (charge_id, amount_kobo, note, status, dispute_id)
      select id, ${refund.amount_kobo}::bigint, ${refund.note}, ${refund.status}, ${refund.dispute_id ?? null}::bigint
      from sandbox.charge charge
      where id = ${refund.charge_id} and paid_kobo >= ${refund.amount_kobo}::bigint + (
        select coalesce(sum(amount_kobo), 0) from sandbox.refund where charge_id = charge.id and status <> 'failed')
      returning id, charge_id, amount_kobo, note, status, dispute_id`.execute(tx)
    return rows[0]
  })
}

/** Charges a paid transaction once more, under the same reference and another id. Returns the second transaction. */
export async function chargeAgain(db: Db, { id, provider }: Charge): Promise<Charge | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into sandbox.charge (provider, reference, access_code, amount_kobo, currency, email, return_to, channels, status,
      channel, paid_kobo, card, message, account_number, is_second)
    select provider, reference, ${randomBytes(12).toString('hex')}, amount_kobo, currency, email, return_to, channels, status,
      channel, amount_kobo, card, message, account_number, true
    from sandbox.charge where id = ${id} returning id`.execute(db)
  return findCharge(db, provider, { id: String(rows[0]?.id) })
}

/** Marks a whole transaction as refunded by the company without a request of the merchant. */
export async function reverseCharge(db: Db, id: number): Promise<void> {
  await sql`update sandbox.charge set is_reversed = true where id = ${id} and status = 'success'`.execute(
    db,
  )
}

/**
 * Returns the refunds of a transaction, or of all (null), newest first. A pending one counts as processed a second
 * later.
 */
export async function listRefunds(db: Db, charge_id: number | null): Promise<Refund[]> {
  const { rows } = await sql<Refund>`
    select id, charge_id, amount_kobo, note, dispute_id,
      case when status = 'pending' and created_at < now() - interval '1 second' then 'processed' else status end as status
    from sandbox.refund where charge_id = coalesce(${charge_id}::bigint, charge_id) order by id desc`.execute(
    db,
  )
  return rows
}

/**
 * Returns the refunds that a company lists for a transaction: with the fault `list_all_refunds`, those of all
 * transactions.
 */
export async function listReportedRefunds(
  db: Db,
  { id, provider }: Pick<Charge, 'id' | 'provider'>,
): Promise<Refund[]> {
  return listRefunds(db, (await findFault(db, provider)) === 'list_all_refunds' ? null : id)
}

/**
 * Returns the fault that a payment company's stand-in has on purpose: `down`, `garbage`, `slow`, `refuse_charges`,
 * `refuse_refunds`, `fail_refunds`, `list_all_refunds` or `refuse_answers`; `well` if it has none.
 */
export async function findFault(db: Db, provider: Company): Promise<string> {
  const { rows } = await sql<{
    fault: string
  }>`select mood as fault from sandbox.mood where provider = ${provider}`.execute(db)
  return rows[0]?.fault ?? 'well'
}
