import { setTimeout as sleep } from 'node:timers/promises'
import { makeCallUrl } from '#contract/endpoint'
import { getInvoicePdf } from '#contract/invoices/endpoints'
import { listCities, listParcelRoutes } from '#contract/lookups/endpoints'
import { getTrip } from '#contract/trips/endpoints'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { Fleet } from '#tests/load/run/fleet'
import { anInvoice, makeIssuers } from '#tests/support/makers/invoices'
import { aTrip } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'
import type { Measurement } from './report.ts'
import { makeVisitor, findQuantile, repeatUntilOver } from './visitors.ts'

const atOnce = 20
const seconds = 10
const packed = { headers: { 'accept-encoding': 'br' }, isDropped: true }

/**
 * Measures at one process, with its usual limits and the demo country, how long others wait while one IP address makes
 * the most expensive calls, twenty at once.
 */
export async function benchOneAddress(db: Db, fleet: Fleet): Promise<Measurement[]> {
  const origin = fleet.origins()[0] ?? ''
  const others = await listOrdinaryPaths(db)
  const floods = await listFloods(db)
  let phase = 0
  const time = async () => {
    phase += 1
    return timeOthers(origin, `127.0.2.${phase}`, others)
  }
  await time()
  const alone = await time()
  const lines: Measurement[] = [[`others' calls to one process, median / p95`, '', tell(alone)]]
  for (const [what, paths] of Object.entries(floods)) {
    const visitor = makeVisitor(origin, `127.0.3.${phase}`)
    const statuses: number[] = []
    let [isOver, at] = [false, 0]
    const flood = repeatUntilOver(
      atOnce,
      () => isOver,
      async () => {
        const { status } = await visitor.ask(paths(at++), packed)
        statuses.push(status)
        // Pause after a refusal: a call repeated at once would only be refused again.
        if (status === 429) await sleep(100)
      },
    )
    const during = await time()
    isOver = true
    await flood
    visitor.leave()
    const answered = statuses.filter((status) => status < 400 && status > 0).length
    lines.push([
      `  while one address asks for ${what}`,
      '≤ 50 ms median',
      `${tell(during)}, ${Math.round(answered / seconds)}/s answered, ${Math.round((statuses.length - answered) / seconds)}/s refused`,
    ])
  }
  return lines
}

const tell = (times: readonly number[]) =>
  `${findQuantile(times, 0.5).toFixed(1)} / ${findQuantile(times, 0.95).toFixed(1)} ms`

/** Lists the paths that most people request: home, the list of places, a trip. */
async function listOrdinaryPaths(db: Db): Promise<string[]> {
  const { id } = await aTrip(db)
  return ['/', makeCallUrl(listCities, {}), makeCallUrl(getTrip, { id })]
}

type Paths = (at: number) => string

/** Lists the most expensive kinds of calls by name, each with the paths to call. */
async function listFloods(db: Db): Promise<Record<string, Paths>> {
  const server = await aServer(db)
  const { operator } = await makeIssuers(server)
  const { reference } = await anInvoice(server, { operator })
  await server.close()
  const { rows } = await sql<{
    code: string
  }>`select code from operator order by code limit 20`.execute(db)
  const codes = rows.map(({ code }) => code)
  const page: Paths = (at) => `/brands/${spell(codes[at % codes.length] ?? '', at)}`
  const routes: Paths = () => makeCallUrl(listParcelRoutes, {})
  const description: Paths = () => '/api/openapi.json'
  const paper: Paths = () => makeCallUrl(getInvoicePdf, { reference })
  const all = [page, routes, description, paper]
  return {
    'a public page in other spellings': page,
    'parcel routes': routes,
    'the description of the API': description,
    'the PDF of an invoice': paper,
    'all of these': (at) => all[at % all.length]?.(at) ?? '',
  }
}

/** Writes a name in another way each time, with some of its letters escaped. */
function spell(name: string, at: number): string {
  return [...name]
    .map((letter, place) =>
      ((at >> place) & 1) === 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter,
    )
    .join('')
}

/** Makes calls one after another for ten seconds from a separate IP address; returns how long each took, ms. */
async function timeOthers(
  origin: string,
  address: string,
  paths: readonly string[],
): Promise<number[]> {
  const visitor = makeVisitor(origin, address)
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const { ms, status } = await visitor.ask(paths[times.length % paths.length] ?? '')
    if (status !== 200) throw new Error(`others were answered ${status}`)
    times.push(ms)
    await sleep(20)
  }
  visitor.leave()
  return times
}
