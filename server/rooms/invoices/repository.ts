import type { Invoice, InvoicePart } from '#contract/invoices/model'
import type { Db } from '#server/db/client'
import { updateInSteps } from '#server/db/in-steps'
import { type Sql, sql } from '#server/db/sql'

/** An invoice with all its details. Amounts are in kobo, days `YYYY-MM-DD`. */
export interface InvoiceRow {
  id: string
  reference: string
  series: string
  year: number
  number: number
  operator_id: string | null
  operator: { name: string; code: string } | null
  person_id: string | null
  customer_name: string
  company: string | null
  tin: string | null
  address: string | null
  email: string | null
  phone: string | null
  title: string
  notes: string | null
  net_kobo: number
  vat_kobo: number
  total_kobo: number
  /** The sum that was paid and not refunded. */
  paid_kobo: number
  issued_at: Date
  voided_at: Date | null
  void_reason: string | null
  state: Invoice['state']
  lines: Invoice['lines']
  parts: InvoicePart[]
  refunds: Invoice['refunds']
  /** Whether its money belongs to payables of other rooms. */
  is_paper: boolean
}

const some = (condition: Sql) =>
  sql`exists (select from invoice_part p where p.invoice_id = i.id and ${condition})`

const stateOf = sql<Invoice['state']>`case when i.voided_at is not null then 'void'
  when not ${some(sql`p.state = 'open'`)} then 'paid'
  when ${some(sql`p.state = 'open' and p.due_on < lagos_today()`)} then 'overdue'
  when ${some(sql`p.state = 'paid'`)} then 'part_paid' else 'open' end`

/** When the next part is due; null if nothing is to be paid. */
const dueOn = sql`case when i.voided_at is null then
  (select min(p.due_on) from invoice_part p where p.invoice_id = i.id and p.state = 'open') end`

/** SQL for refunds of an invoice's price. Refunds of money that was paid twice or too late are not included. */
const isGivenBack = sql`r.payable_id = p.thing_id and r.reason in ('cancelled', 'operator_cancelled')`

const invoiceColumns = sql`
  select i.*, ${stateOf} as state,
    (select json_build_object('name', o.name, 'code', o.code) from operator o where o.id = i.operator_id) as operator,
    (select json_agg(json_build_object('label', l.label, 'quantity', l.quantity, 'unit_kobo', l.unit_kobo,
      'net_kobo', l.net_kobo, 'vat_percent', l.vat_bp / 100.0, 'vat_kobo', l.vat_kobo) order by l.position)
      from invoice_line l where l.invoice_id = i.id) as lines,
    (select json_agg(json_build_object('number', p.position, 'reference', p.reference, 'amount_kobo', p.amount_kobo,
      'due_on', to_char(p.due_on, 'YYYY-MM-DD'), 'is_overdue', p.state = 'open' and p.due_on < lagos_today(),
      'state', p.state, 'paid_at', p.paid_at) order by p.position)
      from invoice_part p where p.invoice_id = i.id) as parts,
    (select coalesce(sum(p.amount_kobo
        - coalesce((select sum(r.amount_kobo) from refund r where ${isGivenBack}), 0)), 0)::bigint
      from invoice_part p where p.invoice_id = i.id and p.state = 'paid') as paid_kobo,
    (select coalesce(json_agg(json_build_object('amount_kobo', r.amount_kobo, 'to', r.destination, 'state', r.state,
      'at', r.requested_at) order by r.requested_at), '[]')
      from refund r join invoice_part p on ${isGivenBack} where p.invoice_id = i.id) as refunds,
    ${some(sql`p.kind <> 'invoice'`)} as is_paper
  from invoice i`

export async function findInvoiceByReference(
  db: Db,
  reference: string,
): Promise<InvoiceRow | undefined> {
  const { rows } =
    await sql<InvoiceRow>`${invoiceColumns} where i.reference = ${reference}`.execute(db)
  return rows[0]
}

/** Returns an invoice by its id, optionally only of one operator. */
export async function findInvoiceById(
  db: Db,
  id: string,
  operator_id?: string,
): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`${invoiceColumns} where i.id = ${id}
    and (${operator_id ?? null}::uuid is null or i.operator_id = ${operator_id ?? null}::uuid)`.execute(
    db,
  )
  return rows[0]
}

interface InvoiceFilter {
  operator_id?: string
  person_id?: string
  state?: Invoice['state'] | undefined
  page: number
  per_page: number
}

/**
 * Returns a page of invoices, and how many there are on all pages. A person's are sorted by due date, then newest
 * first; all others newest first.
 */
export async function findPageOfInvoices(
  db: Db,
  { operator_id, person_id, state, page, per_page }: InvoiceFilter,
): Promise<{ rows: InvoiceRow[]; total: number }> {
  const which = sql`(${operator_id ?? null}::uuid is null or i.operator_id = ${operator_id ?? null}::uuid)
    and (${person_id ?? null}::uuid is null or i.person_id = ${person_id ?? null}::uuid)
    and (${state ?? null}::text is null or ${stateOf} = ${state ?? null})`
  const { rows } = await sql<InvoiceRow>`${invoiceColumns} where ${which}
    order by ${person_id === undefined ? sql`null::date` : dueOn} nulls last, i.issued_at desc, i.id desc limit ${per_page} offset ${(page - 1) * per_page}`.execute(
    db,
  )
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from invoice i where ${which}`.execute(db)
  return { rows, total: counted.rows[0]?.n ?? 0 }
}

/** Returns all invoices made out to a person, oldest first. */
export async function findInvoicesOfPerson(db: Db, person_id: string): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    ${invoiceColumns} where i.person_id = ${person_id}::uuid order by i.issued_at`.execute(db)
  return rows
}

/**
 * Returns the id of the person who has verified this email address, otherwise this phone number; null if nobody has.
 */
export async function findVerifiedPersonId(
  db: Db,
  { email, phone }: { email?: string | undefined; phone?: string | undefined },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from person where erased_at is null
      and (email_verified_at is not null and lower(email) = lower(${email ?? null})
        or phone_verified_at is not null and phone = ${phone ?? null})
    order by (lower(email) = lower(${email ?? null})) is true desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Deletes the customer's personal data in a person's invoices. Numbers, sums and companies stay, as the law requires.
 */
export async function deleteInvoiceCustomer(
  tx: Db,
  person_id: string,
  name: string,
): Promise<void> {
  await sql`update invoice set customer_name = ${name}, address = null, email = null, phone = null, person_id = null
    where person_id = ${person_id}::uuid`.execute(tx)
}

/** Deletes the email addresses and phone numbers of invoices that were paid or cancelled 30 days ago. */
export async function deleteInvoiceContacts(db: Db): Promise<void> {
  const isOver = sql`(email is not null or phone is not null) and issued_at < now() - interval '30 days'
    and (voided_at < now() - interval '30 days' or not exists (
      select from invoice_part p where p.invoice_id = invoice.id
        and (p.state = 'open' or p.paid_at > now() - interval '30 days')))`
  await updateInSteps(db, 'invoice', sql`email = null, phone = null`, isOver)
}

/** Selects the ids and references of a person's invoices. */
export const selectInvoiceSubjects = (person_id: string) => sql`
  select unnest(array[id::text, reference]) from invoice where person_id = ${person_id}::uuid`
