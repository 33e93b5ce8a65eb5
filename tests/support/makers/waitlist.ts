import { askForTrip, listMyTravelRequests } from '#contract/waitlist/endpoints'
import type { QueuePlace } from '#contract/waitlist/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { doJob } from '#tests/support/server/jobs'
import type { Caller, TestServer } from '#tests/support/server/test-server'

/** Ends what has run out and offers what is free, as every minute does. */
export const sweepWaitlist = (server: TestServer) => doJob(server.host, 'queue.sweep', {})

/** `2026-11-24`, so many days from today in Lagos. */
export async function dayInLagos({ db }: TestServer, days: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select ((now() at time zone 'Africa/Lagos')::date + ${days}::int)::text as day`.execute(db)
  return rows[0]?.day ?? ''
}

/** Asks for a road; throws when it is refused. */
export async function requestRoute(
  server: TestServer,
  as: Caller,
  wish: { from?: string; to?: string; day: string; travellers?: number; max_fare_kobo?: number },
): Promise<QueuePlace> {
  const { from = 'lagos', to = 'jos', day, travellers = 1, max_fare_kobo } = wish
  const days = { first_day: day, last_day: day }
  const fare = max_fare_kobo === undefined ? {} : { max_fare_kobo }
  const input = { from, to, ...days, travellers, ...fare }
  const { status, data, text } = await server.call(askForTrip, input, { as })
  if (status !== 200) throw new Error(text)
  return data
}

/** A person's places, as they see them. */
export async function readPlaces(server: TestServer, as: Caller): Promise<QueuePlace[]> {
  const { status, data, text } = await server.call(listMyTravelRequests, {}, { as })
  if (status !== 200) throw new Error(text)
  return data
}

/** Lets an open offer run out now. */
export async function expireOffer({ db }: TestServer, reference: string): Promise<void> {
  const ends = sql`now() - interval '1 second'`
  await sql`update seat_claim set expires_at = ${ends}
    where booking_id = (select id from booking where reference = ${reference})`.execute(db)
  await sql`update booking set hold_expires_at = ${ends} where reference = ${reference}`.execute(db)
}

/** Until a statement, of those with these words in it, waits for a lock that another transaction has; or so many. */
export async function waitUntilBlocked(db: Db, words = '', many = 1): Promise<void> {
  const blocked = sql`select from pg_stat_activity where datname = current_database()
    and cardinality(pg_blocking_pids(pid)) > 0 and query like ${`%${words}%`}`
  while ((await blocked.execute(db)).rows.length < many)
    await sql`select pg_sleep(0.01)`.execute(db)
}

/** Asks for two things at once, neither of which can write to a table before both are on their way to it. */
export async function callAtOnce<Answer>(
  db: Db,
  table: string,
  ask: () => [Promise<Answer>, Promise<Answer>],
): Promise<[Answer, Answer]> {
  let asked: Promise<[Answer, Answer]> | undefined
  await db.transaction(async (tx) => {
    await sql`lock table ${sql.ref(table)} in share mode`.execute(tx)
    asked = Promise.all(ask())
    await waitUntilBlocked(db, '', 2)
  })
  if (asked === undefined) throw new Error('nothing was asked')
  return asked
}
