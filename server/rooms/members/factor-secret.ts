import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { normaliseReference } from '#contract/reference'
import { randomCharacters } from '#server/platform/ids'
import { decryptBytes, encryptBytes } from '#server/platform/sealed'
import { type Secrets, listSecretConfigs } from '#server/platform/secrets'
import { makeHotp, computeTotpStep, listTotpSteps } from '#server/platform/totp'

const recoveryCodeCount = 10

type Secret = Pick<Secrets, 'session_secret'>

const use = 'second factor secret'

/**
 * Encrypts a second factor's secret with the server's secret, for storage. It can be decrypted for this person only.
 */
export const encryptFactorSecret = (
  config: Secret,
  person_id: string,
  secret: Uint8Array,
): string => encryptBytes(config, use, Buffer.from(person_id), secret)

/**
 * Decrypts a second factor's secret. Returns undefined if the SESSION_SECRET with which it was encrypted is no longer
 * configured.
 */
export const decryptFactorSecret = (config: Secrets, person_id: string, sealed: string) =>
  decryptBytes(config, use, Buffer.from(person_id), sealed)

/**
 * Returns the time step to which a code belongs, among the steps around `seconds` (since 1970). Returns undefined if
 * the code is wrong.
 */
export function findTotpStep(
  secret: Uint8Array,
  code: string,
  seconds: number,
): number | undefined {
  return listTotpSteps(computeTotpStep(seconds)).find((step) =>
    timingSafeEqual(Buffer.from(makeHotp(secret, step)), Buffer.from(code)),
  )
}

/** Makes ten recovery codes of 50 random bits, such as `7K2MX-9QW4T`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const code = randomCharacters(10)
    return `${code.slice(0, 5)}-${code.slice(5)}`
  })
}

const recoveryKey = ({ session_secret }: Secret) =>
  Buffer.from(hkdfSync('sha256', session_secret, '', 'recovery codes', 32))

/** Returns a recovery code's hash for the database, under the current secret. */
export const hashRecoveryCode = (config: Secret, person_id: string, code: string): Buffer =>
  createHmac('sha256', recoveryKey(config))
    .update(JSON.stringify([person_id, normaliseReference(code)]))
    .digest()

/** Returns a recovery code's hashes under each secret that is still accepted. */
export const listRecoveryHashes = (config: Secrets, person_id: string, code: string): Buffer[] =>
  listSecretConfigs(config).map((one) => hashRecoveryCode(one, person_id, code))
