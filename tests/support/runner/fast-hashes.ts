import crypto, { type Argon2Algorithm, type Argon2Parameters } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/*
 * Thousands of people sign up in the tests, and argon2id is slow on purpose: each hash takes 46 MiB and a tenth of a
 * second on a busy machine. If the salt of a password was made in this process, the password is hashed with 64 KiB of
 * memory. All others, such as those of the demo country, are hashed with their own parameters. The `alone` tests and
 * the browser tests do not use this setup: all their hashes have full cost.
 */
const saltBytes = 16
const leastMemory = 64

function hashQuickly(): void {
  const { argon2, randomBytes } = crypto
  const drawn = new Set<string>()
  const remembering = (size: number, ...rest: unknown[]) => {
    const bytes = Reflect.apply(randomBytes, crypto, [size, ...rest]) as Buffer
    if (size === saltBytes && Buffer.isBuffer(bytes)) drawn.add(bytes.toString('hex'))
    return bytes
  }
  const quick = (
    algorithm: Argon2Algorithm,
    asked: Argon2Parameters,
    done: (error: Error | null, tag: Buffer) => void,
  ) => {
    const nonce = Buffer.from(asked.nonce as Uint8Array).toString('hex')
    argon2(algorithm, drawn.has(nonce) ? { ...asked, memory: leastMemory } : asked, done)
  }
  Object.assign(crypto, { argon2: quick, randomBytes: remembering })
  syncBuiltinESMExports()
}

// Test files share a worker, so replace Node's functions only once.
const isDone = Symbol.for('waka: quick hashes')
if (!Reflect.has(globalThis, isDone)) {
  Reflect.set(globalThis, isDone, true)
  hashQuickly()
}
