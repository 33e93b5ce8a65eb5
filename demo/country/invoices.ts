import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { DemoContext } from './rows.ts'

/** An invoice in the demo country. `paid`: the number of paid parts. */
export interface DemoInvoice {
  operator: string | null
  /** Index of the demo person. */
  to: 0 | 1
  company?: { company: string; tin: string }
  title: string
  lines: readonly {
    label: string
    quantity: number
    unit_naira: number
    vat: 'standard' | 'exempt'
  }[]
  issued: number
  /** When each part is due, in days from today. Parts are equal, and the last one also has the remainder. */
  due: readonly number[]
  paid: number
  voided?: string
  notes?: string
}

const eze = { company: 'Eze Foods Ltd', tin: '2041877350001' }

/** Invoices in every possible state. */
export const demoInvoices: readonly DemoInvoice[] = [
  {
    operator: 'harmattan-lines',
    to: 0,
    company: eze,
    title: 'Staff bus Surulere to Ikeja, November',
    lines: [
      { label: 'Hiace with driver, a day', quantity: 4, unit_naira: 65_000, vat: 'standard' },
      { label: 'Toll', quantity: 8, unit_naira: 500, vat: 'exempt' },
    ],
    issued: -2,
    due: [6],
    paid: 0,
    notes: 'The bus waits at Ojuelegba under the bridge from 6:15.',
  },
  {
    operator: 'harmattan-lines',
    to: 0,
    title: 'School trip to Badagry, 38 pupils',
    lines: [
      { label: 'Coaster with driver', quantity: 1, unit_naira: 180_000, vat: 'standard' },
      { label: 'Waiting, an hour', quantity: 3, unit_naira: 5_000, vat: 'standard' },
    ],
    issued: -12,
    due: [-8, 4, 11],
    paid: 1,
  },
  {
    operator: null,
    to: 0,
    title: 'Poster at Jibowu motor park, October',
    lines: [{ label: 'Poster A1, a month', quantity: 1, unit_naira: 18_000, vat: 'standard' }],
    issued: -40,
    due: [-10],
    paid: 0,
  },
  {
    operator: 'harmattan-lines',
    to: 0,
    company: eze,
    title: 'Wedding guests to Abeokuta and back',
    lines: [
      { label: 'Coach, 59 seats, a day', quantity: 1, unit_naira: 420_000, vat: 'standard' },
      { label: 'Fuel', quantity: 1, unit_naira: 61_500, vat: 'exempt' },
    ],
    issued: -30,
    due: [-27, -22],
    paid: 2,
  },
  {
    operator: 'harmattan-lines',
    to: 0,
    title: 'Bus for the choir, Sunday',
    lines: [{ label: 'Hiace with driver', quantity: 1, unit_naira: 45_000, vat: 'standard' }],
    issued: -9,
    due: [-3],
    paid: 0,
    voided: 'The choir sings in the parish now.',
  },
  {
    operator: 'harmattan-lines',
    to: 0,
    title: 'Airport transfer, flight cancelled',
    lines: [{ label: 'Sienna to the airport', quantity: 1, unit_naira: 28_000, vat: 'standard' }],
    issued: -6,
    due: [-4],
    paid: 1,
    voided: 'Your flight was cancelled, so the car did not go.',
  },
  {
    operator: null,
    to: 1,
    title: 'Market stand at the Kaduna Kawo park',
    lines: [{ label: 'Stand, a week', quantity: 2, unit_naira: 7_500, vat: 'standard' }],
    issued: -20,
    due: [-13],
    paid: 1,
  },
]

/**
 * Claims the right to write the invoices, once. Returns undefined if they exist already, or if there are no demo
 * people.
 */
export async function claimInvoices(
  db: Db,
): Promise<Pick<DemoContext, 'seed' | 'today'> | undefined> {
  const { rows } = await sql<Pick<DemoContext, 'seed' | 'today'>>`
    insert into installed (name) select 'demo invoices' from installed where name = 'demo histories'
    on conflict do nothing
    returning to_char(lagos_today(), 'YYYY-MM-DD') as today,
      (select (detail ->> 'seed_number')::int from installed where name = 'demo country') as seed`.execute(
    db,
  )
  return rows[0]
}

/** Returns the id of an operator, and of the key that it calls with. */
export async function findIssuer(
  db: Db,
  code: string,
): Promise<{ operator_id: string; key_id: string }> {
  const { rows } = await sql<{ operator_id: string; key_id: string }>`
    select o.id as operator_id, k.id as key_id from operator o join operator_key k on k.operator_id = o.id
    where o.code = ${code} order by k.id limit 1`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`${code} has no key`)
  return row
}

/** Returns the parts of an invoice in their order. */
export async function findInvoiceParts(
  db: Db,
  invoice_id: string,
): Promise<{ id: string; amount_kobo: number }[]> {
  const { rows } = await sql<{ id: string; amount_kobo: number }>`
    select id, amount_kobo from invoice_part where invoice_id = ${invoice_id} order by position`.execute(
    db,
  )
  return rows
}
