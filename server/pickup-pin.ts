import { createHmac } from 'node:crypto'
import type { Config } from '#server/config'

type Secret = Pick<Config, 'session_secret'>

const keyed = ({ session_secret }: Secret, use: string) =>
  createHmac('sha256', createHmac('sha256', session_secret).update(use).digest())

/** The number of a parcel's first pickup PIN. */
export const firstIssue = 1

/** The six digits that the receiver of a parcel says at the counter; each `issue` has others. */
export function pickupPin(config: Secret, parcel_id: string, issue: number): string {
  const digest = keyed(config, 'pickup pin').update(`${parcel_id}:${issue}`).digest()
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

/** What the database keeps of a pickup PIN, 32 bytes. Keyed, since six digits are soon guessed by their hash. */
export function pickupPinHash(config: Secret, parcel_id: string, pin: string): Buffer {
  return keyed(config, 'pickup pin hash').update(`${parcel_id}:${pin}`).digest()
}

/** The hash of a PIN that the receiver was told, 32 bytes. */
export function issuedPinHash(config: Secret, parcel_id: string, issue = firstIssue): Buffer {
  return pickupPinHash(config, parcel_id, pickupPin(config, parcel_id, issue))
}
