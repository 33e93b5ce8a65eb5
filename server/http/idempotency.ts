import { createHmac, subtle } from 'node:crypto'
import { Refusal, makeRefusal } from '#contract/errors'
import type { Config } from '#server/config'
import { type Db, inTransaction } from '#server/db/client'
import { encryptAnswerFields, decryptAnswerFields } from '#server/platform/sealed'
import { listSecretConfigs } from '#server/platform/secrets'
import { type HttpAnswer, replayAnswer } from './http-answer.ts'
import { makeSerialQueues } from './lanes.ts'
import type { RawRequest } from './parse-raw-input.ts'
import {
  type StoredAnswer,
  findStoredAnswer,
  finishStoredAnswer,
  storeAnswer,
} from './repository.ts'

/** A write that must not happen twice: its key, the key's owner, and the hash of the input. */
export interface IdempotentWrite {
  principal: string
  key: string
  route: string
  body_sha256: Uint8Array
  /** The hashes made with older secrets, since a key may be older than the last rotation of SESSION_SECRET. */
  older_sha256: readonly Uint8Array[]
  /** Encrypts an answer for storage, and decrypts it; undefined if it cannot be read. */
  seal: (body: string) => string
  unseal: (kept: string) => string | undefined
}

/**
 * Reads the idempotency key of a write; throws `idempotency_key_missing`. The hash covers the whole input. It is
 * keyed, since a PIN could be guessed from a plain hash.
 */
export async function parseIdempotentWrite(
  config: Config,
  call: RawRequest,
  principal: string,
  route: string,
  input: unknown,
): Promise<IdempotentWrite> {
  const key = call.headers['idempotency-key']
  if (typeof key !== 'string' || !/^[\x21-\x7e]{16,255}$/.test(key)) {
    throw makeRefusal('idempotency_key_missing', {
      detail:
        'Send an Idempotency-Key header of 16 to 255 letters and digits, created when the person acted.',
    })
  }
  const words = await serializeInput(input)
  const [body_sha256 = Buffer.alloc(0), ...older_sha256] = listSecretConfigs(config).map(
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
    seal: (body) => encryptAnswerFields(config, of, body),
    unseal: (kept) => decryptAnswerFields(config, of, kept),
  }
}

const longString = 32 * 1024

/**
 * Returns the input as bytes for the hash. Photos are hashed first, in another thread, since megabytes would block the
 * event loop.
 */
async function serializeInput(input: unknown): Promise<Buffer> {
  const long: string[] = []
  const words = JSON.stringify(input, (_name, value: unknown) =>
    typeof value === 'string' && value.length > longString ? `${long.push(value)}…` : value,
  )
  const photos: Buffer[] = []
  for (const text of long)
    photos.push(Buffer.from(await subtle.digest('SHA-256', Buffer.from(text, 'latin1'))))
  return Buffer.concat([Buffer.from(words), ...photos])
}

/** The maximum number of repeats of one running write that wait in this process. */
export const maxWaitingRepeats = 10
const inLane = makeSerialQueues(maxWaitingRepeats)

/**
 * Runs a write in one transaction with its key and answer, or repeats the stored answer. A final refusal (409) rolls
 * back the effect and is stored; other failures store nothing. `prepare` runs first, outside of the transaction, unless
 * the answer is stored. Repeats of a running write wait without a connection; throws `unavailable` if too many wait.
 */
export async function runOnceInTransaction(
  db: Db,
  once: IdempotentWrite,
  run: (db: Db) => Promise<HttpAnswer>,
  refused: (refusal: Refusal) => HttpAnswer,
  prepare?: () => Promise<void>,
): Promise<HttpAnswer> {
  return afterRunning(once, async () => {
    if (prepare && (await findStoredAnswer(db, once)) !== undefined) return replay(db, once)
    await prepare?.()
    return runOrReplay(db, once, run, refused)
  })
}

/** Runs a write after those of this process with the same key. Throws `unavailable` if too many wait. */
async function afterRunning(
  { key, principal }: IdempotentWrite,
  run: () => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const answer = inLane(`${key} ${principal}`, run)
  if (answer === undefined) throw makeRefusal('unavailable', { retry_after: 1 })
  return answer
}

async function runOrReplay(
  db: Db,
  once: IdempotentWrite,
  run: (db: Db) => Promise<HttpAnswer>,
  refused: (refusal: Refusal) => HttpAnswer,
): Promise<HttpAnswer> {
  try {
    return await inTransaction(db, async (tx) => {
      if (!(await storeAnswer(tx, once, { ...once, status: 0, response: '' })))
        return replay(tx, once)
      const answer = await run(tx)
      await finishStoredAnswer(tx, once, answer.status, once.seal(textOf(answer)))
      return answer
    })
  } catch (error) {
    if (!isFinal(error)) throw error
    return settle(db, once, refused(error))
  }
}

/**
 * Runs a write that opens its own transactions. Looks for a stored answer first, and stores the answer afterwards.
 * Repeats wait as in `runOnceInTransaction`: if they ran at the same time, each would count as a try of a PIN and call
 * a payment company.
 */
export async function runOnceWithOwnTransactions(
  db: Db,
  once: IdempotentWrite,
  run: (db: Db) => Promise<HttpAnswer>,
  refused: (refusal: Refusal) => HttpAnswer,
  prepare?: () => Promise<void>,
): Promise<HttpAnswer> {
  return afterRunning(once, async () => {
    if ((await findStoredAnswer(db, once)) !== undefined) return replay(db, once)
    await prepare?.()
    try {
      return await settle(db, once, await run(db))
    } catch (error) {
      if (!isFinal(error)) throw error
      return settle(db, once, refused(error))
    }
  })
}

function isFinal(error: unknown): error is Refusal {
  return error instanceof Refusal && error.status === 409
}

/** Stores an answer and returns it. If the same write was answered in the meantime, returns that answer. */
async function settle(db: Db, once: IdempotentWrite, answer: HttpAnswer): Promise<HttpAnswer> {
  const newAnswer: StoredAnswer = {
    ...once,
    status: answer.status,
    response: once.seal(textOf(answer)),
  }
  return (await storeAnswer(db, once, newAnswer)) ? answer : replay(db, once)
}

async function replay(db: Db, once: IdempotentWrite): Promise<HttpAnswer> {
  const storedAnswer = await findStoredAnswer(db, once)
  if (storedAnswer === undefined) throw makeRefusal('unavailable', { retry_after: 1 })
  const bodyHashes = [once.body_sha256, ...once.older_sha256]
  const isSame = bodyHashes.some((sha256) => Buffer.from(storedAnswer.body_sha256).equals(sha256))
  if (storedAnswer.route !== once.route || !isSame) {
    throw makeRefusal('idempotency_key_reused')
  }
  const body = once.unseal(storedAnswer.response)
  if (body === undefined) throw makeRefusal('idempotency_key_reused')
  return replayAnswer(storedAnswer.status, body)
}

function textOf(answer: HttpAnswer): string {
  return typeof answer.body === 'string' ? answer.body : ''
}
