import { createHmac } from 'node:crypto'
import type { Config } from '#server/config'

/**
 * Returns a card as a keyed hash, so that a reader of the table learns nothing about the card. The same card has the
 * same hash at one company.
 */
export function hashCard({ session_secret }: Pick<Config, 'session_secret'>, card: string): string {
  const key = createHmac('sha256', session_secret).update('cards of payments').digest()
  return createHmac('sha256', key).update(card).digest('base64url').slice(0, 22)
}
