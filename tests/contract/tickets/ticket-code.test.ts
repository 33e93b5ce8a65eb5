import { decode, encode } from 'cborg'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  decodeBase45,
  decodeTicket,
  encodeTicketBody,
  encodeTicket,
  encodeBase45,
} from '#contract/ticket-code'

const whole = (max: number) => fc.integer({ min: 0, max })
const someClaims = fc
  .record({
    kid: whole(70_000),
    ticket_id: fc.uint8Array({ minLength: 8, maxLength: 8 }),
    trip_id: fc.uuid(),
    minute: whole(2 ** 32 - 1),
    seat: fc.integer({ min: 1, max: 80 }),
    leg_from: whole(300),
    legs: fc.integer({ min: 1, max: 300 }),
    name: fc.stringMatching(/^[ -~]{1,16}$/),
    issue: whole(70_000),
  })
  .map(({ legs, ...claims }) => ({ ...claims, leg_to: claims.leg_from + legs }))
const signature = new Uint8Array(64).fill(7)

test('a body is the canonical CBOR that a library writes, and is read as it was written', () => {
  fc.assert(
    fc.property(someClaims, (claims) => {
      const body = encodeTicketBody(claims)
      expect(Buffer.from(encode(decode(body))).equals(body)).toBe(true)
      const opened = decodeTicket(encodeTicket(body, signature))
      expect(opened).toEqual({ claims, body, signature })
    }),
    { numRuns: 500 },
  )
})

test('base45 is that of RFC 9285, and nothing else is read', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  expect(encodeBase45(bytes('Hello!!'))).toBe('%69 VD92EX0')
  expect(encodeBase45(bytes('ietf!'))).toBe('QED8WEX0')
  expect(decodeBase45('QED8WEX0')).toEqual(bytes('ietf!'))
  for (const text of ['A', 'GGW', ':::', 'ABC!', 'abc']) expect(decodeBase45(text)).toBeUndefined()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (some) => {
      expect(decodeBase45(encodeBase45(some))).toEqual(some)
    }),
  )
})

test('what does not fit is refused when it is written', () => {
  const [claims] = fc.sample(someClaims, { numRuns: 1, seed: 1 })
  if (claims === undefined) throw new Error('no claims')
  for (const seat of [-1, 0.5, 2 ** 32])
    expect(() => encodeTicketBody({ ...claims, seat })).toThrow('is not a ticket field')
})
