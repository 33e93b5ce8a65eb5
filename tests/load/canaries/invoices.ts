import { type Db, inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import * as invoices from '#server/rooms/invoices'
import { runConcurrently } from './concurrently.ts'
import {
  type SqlCharter,
  deposit_kobo,
  makeCharterPaymentArrive,
  aCharter,
  openCharterPayment,
} from '#tests/load/sales/charters'
import type { invoiceQueries } from '#tests/load/invariants/invoices'
import { aPerson } from '#tests/load/sales/wallets'
import { aTrip } from '#tests/support/makers/trips'

interface InvoiceGuardMutation {
  guard: string
  detectedBy: keyof typeof invoiceQueries
  removeGuardSql: string
  attack: (db: Db) => Promise<unknown>
}

/** Ignores errors: they mean that the guard works. */
const refused = (work: Promise<unknown>) => work.catch(() => undefined)

/** Issues the invoice of a charter's deposit; returns its id. */
export async function issueInvoice(tx: Db, { deposit }: SqlCharter): Promise<string> {
  const line = { label: 'Deposit', quantity: 1, unit_kobo: deposit_kobo, vat: 'exempt' as const }
  const about = { kind: 'charter' as const, id: deposit }
  const due_on = new Date().toISOString().slice(0, 10)
  const { id } = await invoices.issueInvoice(tx, {
    operator_id: null,
    person_id: null,
    customer: { name: 'Ada Obi' },
    title: 'Deposit',
    lines: [line],
    parts: [{ amount_kobo: deposit_kobo, due_on, about }],
  })
  return id
}

/** Adds a line to an invoice without adding to its parts. */
async function addLine(db: Db): Promise<void> {
  const made = await aCharter(db)
  await refused(
    inTransaction(db, async (tx) => {
      const id = await issueInvoice(tx, made)
      await sql`insert into invoice_line (invoice_id, position, label, quantity, unit_kobo, vat_bp)
        values (${id}, 2, 'One more', 1, 100, 0)`.execute(tx)
    }),
  )
}

/** Tries to delete an issued invoice, which must be refused. */
async function tearUp(db: Db): Promise<void> {
  const made = await aCharter(db)
  const id = await inTransaction(db, (tx) => issueInvoice(tx, made))
  await refused(
    inTransaction(db, async (tx) => {
      for (const table of ['invoice_part', 'invoice_line'])
        await sql`delete from ${sql.ref(table)} where invoice_id = ${id}`.execute(tx)
      await sql`delete from invoice where id = ${id}`.execute(tx)
    }),
  )
}

/** Tries to issue a second invoice for a deposit, which must be refused. */
async function askTwice(db: Db): Promise<void> {
  const made = await aCharter(db)
  await inTransaction(db, (tx) => issueInvoice(tx, made))
  await refused(inTransaction(db, (tx) => issueInvoice(tx, made)))
}

/** Pays a deposit that is on an invoice. */
async function payOnPaper(db: Db): Promise<void> {
  const made = await aCharter(db)
  await inTransaction(db, (tx) => issueInvoice(tx, made))
  await makeCharterPaymentArrive(db, await openCharterPayment(db, made))
}

/** A person with nine alerts makes two more at the same time. */
async function watchAtOnce(db: Db): Promise<void> {
  await aTrip(db)
  const person = await aPerson(db, 0)
  const watch = (ahead: number) => (tx: Db) =>
    sql`
      insert into route_alert (id, person_id, kind, from_city_id, to_city_id, first_day, last_day, ways)
      select ${makeId()}::uuid, ${person}::uuid, 'first_departure', min(id), max(id), lagos_today() + ${ahead}::int,
        lagos_today() + ${ahead}::int, '{push}' from city`.execute(tx)
  for (let ahead = 1; ahead <= 9; ahead += 1) await watch(ahead)(db)
  await runConcurrently(db, watch(10), watch(11))
}

/** Changes a departure's vehicle again while the previous change is still open. */
async function changeTwice(db: Db): Promise<void> {
  const { trip_id } = await aTrip(db)
  const change = () =>
    sql`
      insert into vehicle_change (id, trip_id, from_vehicle, to_vehicle, worth_percent)
      select ${makeId()}::uuid, ${trip_id}::uuid, min(code), max(code), 100 from vehicle_type`.execute(
      db,
    )
  await change()
  await refused(change())
}

export const invoiceGuardMutations: readonly InvoiceGuardMutation[] = [
  {
    guard: 'invoice: adds up',
    detectedBy: 'invoice that is not the sum of its lines, or of its parts',
    removeGuardSql: `drop trigger adds_up on invoice; drop trigger adds_up on invoice_line; drop trigger adds_up on invoice_part`,
    attack: addLine,
  },
  {
    guard: 'invoice: is never torn up',
    detectedBy: 'numbers of invoices with a gap',
    removeGuardSql: `drop trigger final on invoice; drop trigger final on invoice_line; drop trigger goes_on on invoice_part`,
    attack: tearUp,
  },
  {
    guard: 'invoice_part: one live paper a thing',
    detectedBy: 'two live papers of one thing',
    removeGuardSql: 'drop index invoice_part_thing',
    attack: askTwice,
  },
  {
    guard: 'payment: the paper of its thing follows',
    detectedBy: 'paper of a paid thing that is not paid, or the other way round',
    removeGuardSql: 'drop trigger invoice_follows on payment',
    attack: payOnPaper,
  },
  {
    guard: 'route_alert: roads are counted one by one',
    detectedBy: 'roads that one person watches above ten',
    removeGuardSql: `do $$ begin execute regexp_replace(pg_get_functiondef('limit_alerts'::regproc),
      'perform pg_advisory_xact_lock[^;]*;', '', 'g'); end $$`,
    attack: watchAtOnce,
  },
  {
    guard: 'vehicle_change: one at a time',
    detectedBy: 'two vehicles on their way to one departure',
    removeGuardSql: 'drop index vehicle_change_open',
    attack: changeTwice,
  },
]
