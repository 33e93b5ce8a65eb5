import { askForTrip, listMyTravelRequests } from '#contract/waitlist/endpoints'
import type { WaitlistEntry } from '#contract/waitlist/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { runJob } from '#tests/support/server/jobs'
import type { Caller, TestServer } from '#tests/support/server/test-server'

/** Ends expired offers and offers free seats, as the job does every minute. */
export const sweepWaitlist = (server: TestServer) => runJob(server.host, 'queue.sweep', {})

/** Returns the date `days` from today in Lagos, as `2026-11-24`. */
export async function dayInLagos({ db }: TestServer, days: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (lagos_today() + ${days}::int)::text as day`.execute(db)
  return rows[0]?.day ?? ''
}

/** Requests a route; throws when the request is refused. */
export async function requestRoute(
  server: TestServer,
  as: Caller,
  wish: { from?: string; to?: string; day: string; travellers?: number; max_fare_kobo?: number },
): Promise<WaitlistEntry> {
  const { from = 'lagos', to = 'jos', day, travellers = 1, max_fare_kobo } = wish
  const days = { first_day: day, last_day: day }
  const fare = max_fare_kobo === undefined ? {} : { max_fare_kobo }
  const input = { from, to, ...days, travellers, ...fare }
  const { status, data, text } = await server.call(askForTrip, input, { as })
  if (status !== 200) throw new Error(text)
  return data
}

/** Reads a person's waitlist entries, as that person sees them. Throws when the call is refused. */
export async function fetchWaitlistEntries(
  server: TestServer,
  as: Caller,
): Promise<WaitlistEntry[]> {
  const { status, data, text } = await server.call(listMyTravelRequests, {}, { as })
  if (status !== 200) throw new Error(text)
  return data
}

/** Makes an open offer expire now. */
export async function expireOffer({ db }: TestServer, reference: string): Promise<void> {
  const ends = sql`now() - interval '1 second'`
  await sql`update seat_claim set expires_at = ${ends}
    where booking_id = (select id from booking where reference = ${reference})`.execute(db)
  await sql`update booking set hold_expires_at = ${ends} where reference = ${reference}`.execute(db)
}

/** Waits until `statements` statements that contain `queryPart` wait for another transaction's lock. */
export async function waitUntilBlocked(db: Db, queryPart = '', statements = 1): Promise<void> {
  const blocked = sql`select from pg_stat_activity where datname = current_database()
    and cardinality(pg_blocking_pids(pid)) > 0 and query like ${`%${queryPart}%`}`
  while ((await blocked.execute(db)).rows.length < statements)
    await sql`select pg_sleep(0.01)`.execute(db)
}

/** Makes two calls at the same time: neither can write to the table before both wait for its lock. */
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
