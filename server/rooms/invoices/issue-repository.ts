import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** An invoice before it is stored. The database gives it a number. */
export interface NewInvoice {
  id: string
  reference: string
  operator_id: string | null
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
  key_id: string | null
  member_id: string | null
  staff_key_id: string | null
}

export interface NewInvoiceLine {
  position: number
  label: string
  quantity: number
  unit_kobo: number
  vat_bp: number
}

export interface NewInvoicePart {
  id: string
  position: number
  reference: string
  amount_kobo: number
  vat_kobo: number
  fee_kobo: number
  fee_vat_kobo: number
  due_on: string
  kind: string
  thing_id: string
}

/**
 * Stores an invoice. Parts for payables of other rooms that are already paid are stored as paid. The check
 * `invoice_adds_up` (at commit) refuses wrong sums; `operator_invoices_a_day` refuses an invoice beyond an operator's
 * limits.
 */
export async function insertInvoice(
  db: Db,
  it: NewInvoice,
  lines: readonly NewInvoiceLine[],
  parts: readonly NewInvoicePart[],
): Promise<void> {
  await sql`insert into invoice (id, reference, operator_id, person_id, customer_name, company, tin, address, email, phone,
      title, notes, net_kobo, vat_kobo, key_id, member_id, staff_key_id, series, year, number)
    values (${it.id}, ${it.reference}, ${it.operator_id}, ${it.person_id}, ${it.customer_name}, ${it.company}, ${it.tin},
      ${it.address}, ${it.email}, ${it.phone}, ${it.title}, ${it.notes}, ${it.net_kobo}::bigint, ${it.vat_kobo}::bigint,
      ${it.key_id}, ${it.member_id}, ${it.staff_key_id}, '', 0, 0)`.execute(db)
  await sql`insert into invoice_line (invoice_id, position, label, quantity, unit_kobo, vat_bp)
    select ${it.id}::uuid, l.position, l.label, l.quantity, l.unit_kobo, l.vat_bp
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      l (position int, label text, quantity int, unit_kobo bigint, vat_bp int)`.execute(db)
  await sql`insert into invoice_part (id, invoice_id, position, reference, amount_kobo, vat_kobo, fee_kobo, fee_vat_kobo,
      due_on, kind, thing_id)
    select p.id, ${it.id}::uuid, p.position, p.reference, p.amount_kobo, p.vat_kobo, p.fee_kobo, p.fee_vat_kobo,
      p.due_on, p.kind, p.thing_id
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) p (id uuid, position int, reference text, amount_kobo bigint,
      vat_kobo bigint, fee_kobo bigint, fee_vat_kobo bigint, due_on date, kind text, thing_id uuid)`.execute(
    db,
  )
  await sql`update invoice_part p set state = 'paid', paid_at = y.settled_at, payable_id = p.thing_id
    from payment y where p.invoice_id = ${it.id} and p.kind <> 'invoice' and y.payable_id = p.thing_id
      and y.outcome in ('confirmed', 'confirmed_other_seats')`.execute(db)
}

/** Locks the parts of an invoice, as paying does, until the transaction ends. */
export async function lockInvoiceParts(tx: Db, id: string): Promise<void> {
  await sql`select from invoice_part where invoice_id = ${id}::uuid order by position for update`.execute(
    tx,
  )
}

/** Cancels an invoice. Returns its paid parts that are not for payables of other rooms; the caller must refund them. */
export async function voidInvoice(
  db: Db,
  id: string,
  by: 'operator' | 'staff' | 'room',
  reason: string,
): Promise<{ id: string; amount_kobo: number }[]> {
  const { rows } = await sql<{ id: string; amount_kobo: number }>`
    select * from void_invoice(${id}::uuid, ${by}, ${reason})`.execute(db)
  return rows
}

/** Returns the valid invoice about a payable of another room. */
export async function findLinkedInvoice(
  db: Db,
  payable_id: string,
): Promise<{ id: string; reference: string } | undefined> {
  const { rows } = await sql<{ id: string; reference: string }>`
    select i.id, i.reference from invoice i join invoice_part p on p.invoice_id = i.id
    where p.thing_id = ${payable_id}::uuid and p.kind <> 'invoice' and i.voided_at is null limit 1`.execute(
    db,
  )
  return rows[0]
}

/** Makes the open invoice part about a payable of another room due on another day, and its reminders due again. */
export async function moveLinkedPart(db: Db, payable_id: string, due_on: string): Promise<void> {
  await sql`
    update invoice_part set due_on = ${due_on}::date, reminded_at = null, overdue_told_at = null
    where thing_id = ${payable_id}::uuid and kind <> 'invoice' and state = 'open'`.execute(db)
}
