import { invoicePartReference } from '#contract/invoices/model'
import type { Actor } from '#server/context'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type {
  PayableDescription,
  LedgerFault,
  Payable,
  RefundContact,
  AmountDue,
} from '#server/platform/payable'

/** How many minutes an attempt lasts. The part itself waits for days. */
const attemptMinutes = 31

/**
 * Returns the part of an invoice with this reference; for the reference of a whole invoice, its next open part. Anyone
 * with the link may pay it; the payment company gets a name only if the payer is the customer. `lock` prevents changes.
 */
export async function findInvoicePartToPay(
  db: Db,
  written: string,
  actor: Actor,
  { lock = false } = {},
): Promise<AmountDue | undefined> {
  // Payments accept references of every kind, so references of other kinds arrive here, too.
  if (!invoicePartReference.safeParse(written).success) return undefined
  const [reference = '', number] = written.split('-')
  const user_id = actor.kind === 'user' ? actor.user_id : null
  const { rows } = await sql<AmountDue & { thing_kind: Payable['kind'] }>`
    select p.thing_id as id, p.reference, p.amount_kobo as total_kobo, p.kind as thing_kind,
      case when ${number ?? null}::int is null
        then jsonb_build_object('field', 'reference', 'name', p.reference, 'is_first', p.position = 1, 'whole', i.reference)
        end as part,
      case when i.person_id = ${user_id}::uuid then i.customer_name end as name,
      case when i.person_id = ${user_id}::uuid then i.email end as email,
      case when i.person_id = ${user_id}::uuid then i.phone end as phone,
      case when p.state = 'paid' then 'already_paid' when p.state <> 'open' then 'invoice_closed'
        when exists (select from invoice_part e where e.invoice_id = i.id and e.position < p.position and e.state = 'open')
          then 'invoice_order' end as refusal,
      ${attemptMinutes}::float8 as card_minutes, ${attemptMinutes}::float8 as longest_minutes
    from invoice i join invoice_part p on p.invoice_id = i.id
    where i.reference = ${reference} and (${number ?? null}::int is null or p.position = ${number ?? null}::int)
    order by p.state = 'open' desc, p.position limit 1`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { thing_kind, ...thing } = row
  if (thing_kind !== 'invoice') return { ...thing, kind: thing_kind }
  // Read the part again after waiting for the lock.
  if (!lock) return thing
  await sql`select from invoice_part where id = ${thing.id} for update`.execute(db)
  const now = await findInvoicePartToPay(db, thing.reference, actor)
  return now && { ...now, part: thing.part }
}

/**
 * Selects whether the invoice part of the payable `y` still waits for money. No owner is checked: the payment's
 * reference begins with its invoice's reference, and anyone who knows that may open and pay the invoice.
 */
export const selectInvoicePartAwaitsPayment = () => sql<{ is_waiting: boolean }>`
  select bool_or(part.state = 'open') as is_waiting from invoice_part part
  where part.thing_id = y.id and starts_with(p.reference, part.reference || '-') having count(*) > 0`

/** Returns the names of invoices on statements, by the ids of their parts. */
export async function describeInvoiceParts(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, PayableDescription>> {
  const { rows } = await sql<{ id: string } & PayableDescription>`
    select p.id, i.series || '-' || i.year || '-' || lpad(i.number::text, 6, '0') as number,
      coalesce(o.name || ', ', '') || i.title as about, i.customer_name as who
    from invoice_part p join invoice i on i.id = p.invoice_id left join operator o on o.id = i.operator_id
    where p.id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...described }) => [id, described]))
}

/**
 * Returns the contact who is informed of a refund for a part: its payer, at their verified email address and phone
 * number.
 */
export async function findInvoiceRefundContact(
  db: Db,
  id: string,
  payer_id: string | null,
): Promise<RefundContact | undefined> {
  const { rows } = await sql<RefundContact>`
    select i.series || '-' || i.year || '-' || lpad(i.number::text, 6, '0') as reference, p.amount_kobo as total_kobo,
      case when payer.phone_verified_at is not null then payer.phone end as phone,
      case when payer.email_verified_at is not null then payer.email end as email
    from invoice_part p join invoice i on i.id = p.invoice_id left join person payer on payer.id = ${payer_id}::uuid
    where p.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Returns violated invariants of invoices' money and numbers, each with its name; at most 100. */
export async function findInvoiceFaults(db: Db): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    with over as (
      select payment_id, sum(amount_kobo) as kobo from refund where reason = 'paid_over' group by payment_id
    ), bought as (
      select y.payable_id, sum(y.paid_kobo - coalesce(over.kobo, 0)) as kobo
      from payment y left join over on over.payment_id = y.id where y.outcome = 'confirmed' group by y.payable_id
    ), named as (
      select i.*, i.series || '-' || i.year || '-' || i.number as called from invoice i
    )
    select 'numbers of invoices have a gap' as fault, series || '-' || year as detail
    from invoice_number n where last <> (select count(*) from invoice i where (i.series, i.year) = (n.series, n.year))
    union all
    select 'what a part of an invoice paid differs from its payments', i.called || ' ' || p.position
    from invoice_part p join named i on i.id = p.invoice_id left join bought on bought.payable_id = p.id
    where p.kind = 'invoice'
      and coalesce(bought.kobo, 0) <> case when p.state in ('paid', 'refunded') then p.amount_kobo else 0 end
    union all
    select 'an invoice that was taken back keeps money', i.called || ' ' || p.position
    from invoice_part p join named i on i.id = p.invoice_id
    where p.kind = 'invoice' and (i.voided_at is not null and p.state in ('open', 'paid') or p.state = 'refunded' and
      p.amount_kobo <> (select coalesce(sum(r.amount_kobo), 0) from refund r
        where r.payable_id = p.id and r.reason = 'operator_cancelled'))
    union all
    select 'money is set aside for what is over', i.called
    from wallet_hold h join invoice_part p on p.id = h.payable_id join named i on i.id = p.invoice_id where p.state <> 'open'
    union all
    select 'an invoice does not add up', i.called from named i
    where i.total_kobo <> (select coalesce(sum(amount_kobo), 0) from invoice_part p where p.invoice_id = i.id)
      or i.net_kobo <> (select coalesce(sum(l.net_kobo), 0) from invoice_line l where l.invoice_id = i.id)
      or i.vat_kobo <> (select coalesce(sum(l.vat_kobo), 0) from invoice_line l where l.invoice_id = i.id)
    union all
    select 'an operator gave more back in a day than it may', operator_id::text
    from (select i.operator_id, sum(p.amount_kobo) over (partition by i.operator_id
        order by i.voided_at range between interval '24 hours' preceding and current row) as kobo
      from invoice i join invoice_part p on p.invoice_id = i.id
      where i.voided_by = 'operator' and p.state = 'refunded') given
    group by operator_id having max(kobo) > 100000000
    union all
    select 'an operator asked for more in a day than it may', operator_id::text
    from (select operator_id, sum(total_kobo) over day as kobo, count(*) over day as many
      from invoice where num_nonnulls(key_id, member_id) > 0
      window day as (partition by operator_id order by issued_at range between interval '24 hours' preceding and current row)) asked
    group by operator_id having max(kobo) > 5000000000 or max(many) > 200
    limit 100`.execute(db)
  return rows
}
