import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { count, text } from '#contract/shapes'
import { sql } from '#server/db/sql'
import { bindEndpoint } from '#server/http/serve'

const Cup = z.object({ name: z.string(), sips: z.int() })
const asked = z.strictObject({ id: text(1, 40), sips: z._default(count(1, 9), 1) })

/** Endpoints that only the tests of the HTTP layer use. */
export const getCup = endpoint({
  name: 'getCup',
  summary: 'A cup',
  method: 'GET',
  path: '/v1/{p}/cups/{id}',
  access: 'anyone',
  input: asked,
  output: Cup,
  refusals: ['not_found'],
})

export const listCups = endpoint({
  name: 'listCups',
  summary: 'All cups',
  method: 'GET',
  path: '/v1/{p}/cups',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.array(Cup),
  refusals: [],
  cache: 'lookup',
})

export const countCups = endpoint({
  name: 'countCups',
  summary: 'Counts cups',
  method: 'GET',
  path: '/v1/{p}/cup-count',
  access: 'anyone',
  shared_cache_s: 10,
  input: z.strictObject({}),
  output: z.object({ count: z.number() }),
  refusals: [],
})

export const washCup = endpoint({
  name: 'washCup',
  summary: 'Washes',
  method: 'PUT',
  path: '/v1/{p}/cups/{id}',
  access: 'owner',
  input: z.strictObject({
    id: text(1, 40),
    with: z.optional(z.array(text(1, 10))),
    how: z.optional(z.strictObject({ hot: z.boolean() })),
  }),
  output: z.unknown(),
  refusals: [],
})

export const fillCup = endpoint({
  name: 'fillCup',
  summary: 'Fills, once',
  method: 'POST',
  path: '/v1/{p}/cups',
  access: 'anyone',
  input: z.strictObject({
    name: text(1, 40),
    end: z.enum(['ok', 'refuse', 'wait', 'break', 'conflict', 'hold']),
  }),
  output: z.object({ name: z.string(), at: z.string() }),
  refusals: ['seat_taken', 'not_found'],
  idempotency: 'required',
})

export const payCup = endpoint({
  ...fillCup,
  name: 'payCup',
  path: '/v1/{p}/cup-payments',
  idempotency: 'handler',
})

export const myCups = endpoint({
  name: 'myCups',
  summary: 'Mine',
  method: 'GET',
  path: '/v1/{p}/my-cups',
  access: 'user',
  input: z.strictObject({}),
  output: z.object({ of: z.string() }),
  refusals: [],
})

export const breakCup = endpoint({
  name: 'breakCup',
  summary: 'Breaks',
  method: 'GET',
  path: '/v1/{p}/broken-cups/{how}',
  access: 'anyone',
  input: z.strictObject({ how: z.enum(['throw', 'lie', 'lost']) }),
  output: Cup,
  refusals: [],
})

export const drawCup = endpoint({
  name: 'drawCup',
  summary: 'A picture',
  method: 'GET',
  path: '/v1/{p}/cups/{id}/cup.svg',
  access: 'anyone',
  input: z.strictObject({ id: text(1, 40) }),
  output: z.unknown(),
  refusals: [],
  file: 'image/svg+xml',
  is_costly: true,
})

/** A lookup of more than 100 kB. */
const listManyCups = endpoint({
  ...listCups,
  name: 'listManyCups',
  path: '/v1/{p}/many-cups',
})

const manyCups = Array.from({ length: 3000 }, (_, n) => ({
  name: `cup ${Math.imul(n, 2_654_435_761) >>> 0} of ${n}`,
  sips: n % 7,
}))

export const receiveCupWebhook = endpoint({
  name: 'receiveCupWebhook',
  summary: 'A provider speaks',
  method: 'POST',
  path: '/v1/{p}/webhooks/cups/{provider}',
  access: 'provider',
  input: z.object({
    provider: text(1, 40),
    raw: z.instanceof(Uint8Array),
    signature: text(0, 512),
  }),
  output: z.object({ bytes: z.int(), signature: z.string() }),
  refusals: ['bad_signature'],
})

/** Counts how often a handler ran. */
export const handlerRuns = { times: 0 }

/** A promise that the handler waits for where a call is held. */
export const heldCall: { until: Promise<void> } = { until: Promise.resolve() }

export const cupBindings = [
  bindEndpoint(getCup, (_ctx, { id, sips }) => ({ name: id, sips, secret: 'never' })),
  bindEndpoint(listCups, () => [{ name: 'blue', sips: 3 }]),
  bindEndpoint(listManyCups, () => manyCups),
  bindEndpoint(countCups, () => ({ count: 2 })),
  bindEndpoint(washCup, ({ actor }, input) => ({ actor, input })),
  bindEndpoint(fillCup, async ({ db }, { name, end }) => {
    handlerRuns.times += 1
    await sql`insert into installed (name) values (${`cup ${name}`})`.execute(db)
    if (end === 'refuse') throw makeRefusal('seat_taken')
    if (end === 'conflict') throw makeRefusal('not_found')
    if (end === 'break') throw new Error('the cup broke')
    if (end === 'wait') await new Promise((done) => setTimeout(done, 200))
    if (end === 'hold') await heldCall.until
    return { name, at: crypto.randomUUID() }
  }),
  bindEndpoint(payCup, (_ctx, { name, end }) => {
    handlerRuns.times += 1
    if (end === 'refuse') throw makeRefusal('seat_taken')
    return { name, at: crypto.randomUUID() }
  }),
  bindEndpoint(myCups, ({ actor }) => ({ of: actor.kind === 'user' ? actor.user_id : '' })),
  bindEndpoint(breakCup, (_ctx, { how }) => {
    if (how === 'throw') throw new Error('inner secret')
    if (how === 'lost') throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    return JSON.parse('{"name":"x"}')
  }),
  bindEndpoint(drawCup, (_ctx, { id }) => ({ body: '<svg/>', file_name: `${id}".svg` })),
  bindEndpoint(receiveCupWebhook, (_ctx, { raw, signature }) => ({ bytes: raw.length, signature })),
]
