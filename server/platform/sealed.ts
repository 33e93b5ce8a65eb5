import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type Secrets, listSecretConfigs } from './secrets.ts'

/** Fields of stored answers that grant access. They are encrypted, since the other tables store only their hashes. */
const secretFields = 'guest_token|link_code|pickup_pin'
const open = new RegExp(`"(${secretFields})":"([\\w.-]{1,128})"`, 'g')
const closed = new RegExp(`"(${secretFields})":"sealed\\.([\\w-]{1,256})"`, 'g')
const [cipher, nonceBytes, tagBytes] = ['aes-256-gcm', 12, 16] as const

/** The owner and the call to which an encrypted answer is bound. */
export interface AnswerOwner {
  principal: string
  key: string
}

/** Encrypts the fields of a stored answer that grant access, with the server's secret. */
export function encryptAnswerFields(config: Secrets, of: AnswerOwner, body: string): string {
  return body.replaceAll(open, (_, name: string, value: string) => {
    const text = encryptBytes(config, answers, boundTo(of, name), Buffer.from(value))
    return `"${name}":"sealed.${text}"`
  })
}

/** Encrypts bytes with a key derived for one purpose, bound to their owner. */
export function encryptBytes(
  config: Pick<Secrets, 'session_secret'>,
  use: string,
  bound: Uint8Array,
  bytes: Uint8Array,
): string {
  const nonce = randomBytes(nonceBytes)
  const seal = createCipheriv(cipher, keyOf(config, use), nonce).setAAD(bound)
  const parts = [nonce, seal.update(bytes), seal.final(), seal.getAuthTag()]
  return Buffer.concat(parts).toString('base64url')
}

/** Decrypts bytes with each accepted secret in turn; undefined if none fits. */
export function decryptBytes(
  config: Secrets,
  use: string,
  bound: Uint8Array,
  text: string,
): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return listSecretConfigs(config)
    .map((one) => opened(keyOf(one, use), bound, bytes))
    .find((found) => found !== undefined)
}

const answers = 'kept answers'

/** Returns the original answer; undefined if it belongs to another owner or its secret no longer exists. */
export function decryptAnswerFields(
  config: Secrets,
  of: AnswerOwner,
  stored: string,
): string | undefined {
  try {
    return stored.replaceAll(closed, (_, name: string, text: string) => {
      const value = decryptBytes(config, answers, boundTo(of, name), text)?.toString()
      if (value === undefined) throw new RangeError('not sealed here')
      return `"${name}":"${value}"`
    })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function opened(key: Buffer, bound: Uint8Array, bytes: Buffer): Buffer | undefined {
  const nonce = bytes.subarray(0, nonceBytes)
  const seal = createDecipheriv(cipher, key, nonce).setAAD(bound)
  seal.setAuthTag(bytes.subarray(-tagBytes))
  try {
    const text = seal.update(bytes.subarray(nonceBytes, -tagBytes))
    return Buffer.concat([text, seal.final()])
  } catch {
    return undefined
  }
}

const keyOf = ({ session_secret }: Pick<Secrets, 'session_secret'>, use: string) =>
  Buffer.from(hkdfSync('sha256', session_secret, '', use, 32))

const boundTo = ({ principal, key }: AnswerOwner, name: string) =>
  Buffer.from(JSON.stringify([principal, key, name]))
