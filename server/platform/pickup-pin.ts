import { createHmac } from 'node:crypto'
import { type Secrets, listSecretConfigs } from './secrets.ts'

const keyed = ({ session_secret }: Pick<Secrets, 'session_secret'>, use: string) =>
  createHmac('sha256', createHmac('sha256', session_secret).update(use).digest())

/** The number of a parcel's first pickup PIN. */
export const firstPickupPinNumber = 1

/** A parcel's stored PIN. `pin_hash` shows with which secret it was made. */
export interface StoredPin {
  id: string
  pin_hash: Uint8Array | null
}

/** Returns the receiver's six-digit PIN, which is derived from the secret for each `issue`. */
export function makePickupPin(
  config: Pick<Secrets, 'session_secret'>,
  parcel_id: string,
  issue: number,
): string {
  const digest = keyed(config, 'pickup pin').update(`${parcel_id}:${issue}`).digest()
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

/** Returns the valid PIN of a parcel, even if SESSION_SECRET was rotated after the PIN was issued. */
export function findPickupPin(config: Secrets, { id, pin_hash }: StoredPin, issue: number): string {
  const maker = listSecretConfigs(config).find(
    (one) => pin_hash !== null && hashIssuedPin(one, id, issue).equals(pin_hash),
  )
  return makePickupPin(maker ?? config, id, issue)
}

/** Returns the stored hash of a PIN, 32 bytes. It is keyed, since six digits are easily guessed from a plain hash. */
function pickupPinHash(
  config: Pick<Secrets, 'session_secret'>,
  parcel_id: string,
  pin: string,
): Buffer {
  return keyed(config, 'pickup pin hash').update(`${parcel_id}:${pin}`).digest()
}

/**
 * Returns the hash of a PIN entered at the counter: the stored hash if the PIN is right with any accepted secret,
 * otherwise a hash made with the current secret.
 */
export function hashEnteredPin(config: Secrets, { id, pin_hash }: StoredPin, pin: string): Buffer {
  const hashes = listSecretConfigs(config).map((one) => pickupPinHash(one, id, pin))
  const right = hashes.find((hash) => pin_hash !== null && hash.equals(pin_hash))
  return right ?? pickupPinHash(config, id, pin)
}

/** Returns the hash of a parcel's pickup PIN, 32 bytes. `issue`: the PIN's number, which grows with each renewal. */
export function hashIssuedPin(
  config: Pick<Secrets, 'session_secret'>,
  parcel_id: string,
  issue = firstPickupPinNumber,
): Buffer {
  return pickupPinHash(config, parcel_id, makePickupPin(config, parcel_id, issue))
}
