import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { normaliseReference } from '#contract/reference'
import { randomLetters } from '#server/platform/ids'
import { openBytes, sealBytes } from '#server/platform/sealed'
import { type Secrets, underEachSecret } from '#server/platform/secrets'
import { hotp, stepAt, stepsAround } from '#server/platform/totp'

const many = 10

type Secret = Pick<Secrets, 'session_secret'>

const use = 'second factor secret'

/** A secret as it is kept: bound to its person, and opened only by the server's own secret. */
export const sealFactor = (config: Secret, person_id: string, secret: Uint8Array): string =>
  sealBytes(config, use, Buffer.from(person_id), secret)

/** The secret again; undefined where SESSION_SECRET is another since and the old one is read no more. */
export const openFactor = (config: Secrets, person_id: string, sealed: string) =>
  openBytes(config, use, Buffer.from(person_id), sealed)

/** The step whose code this is, of those around a time; undefined when it is none of them. */
export function stepOf(secret: Uint8Array, code: string, seconds: number): number | undefined {
  return stepsAround(stepAt(seconds)).find((step) =>
    timingSafeEqual(Buffer.from(hotp(secret, step)), Buffer.from(code)),
  )
}

/** Ten codes of 50 random bits, as people read them: `7K2MX-9QW4T`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: many }, () => {
    const code = randomLetters(10)
    return `${code.slice(0, 5)}-${code.slice(5)}`
  })
}

const recoveryKey = ({ session_secret }: Secret) =>
  Buffer.from(hkdfSync('sha256', session_secret, '', 'recovery codes', 32))

/** The encrypted form for the database, under the current secret. */
export const recoveryHash = (config: Secret, person_id: string, code: string): Buffer =>
  createHmac('sha256', recoveryKey(config))
    .update(JSON.stringify([person_id, normaliseReference(code)]))
    .digest()

/** The same under each secret that is read. */
export const recoveryHashes = (config: Secrets, person_id: string, code: string): Buffer[] =>
  underEachSecret(config).map((one) => recoveryHash(one, person_id, code))
