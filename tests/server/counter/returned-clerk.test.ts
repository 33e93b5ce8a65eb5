import { afterAll, expect, test } from 'vitest'
import * as counter from '#contract/counter/endpoints'
import { acceptInvitation, getDesk, inviteMember, removeMember } from '#contract/members/endpoints'
import { sql } from '#server/db/sql'
import {
  adultSeatKobo,
  anAllotment,
  anAllottedSale,
  aSaleInput,
  aShift,
} from '#tests/support/makers/counter'
import { aMember } from '#tests/support/makers/members'
import type { MadeUser } from '#tests/support/makers/people'
import { anOperator, aTrip } from '#tests/support/makers/trips'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'
import { expectConsistentSales } from './sound-books.ts'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

/** Removes a clerk from the desk of `owner`. */
async function remove(owner: MadeUser, clerk: MadeUser) {
  const { data } = await call(getDesk, {}, { as: clerk.as })
  const removed = await call(removeMember, { id: data.member_id }, { as: owner.as })
  expect([removed.status, removed.text]).toEqual([200, removed.text])
}

/** Invites a person to the counter of `owner`, who accepts. */
async function invite(owner: MadeUser, clerk: MadeUser) {
  const email = clerk.user.email ?? ''
  const { status } = await call(inviteMember, { email, role: 'counter' }, { as: owner.as })
  expect(status).toBe(200)
  const { rows } = await sql<{ text: string }>`
    select data ->> 'text' as text from pgboss.job
    where name = 'mail.send' and data ->> 'to' = ${email} order by created_on desc limit 1`.execute(
    db,
  )
  const code = /invitation=(\w+)/.exec(rows[0]?.text ?? '')?.[1] ?? ''
  const accepted = await call(acceptInvitation, { code }, { as: clerk.as })
  expect([accepted.status, accepted.text]).toEqual([200, accepted.text])
}

/** A clerk with an open shift and seats set aside, and the owner of the desk. */
async function aCounter() {
  const trip = await aTrip(db)
  const { operator_id } = trip
  const owner = await aMember(server, { operator_id, role: 'owner' })
  const clerk = await aMember(server, { operator_id, role: 'counter' })
  const shift = await aShift(server, clerk.as)
  const wanted = { shift: shift.id, trip_id: trip.id, seats: [1, 3, 4] }
  const allotment = await anAllotment(server, clerk.as, wanted)
  return { trip, owner, clerk, as: clerk.as, shift, allotment }
}

test('a clerk who is removed and invited again goes on with her open shift', async () => {
  const { trip, owner, clerk, as, shift, allotment } = await aCounter()
  const early = anAllottedSale(allotment, [3])
  const before = await call(counter.sellAllottedSeats, early, { as })
  await remove(owner, clerk)
  await invite(owner, clerk)
  expect((await call(counter.getOpenShift, {}, { as })).data.shift?.id).toBe(shift.id)
  expect((await call(counter.getShift, { id: shift.id }, { as })).data.sales).toBe(1)
  const second = await call(counter.openShift, { float_kobo: 0 }, { as })
  expect(second.problem?.code).toBe('shift_open')
  // Her phone did not get the answer to its first report.
  const again = await call(counter.sellAllottedSeats, early, { as })
  expect([again.status, again.data.reference]).toEqual([200, before.data.reference])
  const late = await call(counter.sellAllottedSeats, anAllottedSale(allotment, [1]), { as })
  expect([late.status, late.text]).toEqual([200, late.text])
  const sold = await call(counter.sellAtCounter, aSaleInput(shift.id, trip.id, [5]), { as })
  expect([sold.status, sold.text]).toEqual([200, sold.text])
  expect((await call(counter.listAllotments, {}, { as })).data).toMatchObject([{ left: [4] }])
  expect((await call(counter.findCounterSales, {}, { as })).data).toHaveLength(3)
  const release = { id: allotment.id, seats: [4] }
  expect((await call(counter.releaseAllottedSeats, release, { as })).status).toBe(200)
  const counted_kobo = 1_000_000 + 3 * adultSeatKobo
  const closed = await call(counter.closeShift, { id: shift.id, counted_kobo }, { as })
  expect([closed.status, closed.text]).toEqual([200, closed.text])
  expect((await call(counter.getOpenShift, {}, { as })).data.shift).toBeNull()
  await expectConsistentSales(db)
})

test('if her shift was closed while she was away, she reports its sales in her next shift', async () => {
  const { owner, clerk, as, shift, allotment } = await aCounter()
  await remove(owner, clerk)
  await call(counter.releaseAllottedSeats, { id: allotment.id, seats: [1, 3, 4] }, { as: owner.as })
  const closing = { id: shift.id, counted_kobo: 1_000_000 }
  expect((await call(counter.closeShift, closing, { as: owner.as })).status).toBe(200)
  await invite(owner, clerk)
  const next = await aShift(server, as)
  const sale = anAllottedSale({ ...allotment, shift: next.id }, [1])
  const sold = await call(counter.sellAllottedSeats, sale, { as })
  expect([sold.status, sold.text]).toEqual([200, sold.text])
  expect(sold.data.shift).toMatchObject({ id: next.id, sales: 1 })
  expect((await call(counter.getShift, { id: shift.id }, { as })).status).toBe(200)
  await expectConsistentSales(db)
})

test('at another operator she has neither her earlier shift nor its seats', async () => {
  const { owner, clerk, as, shift, allotment } = await aCounter()
  await remove(owner, clerk)
  const other = await aMember(server, { operator_id: await anOperator(db), role: 'owner' })
  await invite(other, clerk)
  expect((await call(counter.getOpenShift, {}, { as })).data.shift).toBeNull()
  const next = await aShift(server, as)
  const sale = anAllottedSale({ ...allotment, shift: next.id }, [1])
  const refused = [
    await call(counter.sellAllottedSeats, sale, { as }),
    await call(counter.getShift, { id: shift.id }, { as }),
    await call(counter.releaseAllottedSeats, { id: allotment.id, seats: [1] }, { as }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404])
})
