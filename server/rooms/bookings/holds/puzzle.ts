import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Puzzle, isPuzzleSolved } from '#contract/puzzle'
import type { Config } from '#server/config'
import { listSecretConfigs } from '#server/platform/secrets'

const lifeSeconds = 300
/** About 65,000 hashes in all, which take 0.2 seconds on a computer and 1 second on a cheap phone. */
const size = { parts: 16, bits: 12 }

/** The caller and the trip for which a puzzle is valid. */
export interface PuzzleSubject {
  trip_id: string
  holder: string
}

/** Makes a puzzle. Nothing is stored: the puzzle contains its expiry and our signature. */
export function makePuzzle(config: Config, of: PuzzleSubject): Puzzle {
  const until = Math.floor(Date.now() / 1000) + lifeSeconds
  const name = `${until.toString(36)}.${randomBytes(8).toString('base64url')}`
  return { challenge: `${name}.${sealOf(config, of, name)}`, ...size }
}

/**
 * Returns the id of the puzzle that a proof of work solves, so that it can be used only once; undefined if the proof is
 * wrong, has expired, or was made for another caller or trip. Costs a few HMACs and sixteen hashes.
 */
export function verifyPuzzle(config: Config, of: PuzzleSubject, proof: string): string | undefined {
  const [challenge = '', answer = ''] = proof.split('~', 2)
  const [until = '', random = '', seal = ''] = challenge.split('.')
  const name = `${until}.${random}`
  const isOurs = listSecretConfigs(config).some((one) => isSame(seal, sealOf(one, of, name)))
  if (!isOurs || Number.parseInt(until, 36) * 1000 < Date.now()) return undefined
  const hash = (text: string) => createHash('sha256').update(text).digest().readUInt32BE()
  return isPuzzleSolved({ challenge, ...size }, answer, hash) ? name : undefined
}

function sealOf(
  { session_secret }: Pick<Config, 'session_secret'>,
  { trip_id, holder }: PuzzleSubject,
  name: string,
): string {
  const sealed = JSON.stringify(['puzzle', name, trip_id, holder])
  const key = createHmac('sha256', session_secret).update('puzzle').digest()
  return createHmac('sha256', key).update(sealed).digest('base64url').slice(0, 22)
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
