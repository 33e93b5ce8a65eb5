import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '#contract/all'
import { makeSchemaShape } from '#contract/schema-shape'
import { hasShape, type Shape } from '#contract/shape'
import { instant } from '#contract/shapes'

/** Returns a value of a shape, with one item in each list. */
function makeExample(shape: Shape): unknown {
  if (typeof shape === 'string')
    return {
      any: 'x',
      string: 'x',
      instant: '2026-11-21T10:00:00Z',
      number: 1,
      boolean: true,
      null: null,
    }[shape]
  if (Array.isArray(shape)) {
    const [first = 'any'] = shape as Shape[]
    return shape.length > 1 ? makeExample(first) : [makeExample(first)]
  }
  return Object.fromEntries(
    Object.entries(shape).map(([name, part]) => [
      name === '*' ? 'one' : name.replace('?', ''),
      makeExample(part),
    ]),
  )
}

/** Returns copies of a value, each with one of its parts replaced by a value of another kind. */
function spoil(value: unknown): unknown[] {
  const others = [null, 'x', 7, [], [null], {}, { data: null }].filter(
    (other) => JSON.stringify(other) !== JSON.stringify(value),
  )
  if (typeof value !== 'object' || value === null) return others
  const inside = Object.entries(value).flatMap(([name, part]) =>
    spoil(part).map((spoilt) => (Array.isArray(value) ? [spoilt] : { ...value, [name]: spoilt })),
  )
  return [...others, ...inside]
}

const reads = endpoints.filter(({ method, file, streams }) => method === 'GET' && !file && !streams)

test('every answer that is read has a shape', () => {
  expect(reads.length).toBeGreaterThan(100)
  expect(reads.filter(({ shape }) => shape === undefined || shape === 'any')).toEqual([])
})

test.for(reads.filter(({ cache }) => cache === 'lookup'))(
  '$name: a list is refused if any part of it is of another kind',
  ({ shape = 'any', output }) => {
    const example = makeExample(shape)
    expect(hasShape(shape, example)).toBe(true)
    const spoilt = spoil(example)
    expect(spoilt.length).toBeGreaterThan(10)
    const data = (answer: unknown) => (answer as { data: unknown }).data
    for (const other of [null, 'x', 7, { data: null }]) expect(hasShape(shape, other)).toBe(false)
    // A shape does not contain the values of an enum, so the schema refuses an example with an enum.
    const isExact = z.safeParse(output, Array.isArray(example) ? example : data(example)).success
    for (const one of isExact ? spoilt : [])
      // An empty list has the shape of its list, and a value that the schema accepts is not damaged.
      if (hasShape(shape, one))
        expect(z.safeParse(output, Array.isArray(one) ? one : data(one)).success).toBe(true)
  },
)

describe('a shape', () => {
  const schema = z.object({
    name: z.string(),
    at: instant,
    kind: z.enum(['a', 'b']),
    size: z.optional(z.number()),
    logo: z.nullable(z.string()),
    parts: z.array(z.object({ id: z.int() })),
    texts: z.record(z.string(), z.string()),
  })
  const value = {
    name: 'x',
    at: '2026-11-21T10:00:00Z',
    kind: 'a',
    logo: null,
    parts: [{ id: 1 }],
    texts: { one: 'x' },
  }
  const shape = makeSchemaShape(schema)

  test('accepts what the schema accepts, and fields that a newer server adds', () => {
    expect(hasShape(shape, value)).toBe(true)
    expect(hasShape(shape, { ...value, size: 3, logo: 'x', kind: 'c', more: true })).toBe(true)
  })

  test.for([
    ['nothing', undefined],
    ['null', null],
    ['a list', [value]],
    ['a text', 'x'],
    ['a missing field', { ...value, name: undefined }],
    ['a text that is no time', { ...value, at: 'yesterday' }],
    ['null in a list', { ...value, parts: [null] }],
    ['a number in a record of texts', { ...value, texts: { one: 1 } }],
    ['a number beyond all dates', { ...value, size: 1e300 }],
  ] as const)('refuses %s', ([, other]) => {
    expect(hasShape(shape, other)).toBe(false)
  })
})

test('an undefined field, which a database of the browser stores too, counts as missing', () => {
  const texts = { 'details?': { '*': 'string' } } as const satisfies Shape
  expect(hasShape(texts, { details: { weight: 'light', size: undefined } })).toBe(true)
  expect(hasShape(texts, { details: { weight: 'light', size: null } })).toBe(false)
  expect(hasShape({ name: 'string' }, { name: undefined })).toBe(false)
})
