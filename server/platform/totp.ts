import { createHmac } from 'node:crypto'

/** Seconds after which an authenticator app shows a new code. */
const stepSeconds = 30

/** Returns a one-time code of `digits` digits for a counter (RFC 4226). */
export function makeHotp(
  secret: Uint8Array,
  counter: number,
  { digits = 6, hash = 'sha1' }: { digits?: number; hash?: 'sha1' | 'sha256' | 'sha512' } = {},
): string {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac(hash, secret).update(bytes).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** Returns the 30-second step of a time (RFC 6238); `seconds` are counted from 1970. */
export const computeTotpStep = (seconds: number): number => Math.floor(seconds / stepSeconds)

/**
 * Returns the steps whose codes are accepted at this step: also the one before and the one after it, since phones'
 * clocks differ by some seconds.
 */
export const listTotpSteps = (step: number): number[] => [step - 1, step, step + 1]

const base32Characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes bytes in Base32 (RFC 4648) without padding, as authenticator apps accept it. */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => base32Characters[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

/** Decodes what `encodeBase32` returns. Does not check the text. */
export function decodeBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    base32Characters.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
