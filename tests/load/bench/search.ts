import { findTrips } from '#contract/trips/endpoints'
import { makeCallUrl } from '#contract/endpoint'
import type { Db } from '#server/db/client'
import { seedCountry } from '#demo/country/index'
import { sql } from '#server/db/sql'
import { makeSeededRandom } from '#tests/load/run/seeded-random'
import type { Fleet } from '#tests/load/run/fleet'
import type { Measurement } from './report.ts'
import { aServer } from '#tests/support/server/test-server'

const trips = 1_000_000
const searches = 1500

/**
 * Seeds the demo country, and past departures on more and more days until there are a million departures. Returns how
 * many there are.
 */
export async function seedMillionTrips(db: Db): Promise<number> {
  await seedCountry(db)
  await sql`set statement_timeout = 0`.execute(db)
  const { rows } = await sql<{ count: number }>`
    with there as (select count(*) as trips, (select count(*) from schedule) as runs from trip)
    select ceil((${trips} - trips)::numeric / runs)::int as count from there`.execute(db)
  await db.transaction(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
      insert into trip (id, schedule_id, service_date, departs_at, arrives_at, sales_close_at, fare_percent, status)
      select gen_random_uuid(), s.id, day::date, at, at + interval '5 hours', at - interval '10 minutes', 100,
        case when day < lagos_today() then 'completed' else 'scheduled' end
      from schedule s, generate_series(lagos_today() - ${rows[0]?.count ?? 0}::int, lagos_today() - 1, interval '1 day') day,
        lateral (select (day + time '12:00') at time zone s.zone - interval '12 hours' + s.starts_at_seconds * interval '1 second' as at) starts
      on conflict do nothing`.execute(tx)
  })
  await sql`analyze trip`.execute(db)
  const { rows: after } = await sql<{
    count: number
  }>`select count(*)::int as count from trip`.execute(db)
  return after[0]?.count ?? 0
}

/**
 * Measures searches, two at the same time, between random pairs of cities that a trip connects, in the next three
 * weeks. Measures them in this process and over HTTP, in ms.
 */
export async function benchSearch(db: Db, fleet: Fleet): Promise<Measurement[]> {
  const queries = await someQueries(db)
  const server = await aServer(db)
  const inside = await timed(queries, 2, async (query) => {
    await server.call(findTrips, query)
  })
  await server.close()
  const [origin = ''] = fleet.origins()
  const outside = await timed(queries, 2, async (query) => {
    const answer = await fetch(origin + makeCallUrl(findTrips, query))
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`a search was answered ${answer.status}`)
  })
  return [
    ['search, a million trips, in the process: p50 / p95 / p99', 'p95 ≤ 30 ms', inside],
    ['search, a million trips, over HTTP: p50 / p95 / p99', 'p95 ≤ 30 ms', outside],
  ]
}

type Query = {
  from: string
  to: string
  date: string
  passengers: number
  sort: 'departure'
  page: number
}

async function someQueries(db: Db): Promise<Query[]> {
  const { rows } = await sql<{ from: string; to: string; date: string }>`
    select a.code as from, b.code as to, to_char(lagos_today() + 1 + (random() * 20)::int, 'YYYY-MM-DD') as date
    from (select distinct x.city_id as a, y.city_id as b from schedule_stop x join schedule_stop y
      on x.schedule_id = y.schedule_id and x.position < y.position and x.city_id <> y.city_id) pair
    join city a on a.id = pair.a join city b on b.id = pair.b`.execute(db)
  const dice = makeSeededRandom(1)
  return Array.from({ length: searches }, () => ({
    ...dice.pick(rows),
    passengers: dice.pick([1, 1, 1, 2, 4]),
    sort: 'departure' as const,
    page: 1,
  }))
}

async function timed(
  queries: readonly Query[],
  at_once: number,
  ask: (query: Query) => Promise<void>,
): Promise<string> {
  for (const query of queries.slice(0, 100)) await ask(query)
  const took: number[] = []
  const rest = queries[Symbol.iterator]()
  const one = async () => {
    for (const query of rest) {
      const started = performance.now()
      await ask(query)
      took.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: at_once }, one))
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
  return `${at(0.5)} / ${at(0.95)} / ${at(0.99)} ms`
}
