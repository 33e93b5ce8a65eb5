import { createPrivateKey, sign } from 'node:crypto'
import { decode, encode } from 'cborg'
import { decideScannedText } from '#src/features/boarding/decide.ts'
import { type TicketClaims, signTicket } from '#server/rooms/tickets'
import { type SeededRandom, makeSeededRandom } from './seeded-random.ts'
import { aTicketKey } from '#tests/support/makers/tickets'

/** How the phone judged forged tickets: payloads that were mutated at random. */
export interface ForgedTicketReport {
  payloads: number
  /** Mutated payloads whose signature counted as ours; `which` describes the first few. */
  accepted: number
  which: string[]
  /** Genuine tickets that were refused: the test itself is broken then. */
  true_refused: number
  per_second: number
  kinds: Record<string, number>
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const signature = 64
/**
 * The order of Ed25519's group, little endian. If it is added to the second half of a signature, the signature still
 * satisfies the equation, so a verifier must check that this half is smaller.
 */
const order = Buffer.from('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010', 'hex')

const keys = [aTicketKey(1), aTicketKey(2, 'verify_only'), aTicketKey(3, 'revoked')]
const stranger = aTicketKey(1)

/**
 * Passes mutated tickets to the phone's own verification, and sometimes a genuine one. A mutated ticket counts as
 * accepted if its signature counts as ours, no matter what the verdict is.
 */
export async function tryForgedTickets(count: number, seed: number): Promise<ForgedTicketReport> {
  const dice = makeSeededRandom(seed)
  const found: ForgedTicketReport = {
    payloads: 0,
    accepted: 0,
    which: [],
    true_refused: 0,
    per_second: 0,
    kinds: {},
  }
  const started = performance.now()
  const names = Object.keys(kinds)
  while (found.payloads < count) {
    const claims = someClaims(dice)
    const ticket = signTicket(claims, keys)
    const door = { trip_id: claims.trip_id, position: claims.leg_from }
    const known = { keys, lists: [], scans: [] }
    const now = claims.departs_at.getTime()
    const { verdict } = await decideScannedText(ticket, door, known, now)
    if (verdict !== 'valid') found.true_refused += 1
    const batch = Array.from({ length: Math.min(64, count - found.payloads) }, async () => {
      const name = names[below(dice, names.length)] ?? ''
      const mutated = kinds[name]?.(ticket, claims, dice) ?? ''
      if (mutated === ticket) return
      const decision = await decideScannedText(mutated, door, known, now)
      found.payloads += 1
      found.kinds[name] = (found.kinds[name] ?? 0) + 1
      if (decision.verdict === 'forged') return
      found.accepted += 1
      if (found.which.length < 5) found.which.push(`${name}: ${mutated}`)
    })
    await Promise.all(batch)
  }
  found.per_second = Math.round((found.payloads / (performance.now() - started)) * 1000)
  return found
}

const below = (dice: SeededRandom, count: number) => dice.number(0, count - 1)

type Mutate = (ticket: string, claims: TicketClaims, dice: SeededRandom) => string

const kinds: Record<string, Mutate> = {
  'a bit of the text': (ticket, _, dice) => {
    const at = below(dice, ticket.length)
    const flipped = String.fromCharCode(ticket.charCodeAt(at) ^ (1 << below(dice, 7)))
    return ticket.slice(0, at) + flipped + ticket.slice(at + 1)
  },
  'another letter': (ticket, _, dice) => {
    const at = 3 + below(dice, ticket.length - 3)
    return ticket.slice(0, at) + (alphabet[below(dice, 45)] ?? '') + ticket.slice(at + 1)
  },
  'two letters swapped': (ticket, _, dice) => {
    const at = 3 + below(dice, ticket.length - 4)
    const [one = '', two = ''] = [ticket[at], ticket[at + 1]]
    return ticket.slice(0, at) + two + one + ticket.slice(at + 2)
  },
  'a bit of the bytes': (ticket, _, dice) =>
    withBytes(ticket, (bytes) => {
      const at = below(dice, bytes.length)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << below(dice, 8))
      return bytes
    }),
  truncated: (ticket, _, dice) => ticket.slice(0, below(dice, ticket.length)),
  'bytes cut out': (ticket, _, dice) =>
    withBytes(ticket, (bytes) => {
      const at = below(dice, bytes.length)
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + below(dice, 4))])
    }),
  'something appended': (ticket, _, dice) => ticket + '0'.repeat(1 + below(dice, 6)),
  'a field changed, the signature kept': (ticket, _, dice) =>
    withClaims(ticket, (list) => {
      const at = below(dice, list.length)
      const before = list[at]
      if (typeof before === 'number') list[at] = before + 1 + below(dice, 9)
      else if (typeof before === 'string') list[at] = `${before.slice(1)}X`
      else if (before instanceof Uint8Array) list[at] = before.map((byte) => byte ^ 1)
      return list
    }),
  'two fields swapped': (ticket, _, dice) =>
    withClaims(ticket, (list) => {
      const [a, b] = [below(dice, list.length), below(dice, list.length)]
      const kept = list[a]
      list[a] = list[b]
      list[b] = kept
      return list
    }),
  'a newer issue, another seat': (ticket, claims, dice) =>
    withClaims(ticket, (list) => {
      list[5] = claims.seat + 1
      list[9] = claims.issue + below(dice, 3)
      return list
    }),
  'written another way': (ticket, _, dice) => withBytes(ticket, (bytes) => loosened(bytes, dice)),
  'signed by a stranger': (_, claims) => signTicket({ ...claims, kid: 1 }, [stranger]),
  'another key named': (ticket, claims) =>
    withClaims(ticket, (list) => {
      list[1] = claims.kid === 1 ? 2 : 1
      return list
    }),
  'a key nobody has': (_, claims) => signTicket({ ...claims, kid: 9 }, [{ ...stranger, kid: 9 }]),
  'the signature of another ticket': (ticket, claims) => {
    const other = bytesOf(signTicket({ ...claims, seat: claims.seat + 1 }, keys))
    return withBytes(ticket, (bytes) =>
      Buffer.concat([bytes.subarray(0, -signature), other.subarray(-signature)]),
    )
  },
  'the signature plus the order of the group': (ticket) =>
    withBytes(ticket, (bytes) => {
      let carry = 0
      for (let at = 0; at < 32; at += 1) {
        const place = bytes.length - 32 + at
        const sum = (bytes[place] ?? 0) + (order[at] ?? 0) + carry
        bytes[place] = sum & 255
        carry = sum >> 8
      }
      return bytes
    }),
  'no signature': (ticket) => withBytes(ticket, (bytes) => bytes.subarray(0, -signature)),
  'signed without our domain': (ticket, claims) =>
    withBytes(ticket, (bytes) => {
      const pkcs8 = Buffer.from(keys[claims.kid - 1]?.private_key ?? '', 'base64url')
      const body = bytes.subarray(1, -signature)
      const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
      return Buffer.concat([bytes.subarray(0, 1), body, sign(null, body, key)])
    }),
}

function someClaims(dice: SeededRandom): TicketClaims {
  const bytes = (count: number) =>
    Buffer.from(Array.from({ length: count }, () => below(dice, 256)))
  const trip = bytes(16).toString('hex')
  const leg_from = below(dice, 4)
  return {
    kid: 1 + below(dice, 2),
    ticket_id: bytes(8),
    trip_id: trip.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    departs_at: new Date((29_000_000 + below(dice, 9_000_000)) * 60_000),
    seat: 1 + below(dice, 59),
    leg_from,
    leg_to: leg_from + 1 + below(dice, 30),
    name: ['A OKONKWO', 'B ADEYEMI-JOHNSON', 'TRAVELLER'][below(dice, 3)]?.slice(0, 16) ?? '',
    issue: 1 + below(dice, 5),
  }
}

/**
 * Encodes the same claims in CBOR that a strict reader must refuse: a list whose head is longer than necessary, or a
 * list of indefinite length.
 */
function loosened(bytes: Buffer, dice: SeededRandom): Buffer {
  const body = bytes.subarray(2, -signature)
  const head = below(dice, 2) === 0 ? Buffer.of(0x98, 10) : Buffer.of(0x9f)
  const tail = head.length === 1 ? Buffer.of(0xff) : Buffer.alloc(0)
  return Buffer.concat([bytes.subarray(0, 1), head, body, tail, bytes.subarray(-signature)])
}

function withClaims(ticket: string, change: (list: unknown[]) => unknown[]): string {
  return withBytes(ticket, (bytes) => {
    const list = change(decode(bytes.subarray(1, -signature)) as unknown[])
    return Buffer.concat([bytes.subarray(0, 1), encode(list), bytes.subarray(-signature)])
  })
}

function withBytes(ticket: string, change: (bytes: Buffer) => Buffer): string {
  return `T1:${toBase45(change(bytesOf(ticket)))}`
}

function bytesOf(ticket: string): Buffer {
  const bytes: number[] = []
  for (let at = 3; at < ticket.length; at += 3) {
    const group = Array.from(ticket.slice(at, at + 3), (letter) => alphabet.indexOf(letter))
    const value = group.reduceRight((sum, digit) => sum * 45 + digit, 0)
    bytes.push(...(group.length === 3 ? [value >> 8, value & 255] : [value]))
  }
  return Buffer.from(bytes)
}

function toBase45(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const low = bytes[at + 1]
    let value = low === undefined ? (bytes[at] ?? 0) : (bytes[at] ?? 0) * 256 + low
    for (let digit = low === undefined ? 2 : 3; digit > 0; digit -= 1) {
      text += alphabet[value % 45] ?? ''
      value = Math.trunc(value / 45)
    }
  }
  return text
}
