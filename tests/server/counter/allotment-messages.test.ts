import { expect, test } from 'vitest'
import { sellAllottedSeats } from '#contract/counter/endpoints'
import { sql } from '#server/db/sql'
import { anAllotment, anAllottedSale, aShift } from '#tests/support/makers/counter'
import { aMember } from '#tests/support/makers/members'
import { aTrip } from '#tests/support/makers/trips'
import { aPaymentWorld } from '#tests/support/worlds/payments'

const { db, server, doJobs } = await aPaymentWorld()
const { call } = server

/** Sets a seat aside, has the trip leave at `departs_at`, then reports its sale to a traveller with this number. */
async function sellAside(phone: string, departs_at?: string) {
  const { id: trip, trip_id, operator_id } = await aTrip(db)
  const { as } = await aMember(server, { operator_id, role: 'counter' })
  const { id: shift } = await aShift(server, as)
  const allotment = await anAllotment(server, as, { shift, trip_id: trip, seats: [1] })
  if (departs_at !== undefined)
    await sql`
      update trip set departs_at = ${departs_at}::timestamptz, sales_close_at = ${departs_at}::timestamptz
      where id = ${trip_id}::uuid`.execute(db)
  const sale = anAllottedSale(allotment, [1])
  const passengers = sale.passengers.map((one) => ({ ...one, phone }))
  const answer = await call(sellAllottedSeats, { ...sale, passengers }, { as })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  await doJobs()
  const { rows } = await sql<{ body: string }>`
    select body from sandbox.letter where recipient = ${phone} order by id`.execute(db)
  return { reference: answer.data.reference, texts: rows.map(({ body }) => body) }
}

test('a traveller who gave a phone number gets the ticket by SMS once the sale is reported', async () => {
  const { reference, texts } = await sellAside('+2348031230101')
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain(reference)
})

test('a sale that is reported after the bus has left sends no ticket', async () => {
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  const { texts } = await sellAside('+2348031230102', hourAgo)
  expect(texts).toEqual([])
})
