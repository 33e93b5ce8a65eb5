import { createHash } from 'node:crypto'

/** The SHA-256 of a text: what is kept in place of a token, so that a copy of the database opens nothing. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
