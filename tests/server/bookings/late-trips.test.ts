import { expect, test } from 'vitest'
import { listBookings, previewCancellation } from '#contract/bookings/endpoints'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { runHoldSweep } from '#tests/support/server/jobs'
import { testDatabase } from '#tests/support/database/test-database'
import { aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'
import { aBookingForPerson } from '#tests/support/makers/travels'

const { db } = await testDatabase()
const server = await aServer(db)

/**
 * Books a two-hour trip that is `delay_minutes` late. `after` sets its planned departure to so many minutes ago; it
 * returns the states of booking and trip, and the list in which the traveller finds the booking.
 */
async function aLateTrip(delay_minutes: number) {
  const ada = await aUser(server)
  const { reference } = await aBookingForPerson(server, ada, { minutes: 120 })
  await sql`update trip t set delay_minutes = ${delay_minutes} from booking b
    where b.reference = ${reference} and t.id = b.trip_id`.execute(db)
  const after = async (minutes: number) => {
    await sql`
      update trip t set departs_at = now() - make_interval(mins => ${minutes}), sales_close_at = now() - interval '1 day',
        arrives_at = now() - make_interval(mins => ${minutes - 120}) from booking b
      where b.reference = ${reference} and t.id = b.trip_id`.execute(db)
    await runHoldSweep(db)
    const { rows } = await sql<{ booking: string; trip: string }>`
      select b.status as booking, t.status as trip from booking b join trip t on t.id = b.trip_id
      where b.reference = ${reference}`.execute(db)
    const lists = ['upcoming', 'past'] as const
    const found = await Promise.all(
      lists.map((state) => server.call(listBookings, { state }, { as: ada.as })),
    )
    return { ...rows[0], under: lists.filter((_, at) => found[at]?.data.length === 1).join() }
  }
  return { ada, reference, after }
}

test('a late bus leaves and arrives as late as its operator has told, and so it stands under My trips', async () => {
  const { ada, reference, after } = await aLateTrip(90)
  expect(await after(60)).toEqual({ booking: 'confirmed', trip: 'scheduled', under: 'upcoming' })
  // The cancellation fee depends on the timetable, whatever the delay.
  const { problem } = await server.call(previewCancellation, { reference }, { as: ada.as })
  expect([problem.code, problem.detail]).toEqual([
    'cancellation_closed',
    'The time at which this bus was to leave has passed.',
  ])
  expect(await after(100)).toEqual({ booking: 'travelled', trip: 'departed', under: 'upcoming' })
  expect(await after(200)).toEqual({ booking: 'travelled', trip: 'departed', under: 'upcoming' })
  expect(await after(220)).toEqual({ booking: 'completed', trip: 'completed', under: 'past' })
})

test('a bus on time leaves and arrives by the timetable', async () => {
  const { after } = await aLateTrip(0)
  expect(await after(5)).toEqual({ booking: 'travelled', trip: 'departed', under: 'upcoming' })
  expect(await after(125)).toEqual({ booking: 'completed', trip: 'completed', under: 'past' })
})

test.each([
  ['depart_trips', 'departs_at'],
  ['complete_trips', 'arrives_at'],
])('%s finds by its index what is due, late or not', async (job, column) => {
  const plan = await inTransaction(db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<{ body: string }>`
      select prosrc as body from pg_proc where proname = ${job}`.execute(tx)
    const lines = sql.raw<{ 'QUERY PLAN': string }>(`explain ${rows[0]?.body}`)
    return (await lines.execute(tx)).rows.map((line) => line['QUERY PLAN']).join()
  })
  expect(plan).toContain(`Index Cond: (${column} <= now())`)
})
