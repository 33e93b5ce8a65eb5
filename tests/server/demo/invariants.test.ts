import { expect, test } from 'vitest'
import { cancelBooking } from '#contract/bookings/endpoints'
import { startPayment } from '#contract/payments/endpoints'
import { answerCharterRequests } from '#demo/bidding'
import { demo } from '#demo/index'
import { moveParcels } from '#demo/moving'
import { sql } from '#server/db/sql'
import { checkInvariants, countViolations, type Invariant } from '#tests/load/invariants/invariants'
import { anInvoice, makeIssuers } from '#tests/support/makers/invoices'
import { aDemoPerson } from '#tests/support/makers/people'
import { aHoldOfPerson, aWallet } from '#tests/support/makers/wallets'
import { aHeldBooking, aPaymentWorld, aTripToPayFor } from '#tests/support/worlds/payments'

const world = await aPaymentWorld({ country: true })
const { db, deps, server, doJobs, start, press } = world
const host = { ...deps, payables: server.host.payables }
await demo.seed(db, host)

async function violations(): Promise<Record<string, string[]>> {
  const found = Object.entries(await checkInvariants(db)).filter(([, { count }]) => count > 0)
  return Object.fromEntries(found.map(([name, { which }]) => [name, which]))
}

test('a fresh demo country breaks no invariant', async () => {
  expect(await doJobs()).toEqual([])
  expect(await violations()).toEqual({})
})

/** Counts the bookings whose tickets are to be sent, or were. */
async function countTicketMessages(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name = 'ticket.send'`.execute(db)
  return rows[0]?.count ?? 0
}

test('nor does one in which people buy, send, hire and pay', async () => {
  const promised = await countTicketMessages()
  const trip_id = await aTripToPayFor(db, 40)
  for (let seat = 1; seat <= 6; seat += 1) {
    const held = await aHeldBooking(db, trip_id, [seat])
    const { data } = await start(held, seat % 2 === 0 ? 'paystack' : 'flutterwave', 'transfer')
    await press(data, 'sent')
  }
  const owner = await aWallet(server, 5_000_000)
  const mine = await aHoldOfPerson(db, owner, 30_000, { trip_id, seat: 20 })
  const wallet = { purpose: 'booking', reference: mine.reference, provider: 'wallet' } as const
  expect((await server.call(startPayment, wallet, { as: owner.as })).status).toBe(200)
  const { operator } = await makeIssuers(server)
  const bill = await anInvoice(server, { operator })
  const invoice = { purpose: 'invoice', reference: bill.reference, provider: 'paystack' } as const
  const paying = await server.call(startPayment, { ...invoice, channel: 'transfer' }, owner)
  await press(paying.data, 'sent')
  await moveParcels(host, { watched: 0, alone: 0 })
  await answerCharterRequests(host)
  expect(await doJobs()).toEqual([])
  const ada = await aDemoPerson(server, 0)
  const { rows } = await sql<{ reference: string }>`
    select reference from booking where status = 'confirmed' and user_id is not null and trip_id <> ${trip_id}
    order by id limit 1`.execute(db)
  const reference = rows[0]?.reference ?? ''
  await server.call(cancelBooking, { reference, refund_to: 'wallet' }, { as: ada })
  expect(await doJobs()).toEqual([])

  expect(await violations()).toEqual({})
  expect((await countTicketMessages()) - promised).toBe(7)
  const { rows: done } = await sql<{ invoices: number; parcels: number }>`
    select (select count(*)::int from payable where kind = 'invoice') as invoices,
      (select count(*)::int from pgboss.job where name = 'parcel.tell' and data ->> 'kind' = 'paid') as parcels`.execute(
    db,
  )
  expect(done[0]?.invoices).toBeGreaterThan(0)
  expect(done[0]?.parcels).toBeGreaterThan(0)
})

const mailed: Invariant[] = [
  'ticket mail not promised exactly once',
  'ticket mail never sent',
  'news of a paid parcel not promised exactly once',
]

test('what is sold without its ticket mail is still found there', async () => {
  const undone = new Error('undone')
  const harmed = db.transaction(async (tx) => {
    await sql`delete from pgboss.job where name in ('ticket.send', 'parcel.tell')`.execute(tx)
    await sql`delete from sandbox.letter`.execute(tx)
    for (const name of mailed)
      expect([name, (await countViolations(tx, name)) > 0]).toEqual([name, true])
    throw undone
  })
  await expect(harmed).rejects.toBe(undone)
})
