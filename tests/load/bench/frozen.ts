import { setTimeout as sleep } from 'node:timers/promises'
import { logIn } from '#contract/accounts/endpoints'
import { holdSeats } from '#contract/bookings/endpoints'
import { makeCallUrl } from '#contract/endpoint'
import { listCities } from '#contract/lookups/endpoints'
import { getTrip } from '#contract/trips/endpoints'
import type { Db } from '#server/db/client'
import type { Fleet } from '#tests/load/run/fleet'
import type { OwnPostgres } from '#tests/load/run/own-postgres'
import { aTrip } from '#tests/support/makers/trips'
import type { Measurement } from './report.ts'
import { type TimedAnswer, makeVisitor, countStatuses, repeatUntilOver } from './visitors.ts'

const people = 40
/** How long calls are sent to a frozen database, ms. Calls that are running at the end still wait for an answer. */
const asking_ms = 18_000

/** Measures how long calls, pages and writes wait while PostgreSQL is stopped, and when they are answered again. */
export async function benchFrozenDatabase(
  db: Db,
  fleet: Fleet,
  postgres: OwnPostgres,
): Promise<Measurement[]> {
  const { id } = await aTrip(db)
  const visitor = makeVisitor(fleet.origins()[0] ?? '', '127.0.0.1')
  const login = { login: 'ada@people.example', password: 'not this one' }
  const acts: Record<string, () => Promise<TimedAnswer>> = {
    'a trip': () => visitor.call(getTrip, { id }),
    'seats to hold': () => visitor.call(holdSeats, { trip_id: id, seats: [4] }),
    'a login': () => visitor.call(logIn, login),
    'the list of places': () => visitor.ask(makeCallUrl(listCities, {})),
    home: () => visitor.ask('/'),
    'a ticket by its link': () => visitor.ask('/t/ABCD1234', { headers: { accept: 'text/html' } }),
    readiness: () => visitor.ask('/readyz'),
  }
  const names = Object.keys(acts)
  for (const name of names) await acts[name]?.()
  const waits = new Map<string, TimedAnswer[]>(names.map((name) => [name, []]))
  let isOver = false
  const asking = repeatUntilOver(
    people,
    () => isOver,
    async (person) => {
      const name = names[person % names.length] ?? ''
      const answer = await acts[name]?.()
      if (answer !== undefined) waits.get(name)?.push(answer)
      await sleep(50)
    },
  )
  // Wait, so that some calls are in the middle of their work when the database stops.
  await sleep(1000)
  postgres.freeze()
  try {
    await sleep(asking_ms)
    isOver = true
    await Promise.race([asking, sleep(60_000)])
  } finally {
    postgres.thaw()
  }
  await asking
  const back = await timeUntilAnswered(() => visitor.call(getTrip, { id }))
  visitor.leave()
  const all = [...waits.values()].flat()
  return [
    [
      `PostgreSQL frozen, ${all.length} calls of ${people} people: longest wait`,
      '≤ 10 s',
      tellLongest(all),
    ],
    ...names.map((name): Measurement => [
      `  ${name}`,
      '≤ 10 s',
      tellLongest(waits.get(name) ?? []),
    ]),
    ['  answers', '', countStatuses(all.map(({ status }) => status))],
    ['  a trip is answered again after', '', `${(back / 1000).toFixed(1)} s`],
  ]
}

function tellLongest(answers: readonly TimedAnswer[]): string {
  const longest = answers.toSorted((a, b) => b.ms - a.ms)[0]
  return longest === undefined ? 'none' : `${(longest.ms / 1000).toFixed(1)} s (${longest.status})`
}

async function timeUntilAnswered(ask: () => Promise<TimedAnswer>): Promise<number> {
  const began = performance.now()
  while ((await ask()).status !== 200 && performance.now() - began < 60_000) await sleep(100)
  return performance.now() - began
}
