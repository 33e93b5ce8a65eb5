/*
 * The text of a ticket's QR code: `T1:` and base45 of `0x01 ‖ CBOR ‖ Ed25519`. Each ticket has exactly one valid
 * text.
 */

type Bytes = Uint8Array<ArrayBuffer>

/** What the QR code of a ticket says, and what its signature covers. */
export interface TicketCode {
  kid: number
  /** Eight bytes. */
  ticket_id: Uint8Array
  trip_id: string
  /** When the bus leaves, whole minutes since 1970. */
  minute: number
  seat: number
  leg_from: number
  leg_to: number
  /** `A OKONKWO`, at most 16 printable ASCII characters. */
  name: string
  issue: number
}

const prefix = 'T1:'
const version = 1
const signatureLength = 64
const fields = 10
/** The prefix of the signed bytes, so that no other signature made with the same key is valid as a ticket. */
const domain = ascii('waka ticket 1\0')

/** Returns whether the text of a QR code begins like a ticket. Only `decodeTicket` checks the rest. */
export const isTicketText = (text: string) => text.startsWith(prefix)

/** Returns the bytes that are signed for a ticket's body. */
export const makeBytesToSign = (body: Uint8Array): Bytes => joined(domain, body)

/**
 * Encodes the body of a ticket as canonical CBOR: the same claims give the same bytes. Throws for a value out of range.
 */
export function encodeTicketBody(claims: TicketCode): Bytes {
  const { kid, ticket_id, trip_id, minute, seat, leg_from, leg_to, name, issue } = claims
  const numbers = [seat, leg_from, leg_to].map((value) => head(0, value))
  return joined(
    head(4, fields),
    head(0, version),
    head(0, kid),
    head(2, ticket_id.length),
    ticket_id,
    head(2, 16),
    fromHex(trip_id.replaceAll('-', '')),
    head(0, minute),
    ...numbers,
    head(3, name.length),
    ascii(name),
    head(0, issue),
  )
}

/** Returns the text of the QR code for a body and its signature. */
export const encodeTicket = (body: Uint8Array, signature: Uint8Array) =>
  prefix + encodeBase45(joined(Uint8Array.of(version), body, signature))

/** Returns the claims, body and signature of a QR code's text; undefined unless it is canonical. */
export function decodeTicket(
  text: string,
): { claims: TicketCode; body: Bytes; signature: Bytes } | undefined {
  const bytes = isTicketText(text) ? decodeBase45(text.slice(prefix.length)) : undefined
  if (bytes === undefined || bytes[0] !== version || bytes.length <= signatureLength + 1)
    return undefined
  const body = bytes.slice(1, -signatureLength)
  const claims = claimsIn(body)
  return claims && { claims, body, signature: bytes.slice(-signatureLength) }
}

/**
 * Reads the claims `[version, key, ticket, trip, minute, seat, from, to, name, issue]`. Accepts canonical CBOR only.
 */
function claimsIn(body: Uint8Array): TicketCode | undefined {
  const read = reader(body)
  if (read.head(4) !== fields || read.head(0) !== version) return undefined
  const claims = {
    kid: read.head(0),
    ticket_id: read.bytes(2, 8, 8),
    trip_id: uuid(toHex(read.bytes(2, 16, 16))),
    minute: read.head(0),
    seat: read.head(0),
    leg_from: read.head(0),
    leg_to: read.head(0),
    name: String.fromCharCode(...read.bytes(3, 1, 16)),
    issue: read.head(0),
  }
  return read.isDone() ? claims : undefined
}

/** Encodes a number, or a length, of this major type of CBOR in its shortest form. */
function head(major: number, value: number): Bytes {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** 32)
    throw new RangeError(`${value} is not a ticket field`)
  const size = value < 24 ? 0 : value < 256 ? 1 : value < 65_536 ? 2 : 4
  const short = size === 0 ? value : 24 + Math.log2(size)
  const digits = Array.from({ length: size }, (_, at) => (value / 256 ** (size - 1 - at)) & 255)
  return Uint8Array.of((major << 5) | short, ...digits)
}

/** Reads CBOR from the start. After unexpected input, `isDone` stays false, whatever later reads return. */
function reader(bytes: Uint8Array) {
  let at = 0
  let isSound = true
  const spoil = () => {
    isSound = false
    return 0
  }
  /** Reads a head of this major type and returns its number or length. Accepts only the shortest encoding. */
  const number = (major: number) => {
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
    head: number,
    bytes(major: number, least: number, most: number): Uint8Array {
      const length = number(major)
      if (length < least || length > most) spoil()
      at += length
      return bytes.subarray(at - length, at)
    },
    isDone: () => isSound && at === bytes.length,
  }
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/** Encodes bytes as base45 (RFC 9285), the densest form for QR codes. */
export function encodeBase45(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const high = bytes[at] ?? 0
    const low = bytes[at + 1]
    text += low === undefined ? digits(high, 2) : digits(high * 256 + low, 3)
  }
  return text
}

function digits(value: number, count: number): string {
  let rest = value
  let text = ''
  for (let at = 0; at < count; at += 1) {
    text += alphabet[rest % 45] ?? ''
    rest = Math.trunc(rest / 45)
  }
  return text
}

/** Decodes base45 text; undefined unless it is exactly what `encodeBase45` writes. */
export function decodeBase45(text: string): Bytes | undefined {
  const rest = text.length % 3
  if (rest === 1) return undefined
  const bytes = new Uint8Array(Math.floor(text.length / 3) * 2 + (rest === 2 ? 1 : 0))
  const digitAt = (at: number) => alphabet.indexOf(text.charAt(at))
  for (let from = 0, to = 0; from < text.length; from += 3) {
    const isPair = from + 2 < text.length
    const [low, middle, high] = [digitAt(from), digitAt(from + 1), isPair ? digitAt(from + 2) : 0]
    const value = low + middle * 45 + high * 2025
    if (Math.min(low, middle, high) < 0 || value > (isPair ? 0xffff : 0xff)) return undefined
    if (isPair) bytes[to++] = value >> 8
    bytes[to++] = value & 0xff
  }
  return bytes
}

function joined(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function ascii(text: string): Bytes {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

const fromHex = (text: string): Bytes =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const toHex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const uuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Returns whether seat, legs and name are within their ranges. */
export const isPlausibleTicket = ({ seat, leg_from, leg_to, name }: TicketCode) =>
  seat > 0 && leg_to > leg_from && /^[ -~]+$/.test(name)

/** Returns a ticket's id for comparison: eight bytes in hex. */
export const formatTicketId = ({ ticket_id }: Pick<TicketCode, 'ticket_id'>) => toHex(ticket_id)
