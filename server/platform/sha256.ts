import { createHash } from 'node:crypto'

/** Returns the SHA-256 of a text. It is stored instead of a token, so that a copy of the database gives no access. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
