import { expect, test } from 'vitest'
import { endpoints } from '#contract/all'
import { type Endpoint, listPathParameters } from '#contract/endpoint'
import { product } from '#contract/product'
import { toJsonSchema } from '#server/http/openapi'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { slowPayloads, buildInput, listTextFields } from './payloads.ts'
import { testDatabase } from '#tests/support/database/test-database'
import { aCountry, anOperator } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'
import { type Probe, aLoopProbe } from './event-loop.ts'
import { aWatchedServer } from '#tests/support/server/watched-server'

const fullBody = 256 * 1024

const { db, url } = await testDatabase()
await aCountry(db)
const watched = await aWatchedServer(url)
const { origin } = watched
const { fire, complaints } = aLoopProbe(watched)
const maker = await aServer(db, { config: { public_url: origin } })
const operator = await anOperatorKey({ db }, await anOperator(db))
await maker.close()
const user = await signUpAt()

async function signUpAt(): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/${product.slug}/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      full_name: 'Ada Obi',
      email: 'ada@people.example',
      password: 'okada at the third gate',
    }),
  })
  return ((await answer.json()) as { data: { token: string } }).data.token
}

function headersFor({ access }: Endpoint): Record<string, string> {
  const token = access === 'operator' ? operator.token : access === 'user' ? user : undefined
  return {
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
}

/** Probes with a slow payload in one field of an endpoint, as long as body and URL allow. */
function shotsAt(endpoint: Endpoint): Probe[] {
  const { method, name, path } = endpoint
  const inPath = new Set(listPathParameters(path))
  const isBodied = method !== 'GET' && method !== 'DELETE'
  const address = (named?: string, value = '') =>
    `/api${path.replaceAll(/\{(\w+)\}/g, (_, one: string) => (one === 'p' ? product.slug : one === named ? value : 'x'))}`
  return listTextFields(toJsonSchema(endpoint.input, 'input')).flatMap((place) => {
    const field = String(place[0])
    return Object.entries(slowPayloads).map(([bait, make]) => {
      const shot = {
        name: `${name} ${place.join('.')}: ${bait}`,
        method,
        headers: headersFor(endpoint),
      }
      if (inPath.has(field))
        return { ...shot, path: address(field, escaped(make(500)).slice(0, 400)) }
      if (!isBodied)
        return { ...shot, path: `${address()}?${field}=${escaped(make(4096)).slice(0, 12_000)}` }
      const most = (endpoint.body_kb ?? 256) * 1024 - 200
      const text = make(Math.min(most, bait === 'backslashes' ? most : fullBody - 200))
      return { ...shot, path: address(), body: JSON.stringify(buildInput(place, text)) }
    })
  })
}

/** Percent-encodes a text, lone surrogates too, and cuts it between two escapes. */
function escaped(text: string): string {
  const bytes = text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80'.repeat(text.length)
  return bytes.slice(0, 12_000).replace(/%.?$/, '')
}

test('an account with 80,000 marks on one letter is refused while everybody else is answered', async () => {
  const full_name = `a${'\u0345'.repeat(40_000)}${'\u0334'.repeat(40_000)}`
  const body = JSON.stringify({ full_name, email: 'b@b.example', password: 'four words in a row' })
  const path = `/api/v1/${product.slug}/auth/signup`
  const headers = { 'content-type': 'application/json' }
  expect(await complaints([{ name: 'sign-up', method: 'POST', path, headers, body }])).toEqual([])
  expect(await fire({ name: '', method: 'POST', path, headers, body })).toBe(400)
})

test('an address of 15 kB is not found, and costs nobody else a turn', async () => {
  const long = [`/${'a0'.repeat(7600)}`, `/api/x${'.'.repeat(15_000)}`, `/${'a@a.'.repeat(3800)}`]
  const shots = long.map((path) => ({ name: path.slice(0, 12), method: 'GET', path }))
  expect(await complaints(shots)).toEqual([])
  expect(await Promise.all(shots.map(fire))).toEqual([404, 404, 404])
})

// Providers send bytes, not fields: standstill-webhooks.test.ts has the payloads for them.
const withFields = endpoints.filter(({ access }) => access !== 'provider')

test.each(withFields.map((endpoint) => [endpoint.name, endpoint] as const))(
  'no text in a field of %s keeps the loop for 100 ms',
  async (_name, endpoint) => {
    expect(await complaints(shotsAt(endpoint))).toEqual([])
  },
  120_000,
)
