import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { makeFairQueue } from '#server/platform/fair-queue'

/**
 * argon2id with the parameters that OWASP recommends: 46 MiB, one pass. A hash with other parameters is replaced at
 * the next login.
 */
const strength = { memory: 47_104, passes: 1, parallelism: 1 }
const hashBytes = 32
const saltBytes = 16

/**
 * Limits of one process: how many hashes are computed at the same time, which leaves threads for other work; how many
 * may wait in all; and how many may wait in one lane (`hashPassword`).
 */
const concurrency = 3
const maxWaiting = 1000
const maxWaitingPerLane = 100

const run = promisify(argon2)
const phc =
  /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{16,})\$([A-Za-z0-9+/]{16,})$/

/**
 * Hashes a new password to a PHC string with a new salt. `lane` is the network or person that waits. Throws
 * `too_many_requests` if too many of the lane wait, `unavailable` if too many wait in all.
 */
export async function hashPassword(password: string, lane: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  return written(salt, await inTurn(lane, () => derive(password, salt, strength, hashBytes)))
}

/** Whether a password matches a PHC string, in constant time. */
export async function matchesPassword(
  password: string,
  hash: string | null,
  lane: string,
): Promise<boolean> {
  return (await findMatchingHash(password, [hash], lane)) === 0
}

/**
 * Returns the index of the PHC string that a password matches, or -1. Null, for an unknown account or one without a
 * password, is compared with a hash that nothing matches. All comparisons run in one turn of the queue. If the queue
 * refuses the turn, nothing was compared, so the try does not have to count.
 */
export async function findMatchingHash(
  password: string,
  hashes: readonly (string | null)[],
  lane: string,
): Promise<number> {
  return inTurn(lane, async () => {
    for (const [at, hash] of hashes.entries()) if (await fits(password, hash ?? nobody)) return at
    return -1
  })
}

async function fits(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', wanted = ''] = phc.exec(hash) ?? []
  const expected = Buffer.from(wanted, 'base64')
  const numbers = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  }
  const given = await derive(password, Buffer.from(salt, 'base64'), numbers, expected.length)
  return timingSafeEqual(given, expected)
}

/** Whether a hash has parameters other than the current ones. */
export function isOutdatedHash(hash: string): boolean {
  const { memory, passes, parallelism } = strength
  return !hash.startsWith(`$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`)
}

function written(salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = strength
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(hash)}`
}

const nobody = written(randomBytes(saltBytes), randomBytes(hashBytes))

const inTurn = makeFairQueue({ concurrency, maxWaiting, maxWaitingPerLane })

async function derive(
  password: string,
  nonce: Buffer,
  numbers: typeof strength,
  tagLength: number,
): Promise<Buffer> {
  // Keyboards encode the same letter in different ways, so hash one form.
  const message = password.normalize('NFKC')
  return run('argon2id', { message, nonce, tagLength, ...numbers })
}
