import type { TicketKey } from '#contract/tickets/model'
import { isSigned } from './signature.ts'

/** What a ticket says: by its signed code, or by the list where only its name was typed. */
export interface TicketFacts {
  /** Eight bytes in hex. */
  ticket_id: string
  trip_id: string
  seat: number
  leg_from: number
  issue: number
  name: string
  /** Milliseconds since 1970. */
  departs_at: number
}

export type KnownKey = Pick<TicketKey, 'kid' | 'public_key' | 'state'>

const prefix = 'T1:'
const version = 1
const signatureLength = 64
const minute_ms = 60_000

/** Whether a QR's text claims to be a ticket at all. */
export const looksLikeTicket = (text: string) => text.startsWith(prefix)

/**
 * What the text of a ticket's QR says, if one of these keys signed exactly this; else undefined. Only
 * the one way of writing a ticket is read. `is_withdrawn`: the key that signed it was revoked.
 */
export async function readTicket(
  text: string,
  keys: readonly KnownKey[],
): Promise<{ facts: TicketFacts; is_withdrawn: boolean } | undefined> {
  const bytes = looksLikeTicket(text) ? fromBase45(text.slice(prefix.length)) : undefined
  if (bytes === undefined || bytes[0] !== version || bytes.length <= signatureLength + 1)
    return undefined
  const body = bytes.slice(1, -signatureLength)
  const claims = claimsIn(body)
  const key = keys.find(({ kid }) => kid === claims?.kid)
  if (claims === undefined || key === undefined) return undefined
  if (!(await isSigned(body, bytes.slice(-signatureLength), key.public_key))) return undefined
  return { facts: claims.facts, is_withdrawn: key.state === 'revoked' }
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const digitOf = new Map(Array.from(alphabet, (letter, value) => [letter.charCodeAt(0), value]))

/** The bytes of base45 text (RFC 9285), or undefined where it is not exactly that. */
function fromBase45(text: string): Uint8Array<ArrayBuffer> | undefined {
  const rest = text.length % 3
  if (rest === 1) return undefined
  const bytes = new Uint8Array(Math.floor(text.length / 3) * 2 + (rest === 2 ? 1 : 0))
  for (let from = 0, to = 0; from < text.length; from += 3) {
    const isPair = from + 2 < text.length
    const low = digitOf.get(text.charCodeAt(from))
    const middle = digitOf.get(text.charCodeAt(from + 1))
    const high = isPair ? digitOf.get(text.charCodeAt(from + 2)) : 0
    if (low === undefined || middle === undefined || high === undefined) return undefined
    const value = low + middle * 45 + high * 2025
    if (value > (isPair ? 0xffff : 0xff)) return undefined
    if (isPair) bytes[to++] = value >> 8
    bytes[to++] = value & 0xff
  }
  return bytes
}

/** The claims `[version, key, ticket, trip, minute, seat, from, to, name, issue]`, in canonical CBOR only. */
function claimsIn(body: Uint8Array): { kid: number; facts: TicketFacts } | undefined {
  const read = reader(body)
  if (read.head(4) !== 10 || read.head(0) !== version) return undefined
  const kid = read.head(0)
  const ticket = read.bytes(2, 8, 8)
  const trip = read.bytes(2, 16, 16)
  const minutes = read.head(0)
  const seat = read.head(0)
  const leg_from = read.head(0)
  const leg_to = read.head(0)
  const name = String.fromCharCode(...read.bytes(3, 1, 16))
  const issue = read.head(0)
  if (!read.isDone() || seat < 1 || leg_to <= leg_from || !/^[ -~]+$/.test(name)) return undefined
  const facts = { seat, leg_from, issue, name, departs_at: minutes * minute_ms }
  return { kid, facts: { ...facts, ticket_id: hex(ticket), trip_id: uuid(hex(trip)) } }
}

/** Walks over CBOR. What is not as asked spoils the whole: `isDone` stays false and 0 is read. */
function reader(bytes: Uint8Array) {
  let at = 0
  let isSound = true
  const spoil = () => {
    isSound = false
    return 0
  }
  /** A whole number or length of this major type, written as short as it can be. */
  const head = (major: number) => {
    const first = bytes[at++] ?? 0xff
    const short = first & 31
    if (first >> 5 !== major || short > 26) return spoil()
    if (short < 24) return short
    const size = 1 << (short - 24)
    let value = 0
    for (let left = size; left > 0; left -= 1) value = value * 256 + (bytes[at++] ?? Number.NaN)
    return value >= (size === 1 ? 24 : 256 ** (size / 2)) ? value : spoil()
  }
  return {
    head,
    bytes(major: number, least: number, most: number): Uint8Array {
      const length = head(major)
      if (length < least || length > most) spoil()
      at += length
      return bytes.subarray(at - length, at)
    },
    isDone: () => isSound && at === bytes.length,
  }
}

const hex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const uuid = (digits: string) =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
