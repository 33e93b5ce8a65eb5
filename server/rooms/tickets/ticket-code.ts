import {
  decodeTicket,
  makeBytesToSign,
  encodeTicketBody,
  type TicketCode,
  encodeTicket,
} from '#contract/ticket-code'
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { TicketSigningKey } from '#server/config'

/** The data in the text of a ticket's QR code. */
export interface TicketClaims extends Omit<TicketCode, 'minute'> {
  departs_at: Date
}

const minute_ms = 60_000

/**
 * Returns the text of a ticket's QR code. The same claims and key always give the same text, so it is not stored.
 * Throws for an unknown key.
 */
export function signTicket(claims: TicketClaims, keys: readonly TicketSigningKey[]): string {
  const key = keys.find(({ kid }) => kid === claims.kid)
  if (key === undefined) throw new Error(`ticket key ${claims.kid} is missing from TICKET_KEYS`)
  const minute = Math.floor(claims.departs_at.getTime() / minute_ms)
  const body = encodeTicketBody({ ...claims, minute })
  return encodeTicket(body, sign(null, makeBytesToSign(body), secretOf(key)))
}

/** Returns the claims in a QR code's text if it is signed with a key that is not revoked; else undefined. */
export function verifyTicketCode(
  text: string,
  keys: readonly Pick<TicketSigningKey, 'kid' | 'public_key' | 'state'>[],
): TicketClaims | undefined {
  const opened = decodeTicket(text)
  const key = keys.find(({ kid, state }) => kid === opened?.claims.kid && state !== 'revoked')
  if (opened === undefined || key === undefined) return undefined
  const { claims, body, signature } = opened
  if (!verify(null, makeBytesToSign(body), publicOf(key.public_key), signature)) return undefined
  const { minute, ...rest } = claims
  return { ...rest, departs_at: new Date(minute * minute_ms) }
}

const secrets = new Map<string, KeyObject>()

function secretOf(key: TicketSigningKey): KeyObject {
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
