import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type Secrets, underEachSecret } from './secrets.ts'

/** What opens something by itself: kept answers hold it sealed, as the tables hold only its hash. */
const secretFields = 'guest_token|link_code|pickup_pin'
const open = new RegExp(`"(${secretFields})":"([\\w.-]{1,128})"`, 'g')
const closed = new RegExp(`"(${secretFields})":"sealed\\.([\\w-]{1,256})"`, 'g')
const [cipher, nonceBytes, tagBytes] = ['aes-256-gcm', 12, 16] as const

/** Whose answer it is; what was sealed in one opens in no other. */
export interface Owner {
  principal: string
  key: string
}

/** An answer as it is kept: without what opens something, which only the server's secret brings back. */
export function sealed(config: Secrets, of: Owner, body: string): string {
  return body.replaceAll(open, (_, name: string, value: string) => {
    const nonce = randomBytes(nonceBytes)
    const seal = createCipheriv(cipher, keyOf(config), nonce).setAAD(boundTo(of, name))
    const text = Buffer.concat([nonce, seal.update(value), seal.final(), seal.getAuthTag()])
    return `"${name}":"sealed.${text.toString('base64url')}"`
  })
}

/** The answer as it was given; undefined when it was sealed elsewhere, or under a secret that is gone. */
export function unsealed(config: Secrets, of: Owner, kept: string): string | undefined {
  try {
    return kept.replaceAll(closed, (_, name: string, text: string) => {
      const value = underEachSecret(config)
        .map((one) => opened(one, boundTo(of, name), Buffer.from(text, 'base64url')))
        .find((found) => found !== undefined)
      if (value === undefined) throw new RangeError('not sealed here')
      return `"${name}":"${value}"`
    })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function opened(config: Secrets, bound: Buffer, bytes: Buffer): string | undefined {
  const nonce = bytes.subarray(0, nonceBytes)
  const seal = createDecipheriv(cipher, keyOf(config), nonce).setAAD(bound)
  seal.setAuthTag(bytes.subarray(-tagBytes))
  try {
    const text = seal.update(bytes.subarray(nonceBytes, -tagBytes))
    return Buffer.concat([text, seal.final()]).toString()
  } catch {
    return undefined
  }
}

const keyOf = ({ session_secret }: Secrets) =>
  Buffer.from(hkdfSync('sha256', session_secret, '', 'kept answers', 32))

const boundTo = ({ principal, key }: Owner, name: string) =>
  Buffer.from(JSON.stringify([principal, key, name]))
