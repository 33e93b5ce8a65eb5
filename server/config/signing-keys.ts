import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { TicketKey as PublicTicketKey } from '#contract/tickets/model'
import { ConfigurationError } from '#server/config/configuration-error'
import { readOrMakeFile } from '#server/platform/persisted-file'

/** A ticket key of the contract with its private part (PKCS #8 DER in base64url). */
const TicketKey = z.strictObject({ ...PublicTicketKey.shape, private_key: z.string().min(1) })
const TicketKeys = z
  .array(TicketKey)
  .refine(
    (keys) => keys.filter((key) => key.state === 'active').length === 1,
    'one key must be active',
  )
  .refine(
    (keys) => new Set(keys.map((key) => key.kid)).size === keys.length,
    'a kid is listed twice',
  )

export type TicketSigningKey = z.output<typeof TicketKey>

/** A VAPID key (RFC 8292): `bytes` bytes in base64url. */
export const makeVapidKeySchema = (bytes: number) =>
  z
    .string()
    .refine(
      (value) => /^[\w-]+$/.test(value) && Buffer.from(value, 'base64url').length === bytes,
      `must be ${bytes} bytes in base64url`,
    )
const VapidKeys = z.object({
  public_key: makeVapidKeySchema(65),
  private_key: makeVapidKeySchema(32),
})

/** Returns the session secret in the data folder, which is generated once. */
export const readSessionSecret = (data_dir: string): string =>
  readOrMakeFile(`${data_dir}/session-secret`, () => randomBytes(32).toString('base64url'))

interface VapidVariables {
  VAPID_PUBLIC_KEY?: string | undefined
  VAPID_PRIVATE_KEY?: string | undefined
}

function makeVapidKeys(): string {
  const pair = createECDH('prime256v1')
  const public_key = pair.generateKeys('base64url')
  // The library omits leading zero bytes, which are part of the key.
  const private_key = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return JSON.stringify({ public_key, private_key: private_key.toString('base64url') })
}

/** Returns the keys that sign pushes: those that are configured, or a pair that is generated once. */
export function readVapidKeys(set: VapidVariables, data_dir: string): z.output<typeof VapidKeys> {
  const { VAPID_PUBLIC_KEY: public_key, VAPID_PRIVATE_KEY: private_key } = set
  if (public_key !== undefined && private_key !== undefined) return { public_key, private_key }
  return VapidKeys.parse(parseJson(readOrMakeFile(`${data_dir}/vapid-keys.json`, makeVapidKeys)))
}

function makeTicketKeys(): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key: TicketSigningKey = {
    kid: 1,
    private_key: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64url'),
    public_key: publicKey
      .export({ type: 'spki', format: 'der' })
      .subarray(-32)
      .toString('base64url'),
    state: 'active',
    not_before: new Date().toISOString(),
    not_after: new Date(Date.now() + 3 * 365 * 86_400_000).toISOString(),
  }
  return JSON.stringify([key])
}

/**
 * Returns the keys that sign tickets: those that are configured, or one that is generated once. Throws if any is
 * malformed.
 */
export function readTicketKeys(text: string | undefined, data_dir: string): TicketSigningKey[] {
  const written = text ?? readOrMakeFile(`${data_dir}/ticket-keys.json`, makeTicketKeys)
  const keys = z.string().transform(parseJson).pipe(TicketKeys).safeParse(written)
  if (!keys.success) throw new ConfigurationError([`TICKET_KEYS: ${keys.error.issues[0]?.message}`])
  return keys.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
