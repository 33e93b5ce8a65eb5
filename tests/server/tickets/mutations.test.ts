import { expect, test, vi } from 'vitest'
import { decideScannedText } from '#src/features/boarding/decide.ts'
import { signTicket } from '#server/rooms/tickets'
import { tryForgedTickets } from '#tests/load/run/forged-tickets'
import { aTicketKey } from '#tests/support/makers/tickets'

const claims = {
  kid: 7,
  ticket_id: Buffer.from('0011223344556677', 'hex'),
  trip_id: '019b7656-c400-7abc-8def-001122334455',
  departs_at: new Date('2026-11-22T06:00:00Z'),
  seat: 12,
  leg_from: 0,
  leg_to: 2,
  name: 'A OKONKWO',
  issue: 1,
}
const door = { trip_id: claims.trip_id, position: 0 }
const now = claims.departs_at.getTime()

test('of 20,000 mutated tickets the phone takes none, and every true one', async () => {
  const seed = 20_261_121
  const found = await tryForgedTickets(20_000, seed)
  console.log(`mutated tickets: ${found.per_second} a second, ${JSON.stringify(found.kinds)}`)
  expect(found.which).toEqual([])
  expect(found.accepted).toBe(0)
  expect(found.true_refused).toBe(0)
  for (const [kind, count] of Object.entries(found.kinds)) expect(count, kind).toBeGreaterThan(300)
}, 60_000)

test.each(['the browser’s Ed25519', 'the one in JavaScript'])(
  'the phone reads what the server signs, by %s',
  async (which) => {
    vi.resetModules()
    if (which !== 'the browser’s Ed25519')
      vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException())
    const { decideScannedText } = await import('#src/features/boarding/decide.ts')
    const key = aTicketKey(7)
    const known = { keys: [key], lists: [], scans: [] }
    const ticket = signTicket(claims, [key])
    const decision = await decideScannedText(ticket, door, known, now)
    expect(decision).toMatchObject({
      verdict: 'valid',
      why: 'sold_later',
      facts: {
        ticket_id: '0011223344556677',
        trip_id: claims.trip_id,
        seat: 12,
        name: 'A OKONKWO',
        departs_at: claims.departs_at.getTime(),
      },
    })
    const forged = signTicket(claims, [aTicketKey(7)])
    expect((await decideScannedText(forged, door, known, now)).verdict).toBe('forged')
    vi.restoreAllMocks()
  },
)

test('a key that was revoked makes a withdrawn ticket, a key nobody knows a forged one', async () => {
  const key = aTicketKey(7, 'revoked')
  const ticket = signTicket(claims, [key])
  const verdictWith = async (keys: (typeof key)[]) =>
    (await decideScannedText(ticket, door, { keys, lists: [], scans: [] }, now)).verdict
  expect(await verdictWith([key])).toBe('cancelled')
  expect(await verdictWith([{ ...key, state: 'verify_only' }])).toBe('valid')
  expect(await verdictWith([])).toBe('forged')
  expect(await verdictWith([aTicketKey(7)])).toBe('forged')
})
