import { createHmac } from 'node:crypto'
import type { Config } from '#server/config'

type Secret = Pick<Config, 'session_secret'>

const keyed = ({ session_secret }: Secret, use: string) =>
  createHmac('sha256', createHmac('sha256', session_secret).update(use).digest())

/** The six digits that the receiver of a parcel says at the counter; each `issue` has others. */
export function pickupPin(config: Secret, parcel_id: string, issue: number): string {
  const digest = keyed(config, 'pickup pin').update(`${parcel_id}:${issue}`).digest()
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

/** What the database keeps of a pickup PIN, 32 bytes. Keyed, since six digits are soon guessed by their hash. */
export function pickupPinHash(config: Secret, parcel_id: string, pin: string): Buffer {
  return keyed(config, 'pickup pin hash').update(`${parcel_id}:${pin}`).digest()
}
