import { signUp } from '#contract/accounts/endpoints'
import { type Endpoint, isSameForEverybody, makeCallUrl } from '#contract/endpoint'
import { listCities, listConnections } from '#contract/lookups/endpoints'
import { fetchProfile } from '#contract/profile/endpoints'
import { listReviews } from '#contract/reviews/endpoints'
import { findTrips, getTrip, listPopularRoutes } from '#contract/trips/endpoints'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { Fleet } from '#tests/load/run/fleet'
import { startNginx } from '#tests/load/run/nginx'
import { makeSeededRandom, type SeededRandom } from '#tests/load/run/seeded-random'
import type { Measurement } from './report.ts'

/** How long visitors arrive, and how many visit at the same time. */
const seconds = 60
const at_once = 16
/** The number of accounts that the visitors who are logged in share. */
const accounts = 40

/** The visitors' counts of their answers. */
interface Tally {
  visitors: number
  public_answers: number
  /** Public answers that came from the cache. */
  held: number
  personal_answers: number
  /** Personal answers that came from the cache, or are about somebody else. */
  mixed_up: number
  failed: number
}

interface Visit {
  origin: string
  dice: SeededRandom
  tally: Tally
  people: readonly Person[]
  routes: readonly RouteOnDay[]
}

/** A person with an account. */
interface Person {
  email: string
  token: string
}

interface RouteOnDay {
  from: string
  to: string
  date: string
}

/**
 * Simulates the busiest minute of a day through nginx and two processes: most visitors ask for a few routes, and a
 * fifth are logged in. Counts the answers from the cache, the requests that reach a process, and the answers that
 * belong to somebody else.
 */
export async function benchSharedCache(db: Db, fleet: Fleet): Promise<Measurement[]> {
  const cache = await startNginx(fleet.origins())
  try {
    const routes = await findRoutes(db)
    const people = await Promise.all(
      Array.from({ length: accounts }, (_, number) => signUpPerson(cache.origin, number)),
    )
    const before = await countRequests(fleet)
    const tally: Tally = {
      visitors: 0,
      public_answers: 0,
      held: 0,
      personal_answers: 0,
      mixed_up: 0,
      failed: 0,
    }
    const until = performance.now() + seconds * 1000
    const dice = makeSeededRandom(1)
    await Promise.all(
      Array.from({ length: at_once }, async (_, number) => {
        const own = { origin: cache.origin, dice: dice.fork(number), tally, people, routes }
        while (performance.now() < until) await makeVisit(own)
      }),
    )
    const reached = (await countRequests(fleet)) - before
    const { public_answers, personal_answers } = tally
    const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`
    return [
      ['visitors a second', '', (tally.visitors / seconds).toFixed(1)],
      ['public answers, of them from the cache', '', percent(tally.held, public_answers)],
      ['requests, of them at a process', '', percent(reached, public_answers + personal_answers)],
      ['answers that failed', '0', tally.failed],
      ['personal answers from the cache, or of others', '0', tally.mixed_up],
    ]
  } finally {
    cache.stop()
  }
}

/**
 * Looks for a bus as a visitor does: lists, a search, a trip or two, reviews. A fifth of the visitors are logged in and
 * read their profile.
 */
async function makeVisit(visit: Visit): Promise<void> {
  const { dice, tally, routes, people } = visit
  tally.visitors += 1
  const person = dice.chance(20) ? dice.pick(people) : undefined
  if (person !== undefined) await readOwnProfile(visit, person)
  const token = person?.token
  for (const list of [listCities, listConnections, listPopularRoutes])
    await ask(visit, list, {}, token)
  // Square the random number, so that the first routes are the most popular ones.
  const rank = (dice.number(0, 1000) / 1001) ** 2
  const route = routes[Math.floor(rank * routes.length)] ?? dice.pick(routes)
  const found = await ask(visit, findTrips, { ...route }, token)
  const trips = (found?.data ?? []) as { id: string }[]
  for (const { id } of dice.some(trips.slice(0, 5), 2)) await ask(visit, getTrip, { id }, token)
  await ask(visit, listReviews, {}, token)
  await readPage(visit, `/bookride/${route.from}-to-${route.to}`)
}

async function signUpPerson(origin: string, number: number): Promise<Person> {
  const email = `visitor.${number}@people.example`
  const answer = await fetch(origin + makeCallUrl(signUp, {}), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ full_name: 'Ngozi Bello', email, password: 'four words in a row' }),
  })
  if (!answer.ok) throw new Error(`the sign-up was answered ${answer.status}`)
  const { data } = (await answer.json()) as { data: { token: string } }
  return { email, token: data.token }
}

async function readOwnProfile({ origin, tally }: Visit, { email, token }: Person): Promise<void> {
  const answer = await fetch(origin + makeCallUrl(fetchProfile, {}), {
    headers: { authorization: `Bearer ${token}` },
  })
  const isOwn = (await answer.text()).includes(email)
  tally.personal_answers += 1
  if (!answer.ok) tally.failed += 1
  else if (!isOwn || wasHeld(answer)) tally.mixed_up += 1
}

/**
 * Asks for a public answer. Sends the token of a visitor who is logged in, as the app does; the answer must not depend
 * on it.
 */
async function ask(
  { origin, tally }: Visit,
  endpoint: Endpoint,
  input: Record<string, unknown>,
  token: string | undefined,
): Promise<{ data: unknown } | undefined> {
  if (!isSameForEverybody(endpoint)) throw new Error(`${endpoint.name} is not public`)
  const answer = await fetch(origin + makeCallUrl(endpoint, input), {
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  })
  const body = await answer.text()
  tally.public_answers += 1
  if (wasHeld(answer)) tally.held += 1
  if (answer.ok) return JSON.parse(body) as { data: unknown }
  tally.failed += 1
  return undefined
}

async function readPage({ origin, tally }: Visit, path: string): Promise<void> {
  const answer = await fetch(origin + path, { headers: { accept: 'text/html' } })
  await answer.arrayBuffer()
  tally.public_answers += 1
  if (wasHeld(answer)) tally.held += 1
  if (answer.status >= 500) tally.failed += 1
}

const wasHeld = ({ headers }: Response) =>
  ['HIT', 'STALE', 'UPDATING'].includes(headers.get('x-cache') ?? '')

/** Returns how many requests the processes have answered, without those for the metrics themselves. */
async function countRequests(fleet: Fleet): Promise<number> {
  const counts = await Promise.all(
    fleet.origins().map(async (origin) => {
      const text = await (await fetch(`${origin}/metrics`)).text()
      const lines = text.matchAll(/^http_request_seconds_count\{(.*)\} (\d+)$/gm)
      return [...lines].reduce(
        (sum, [, labels = '', count]) => sum + (/metrics|healthz/.test(labels) ? 0 : Number(count)),
        0,
      )
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Returns the pairs of cities that trips connect, on each of the next seven days, the busiest first. */
async function findRoutes(db: Db): Promise<RouteOnDay[]> {
  const { rows } = await sql<RouteOnDay>`
    select a.code as from, b.code as to, to_char(lagos_today() + 1 + ahead, 'YYYY-MM-DD') as date
    from (select x.city_id as a, y.city_id as b, count(*) as runs
      from schedule_stop x join schedule_stop y
        on x.schedule_id = y.schedule_id and x.position < y.position and x.city_id <> y.city_id
      group by 1, 2 order by 3 desc limit 100) pair
    join city a on a.id = pair.a join city b on b.id = pair.b, generate_series(0, 6) ahead
    order by ahead, pair.runs desc`.execute(db)
  return rows
}
