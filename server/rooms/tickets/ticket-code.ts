import { decode, encode } from 'cborg'
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { TicketKey } from '#server/config'
import { fromBase45, toBase45 } from './base45.ts'

/** What a ticket's QR says. */
export interface TicketClaims {
  kid: number
  /** Eight bytes. */
  ticket_id: Uint8Array
  trip_id: string
  departs_at: Date
  seat: number
  leg_from: number
  leg_to: number
  /** `A OKONKWO`, at most 16 ASCII characters. */
  name: string
  issue: number
}

const version = 1
const prefix = 'T1:'
/** Signed in front of every ticket, so that no other signature of these keys can pass for one. */
const domain = Buffer.from('waka ticket 1\0')
const signatureLength = 64
const minute = 60_000

/**
 * The text of a ticket's QR: `T1:` and base45 of `0x01 ‖ CBOR ‖ Ed25519`. The same claims and key
 * always make the same text, so it is never stored. Throws when the key is not ours.
 */
export function signTicket(claims: TicketClaims, keys: readonly TicketKey[]): string {
  const key = keys.find(({ kid }) => kid === claims.kid)
  if (key === undefined) throw new Error(`ticket key ${claims.kid} is missing from TICKET_KEYS`)
  const body = encode([
    version,
    claims.kid,
    claims.ticket_id,
    Buffer.from(claims.trip_id.replaceAll('-', ''), 'hex'),
    Math.floor(claims.departs_at.getTime() / minute),
    claims.seat,
    claims.leg_from,
    claims.leg_to,
    claims.name,
    claims.issue,
  ])
  const signature = sign(null, Buffer.concat([domain, body]), secretOf(key))
  return prefix + toBase45(Buffer.concat([Buffer.of(version), body, signature]))
}

/** What a QR's text says, if one of these keys signed exactly this and is not revoked; else undefined. */
export function readTicket(
  text: string,
  keys: readonly Pick<TicketKey, 'kid' | 'public_key' | 'state'>[],
): TicketClaims | undefined {
  const bytes = text.startsWith(prefix) ? fromBase45(text.slice(prefix.length)) : undefined
  if (bytes === undefined || bytes[0] !== version || bytes.length <= signatureLength + 1)
    return undefined
  const body = bytes.subarray(1, -signatureLength)
  const claims = claimsIn(body)
  const key = keys.find(({ kid, state }) => kid === claims?.kid && state !== 'revoked')
  if (claims === undefined || key === undefined) return undefined
  const isTrue = verify(
    null,
    Buffer.concat([domain, body]),
    publicOf(key.public_key),
    bytes.subarray(-signatureLength),
  )
  return isTrue ? claims : undefined
}

function claimsIn(body: Uint8Array): TicketClaims | undefined {
  try {
    const list: unknown = decode(body)
    if (!Array.isArray(list) || list.length !== 10) return undefined
    const [ver, kid, ticket_id, trip, departs, seat, leg_from, leg_to, name, issue] =
      list as unknown[]
    const whole = [ver, kid, departs, seat, leg_from, leg_to, issue]
    if (ver !== version || !whole.every(Number.isSafeInteger) || typeof name !== 'string')
      return undefined
    if (!(ticket_id instanceof Uint8Array) || !(trip instanceof Uint8Array) || trip.length !== 16)
      return undefined
    const trip_id = Buffer.from(trip)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    const number = (value: unknown) => Number(value)
    return {
      kid: number(kid),
      ticket_id,
      trip_id,
      departs_at: new Date(number(departs) * minute),
      seat: number(seat),
      leg_from: number(leg_from),
      leg_to: number(leg_to),
      name,
      issue: number(issue),
    }
  } catch {
    return undefined
  }
}

const secrets = new Map<string, KeyObject>()

function secretOf(key: TicketKey): KeyObject {
  const known = secrets.get(key.private_key)
  if (known !== undefined) return known
  const made = createPrivateKey({
    key: Buffer.from(key.private_key, 'base64url'),
    format: 'der',
    type: 'pkcs8',
  })
  secrets.set(key.private_key, made)
  return made
}

function publicOf(raw: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw }, format: 'jwk' })
}
