import fc from 'fast-check'
import { type Endpoint, listPathParameters } from '#contract/endpoint'
import { product } from '#contract/product'
import { toJsonSchema } from '#server/http/openapi'

/** Existing values by field name, to be mixed in with generated ones: `{ reference: ['…'], trip_id: […] }`. */
export type KnownValues = Record<string, readonly unknown[]>

interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  default?: unknown
}

const nasty = fc.constantFrom<unknown>(
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff x',
  '\u202eabc',
  '\ufeff',
  'ọ̀ṣọ́',
  '😀'.repeat(20),
  'x'.repeat(10_000),
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  'true',
  '../../etc/passwd',
  "'; drop table booking; --",
  '<script>',
  '%00',
  '{{7*7}}',
  0,
  -0,
  -1,
  1.5,
  1e21,
  -1e308,
  2 ** 53,
  2 ** 31,
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  ['x'.repeat(3000)],
)

/** Generates values that JSON Schema allows, mostly near the limits; follows a pattern if possible. */
function valid(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valid))
  if (schema.type === 'integer' || schema.type === 'number') return number(schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'array') {
    const [least, most] = [schema.minItems ?? 0, Math.min(schema.maxItems ?? 4, 8)]
    return fc.array(valid(schema.items ?? {}), { minLength: least, maxLength: most })
  }
  if (schema.type === 'object' || schema.properties) return object(schema, valid)
  if (schema.type === 'string') return string(schema)
  return nasty
}

function number({ minimum = -1000, maximum = 1000 }: Schema): fc.Arbitrary<number> {
  const edges = [minimum, maximum, minimum + 1, maximum - 1].filter(Number.isSafeInteger)
  const [min, max] = [Math.max(minimum, -(2 ** 31)), Math.min(maximum, 2 ** 31 - 1)]
  return fc.oneof(fc.constantFrom(...edges), fc.integer({ min, max }))
}

function string({ pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  const free = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 200) })
  const day = fc
    .integer({ min: 0, max: 40 })
    .map((ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10))
  if (pattern === undefined) return free
  if (pattern.startsWith('^20')) return day
  return matching(pattern) ?? free
}

/**
 * The generators of strings by pattern, stored because they are expensive to make and endpoints share patterns.
 * Undefined for an unsupported pattern.
 */
const followed = new Map<string, fc.Arbitrary<string> | undefined>()

function matching(pattern: string): fc.Arbitrary<string> | undefined {
  if (followed.has(pattern)) return followed.get(pattern)
  let made: fc.Arbitrary<string> | undefined
  try {
    made = fc.stringMatching(new RegExp(pattern))
  } catch {}
  followed.set(pattern, made)
  return made
}

function object(
  schema: Schema,
  of: (schema: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => [name, of(field)]),
  )
  const required = new Set(schema.required)
  const sparse = Object.entries(fields).map(([name, field]) => {
    const absent = { weight: required.has(name) ? 0 : 3, arbitrary: fc.constant(undefined) }
    return [name, fc.oneof({ weight: 1, arbitrary: field }, absent)] as const
  })
  return fc
    .record(Object.fromEntries(sparse))
    .map((made) =>
      Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)),
    )
}

/**
 * Generates values like `valid`, but any value may be invalid or an attack, any field may be missing, and there may be
 * unknown fields.
 */
function broken(schema: Schema): fc.Arbitrary<unknown> {
  if (!schema.properties)
    return fc.oneof({ weight: 2, arbitrary: nasty }, { weight: 1, arbitrary: valid(schema) })
  const optional = object({ ...schema, required: [] }, (field) =>
    fc.oneof({ weight: 3, arbitrary: valid(field) }, { weight: 1, arbitrary: broken(field) }),
  )
  const extra = fc.dictionary(
    fc.constantFrom('admin', 'id', 'toString', 'user_id', 'é', '\u0000', '\ud800'),
    nasty,
    { maxKeys: 2 },
  )
  return fc.tuple(optional, extra).map(([fields, more]) => ({ ...more, ...fields }))
}

export interface FuzzCase {
  method: Endpoint['method']
  url: string
  headers: Record<string, string>
  payload?: string
}

/**
 * Generates requests for one endpoint: valid, at the limits, with a wrong field, with broken JSON, with broken HTTP.
 */
export function makeCases(
  endpoint: Endpoint,
  known: KnownValues = {},
  signed: Record<string, string> = {},
): fc.Arbitrary<FuzzCase> {
  const schema = withKnown(
    endpoint.access === 'provider' ? {} : toJsonSchema(endpoint.input, 'input'),
    known,
  )
  const input = fc.oneof(
    { weight: 6, arbitrary: valid({ type: 'object', ...schema }) },
    { weight: 4, arbitrary: broken({ properties: {}, ...schema }) },
  ) as fc.Arbitrary<Record<string, unknown>>
  return fc
    .record({
      input,
      phone: fc.oneof(
        { weight: endpoint.access === 'owner' ? 4 : 20, arbitrary: fc.constant(undefined) },
        fc.constantFrom('+2348031234567', '0803', '\u0000'),
      ),
      type: fc.oneof(
        { weight: 12, arbitrary: fc.constant('application/json') },
        fc.constantFrom('text/plain', 'application/json;x', '', '*/*', 'multipart/form-data'),
      ),
      wrap: fc.oneof(
        { weight: 10, arbitrary: fc.constant('none' as const) },
        fc.constantFrom('cut', 'twice', 'proto', 'deep', 'huge', 'list', 'bytes'),
      ),
      key: fc.oneof(
        { weight: 8, arbitrary: fc.uuid() },
        fc.constantFrom('', 'short', 'the-same-key-every-time'),
      ),
      token: fc.oneof(
        { weight: 6, arbitrary: fc.constant(undefined) },
        fc.constantFrom('nonsense', 'op_nonsense'),
      ),
    })
    .map(({ input: fields, phone, type, wrap, key, token }) => {
      const isBodied = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
      const headers: Record<string, string> = { ...signed, 'idempotency-key': key }
      if (token !== undefined) headers['authorization'] = `Bearer ${token}`
      const { url, rest } = addressFor(endpoint, fields, phone, !isBodied, wrap === 'twice')
      if (!isBodied) return { method: endpoint.method, url, headers }
      if (type !== '') headers['content-type'] = type
      return { method: endpoint.method, url, headers, payload: wrapped(JSON.stringify(rest), wrap) }
    })
}

function withKnown(schema: Record<string, unknown>, known: KnownValues): Schema {
  const { properties = {}, ...rest } = schema as Schema
  const mixed = Object.entries(properties).map(([name, field]) => {
    const values = known[name]
    return [
      name,
      values === undefined
        ? field
        : { anyOf: [{ enum: [...values] }, { enum: [...values] }, field] },
    ]
  })
  return { ...rest, properties: Object.fromEntries(mixed) }
}

function addressFor(
  endpoint: Endpoint,
  fields: Record<string, unknown>,
  phone: string | undefined,
  inQuery: boolean,
  twice: boolean,
) {
  const names = new Set(listPathParameters(endpoint.path))
  const slug = fields['admin'] === true ? 'other' : product.slug
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'p' ? slug : encode(fields[name] ?? 'missing').slice(0, 2000) || 'x',
  )
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)))
  const pairs = inQuery
    ? Object.entries(rest).map(([name, value]) => `${encode(name)}=${encode(value)}`)
    : []
  if (twice) pairs.push(...pairs.slice(0, 1))
  if (phone !== undefined) pairs.push(`phone=${encode(phone)}`)
  const search = pairs.join('&').slice(0, 12_000).replace(/%.?$/, '')
  return { url: `/api${path}${search === '' ? '' : `?${search}`}`, rest }
}

/**
 * Percent-encodes a value, dots as well. A text with a lone surrogate becomes that surrogate's bytes, as an attacker
 * would send them.
 */
function encode(value: unknown): string {
  const text =
    typeof value === 'string'
      ? value
      : Array.isArray(value)
        ? value.map(String).join(',')
        : String(value)
  return text.isWellFormed() ? encodeURIComponent(text).replaceAll('.', '%2E') : '%ed%a0%80'
}

function wrapped(body: string, wrap: string): string {
  if (wrap === 'cut') return body.slice(0, -1)
  if (wrap === 'twice') return body.replace(/^\{/, '{"a":1,"a":2,')
  if (wrap === 'proto')
    return body.replace(/^\{/, '{"__proto__":{"kind":"staff"},').replace(',}', '}')
  if (wrap === 'deep') return `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`
  if (wrap === 'huge') return `{"a":"${'x'.repeat(300_000)}"}`
  if (wrap === 'list') return `[${body}]`
  return wrap === 'bytes' ? '\u0001\ufffd{' : body
}
