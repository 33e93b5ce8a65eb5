import { createHmac, subtle } from 'node:crypto'
import { Refusal, refuse } from '#contract/errors'
import type { Config } from '#server/config'
import { type Db, inTransaction } from '#server/db/client'
import { sealed, unsealed } from '#server/platform/sealed'
import { underEachSecret } from '#server/platform/secrets'
import { type HttpAnswer, replayed } from './http-answer.ts'
import { aLaneEach } from './lanes.ts'
import type { Call } from './read-input.ts'
import { type Kept, findKept, finishKept, keep } from './repository.ts'

/** One write that must not happen twice: whose key it is, and what was asked under it. */
export interface Once {
  principal: string
  key: string
  route: string
  body_sha256: Uint8Array
  /** The same under the secrets before: a key may be older than the rotation of SESSION_SECRET. */
  older_sha256: readonly Uint8Array[]
  /** Encrypt an answer for storage, and decrypt it; undefined where it cannot be read. */
  seal: (body: string) => string
  unseal: (kept: string) => string | undefined
}

/**
 * Reads the key of a write, or throws `idempotency_key_missing`. The hash covers all that was sent; it is
 * keyed, since who could guess at it would soon have a PIN.
 */
export async function onceOf(
  config: Config,
  call: Call,
  principal: string,
  route: string,
  input: unknown,
): Promise<Once> {
  const key = call.headers['idempotency-key']
  if (typeof key !== 'string' || !/^[\x21-\x7e]{16,255}$/.test(key)) {
    throw refuse('idempotency_key_missing', {
      detail:
        'Send an Idempotency-Key header of 16 to 255 letters and digits, created when the person acted.',
    })
  }
  const words = await wordsOf(input)
  const [body_sha256 = Buffer.alloc(0), ...older_sha256] = underEachSecret(config).map(
    ({ session_secret }) => {
      const secret = createHmac('sha256', session_secret).update('idempotency').digest()
      return createHmac('sha256', secret).update(words).digest()
    },
  )
  const of = { principal, key }
  return {
    ...of,
    route,
    body_sha256,
    older_sha256,
    seal: (body) => sealed(config, of, body),
    unseal: (kept) => unsealed(config, of, kept),
  }
}

const longString = 32 * 1024

/**
 * An input as it is hashed. Its photos are hashed first, in a thread of their own: megabytes would hold up
 * everybody.
 */
async function wordsOf(input: unknown): Promise<Buffer> {
  const long: string[] = []
  const words = JSON.stringify(input, (_name, value: unknown) =>
    typeof value === 'string' && value.length > longString ? `${long.push(value)}…` : value,
  )
  const photos: Buffer[] = []
  for (const text of long)
    photos.push(Buffer.from(await subtle.digest('SHA-256', Buffer.from(text, 'latin1'))))
  return Buffer.concat([Buffer.from(words), ...photos])
}

/** Repeats of a write that wait in this process for the one that runs. */
export const mostRepeats = 10
const inLane = aLaneEach(mostRepeats)

/**
 * Runs a write in one transaction with its key and its answer, or replays the answer. A refusal
 * undoes the effect and is kept afterwards, when it is final (409); every other failure keeps nothing.
 * Repeats of a write that is running wait for it without a connection; throws `unavailable` where too many do.
 */
export async function onceInTransaction(
  db: Db,
  once: Once,
  run: (db: Db) => Promise<HttpAnswer>,
  refused: (refusal: Refusal) => HttpAnswer,
): Promise<HttpAnswer> {
  const answer = inLane(`${once.key} ${once.principal}`, () => runOrReplay(db, once, run, refused))
  if (answer === undefined) throw refuse('unavailable', { retry_after: 1 })
  return answer
}

async function runOrReplay(
  db: Db,
  once: Once,
  run: (db: Db) => Promise<HttpAnswer>,
  refused: (refusal: Refusal) => HttpAnswer,
): Promise<HttpAnswer> {
  try {
    return await inTransaction(db, async (tx) => {
      if (!(await keep(tx, once, { ...once, status: 0, response: '' }))) return replay(tx, once)
      const answer = await run(tx)
      await finishKept(tx, once, answer.status, once.seal(textOf(answer)))
      return answer
    })
  } catch (error) {
    if (!isFinal(error)) throw error
    return settle(db, once, refused(error))
  }
}

/** Runs a write that makes its own transactions; replays before, keeps the answer after. */
export async function onceByHandler(
  db: Db,
  once: Once,
  run: (db: Db) => Promise<HttpAnswer>,
  refused: (refusal: Refusal) => HttpAnswer,
): Promise<HttpAnswer> {
  if ((await findKept(db, once)) !== undefined) return replay(db, once)
  try {
    return await settle(db, once, await run(db))
  } catch (error) {
    if (!isFinal(error)) throw error
    return settle(db, once, refused(error))
  }
}

function isFinal(error: unknown): error is Refusal {
  return error instanceof Refusal && error.status === 409
}

/** Keeps an answer; if the same write has been answered meanwhile, that answer is the one that counts. */
async function settle(db: Db, once: Once, answer: HttpAnswer): Promise<HttpAnswer> {
  const kept: Kept = { ...once, status: answer.status, response: once.seal(textOf(answer)) }
  return (await keep(db, once, kept)) ? answer : replay(db, once)
}

async function replay(db: Db, once: Once): Promise<HttpAnswer> {
  const kept = await findKept(db, once)
  if (kept === undefined) throw refuse('unavailable', { retry_after: 1 })
  const asked = [once.body_sha256, ...once.older_sha256]
  const isSame = asked.some((sha256) => Buffer.from(kept.body_sha256).equals(sha256))
  if (kept.route !== once.route || !isSame) {
    throw refuse('idempotency_key_reused')
  }
  const body = once.unseal(kept.response)
  if (body === undefined) throw refuse('idempotency_key_reused')
  return replayed(kept.status, body)
}

function textOf(answer: HttpAnswer): string {
  return typeof answer.body === 'string' ? answer.body : ''
}
