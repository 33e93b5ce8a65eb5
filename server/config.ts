import { createECDH, createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import * as z from 'zod'
import { mapProviders, type ProviderName } from '#contract/payments/rules'
import { product } from '#contract/product'
import { TicketKey as PublicTicketKey } from '#contract/tickets/model'
import { isOnThisMachine, findLaunchFaults, listRealKeys } from '#server/config/going-live'
import { paymentAddresses, paymentSecrets, paymentSettings } from '#server/config/payment-settings'
import { readOrMakeFile } from '#server/platform/persisted-file'
import { readSecretFiles } from '#server/platform/secret-files'

/** A key of the contract with its private half, PKCS #8 DER in base64url. */
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

const flag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((value) => value === '1' || value === 'true')
const address = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''))

/** A VAPID key (RFC 8292): `bytes` bytes in base64url. */
const vapidKey = (bytes: number) =>
  z
    .string()
    .refine(
      (value) => /^[\w-]+$/.test(value) && Buffer.from(value, 'base64url').length === bytes,
      `must be ${bytes} bytes in base64url`,
    )
const VapidKeys = z.object({ public_key: vapidKey(65), private_key: vapidKey(32) })

/** The secret that signs, and up to two older ones that are still read. */
const SessionSecrets = z
  .string()
  .transform((value) => value.split(',').map((one) => one.trim()))
  .refine((all) => all.every((one) => one.length >= 32), 'use at least 32 characters for each')
  .refine((all) => all.length <= 3, 'use at most three: each one adds a hash to every wrong PIN')
  .refine((all) => new Set(all).size === all.length, 'one is listed twice')
const reason = z.string().min(10, 'give the reason in a few words')

/** The same schema under each of these names. */
function shapeOf<Name extends string, Shape>(names: readonly Name[], shape: Shape) {
  return Object.fromEntries(names.map((name) => [name, shape])) as Record<Name, Shape>
}

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).optional(),
  DEMO: flag.default(false),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  PUBLIC_URL: address.optional(),
  TRUST_PROXY: z.string().optional(),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  MAX_EVENT_LOOP_DELAY_MS: z.coerce.number().int().min(0).default(1000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SEED_NUMBER: z.coerce.number().int().min(0).default(1),
  DATA_DIR: z.string().default(resolve(import.meta.dirname, '../.data')),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  ...shapeOf(paymentSecrets, z.string().optional()),
  ...shapeOf(paymentAddresses, address.optional()),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMS_URL: address.optional(),
  SMS_PER_HOUR: z.coerce.number().int().positive().default(2000),
  SMS_PER_DAY: z.coerce.number().int().positive().default(20_000),
  VAPID_PUBLIC_KEY: vapidKey(65).optional(),
  VAPID_PRIVATE_KEY: vapidKey(32).optional(),
  WALLET_TOPUP: flag.optional(),
  SW_KILL: flag.default(false),
  METRICS_TOKEN: z.string().min(16, 'use at least 16 characters').optional(),
  SESSION_SECRET: SessionSecrets.optional(),
  ALLOW_PLAIN_DATABASE: reason.optional(),
  ALLOW_PLAIN_MAIL: reason.optional(),
  GOOGLE_PLAIN_CODE: reason.optional(),
  TICKET_KEYS: z.string().optional(),
})
type Environment = z.output<typeof Environment>

export type TicketKey = z.output<typeof TicketKey>
export type Config = ReturnType<typeof readConfig>

/**
 * Reads and checks the settings of this process. Without keys a third party is its stand-in (`stand_in: true`,
 * mounted below `/sandbox`); missing secrets are made once in `data_dir`. Throws one error that names every wrong
 * variable; in production without DEMO=1, and beside any real key, also everything that is not fit for going live.
 */
export function readConfig(given: Record<string, string | undefined> = process.env) {
  const { env, faults } = readSecretFiles(given)
  if (faults.length > 0) throw wrong(faults)
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = Environment.safeParse(filled)
  if (!read.success)
    throw wrong(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  const set = read.data
  const halves = halfSet(set)
  if (halves.length > 0) throw wrong(halves)
  const notFit = findLaunchFaults(set)
  if (notFit.length > 0) throw wrong(notFit)
  const production = set.NODE_ENV === 'production'
  const show = (!production || set.DEMO) && listRealKeys(set).length === 0
  const data_dir = resolve(set.DATA_DIR)
  const made = () => readOrMakeFile(`${data_dir}/session-secret`, makeSecret)
  const [session_secret = made(), ...old_session_secrets] = set.SESSION_SECRET ?? []
  return {
    production,
    demo: set.DEMO,
    /** Whether demo people, `/sandbox` and an open `/metrics` are allowed: no real person can be reached. */
    show,
    port: set.PORT,
    public_url: set.PUBLIC_URL ?? `http://localhost:${set.PORT}`,
    trusted_proxies: proxies(set.TRUST_PROXY),
    /** Multiplies the rate limits, for load tests from one address. */
    rate_limit_factor: set.RATE_LIMIT_FACTOR,
    /** Above this delay requests are refused with 503; 0: never. */
    max_event_loop_delay_ms: set.MAX_EVENT_LOOP_DELAY_MS,
    log_level: set.LOG_LEVEL,
    /** The token for `/metrics`. Undefined: open in a demo or development without real keys, else closed. */
    metrics_token: set.METRICS_TOKEN,
    seed_number: set.SEED_NUMBER,
    data_dir,
    /** Undefined: the embedded PostgreSQL, see `#server/db/embedded-postgres`. */
    database_url: set.DATABASE_URL,
    ...thirdParties(set, session_secret),
    /** Whether people may add money to their wallets: holding customers' money needs a licence. */
    wallet_topup: set.WALLET_TOPUP ?? (!production || set.DEMO),
    /** Serves a service worker that removes itself and its files from every phone. */
    sw_kill: set.SW_KILL,
    /** Undefined: the stand-in's mailbox at `/sandbox/mail` and `/sandbox/sms`. */
    smtp_url: set.SMTP_URL,
    /** Mail is sent encrypted or not at all. */
    smtp_requires_tls:
      set.SMTP_URL !== undefined &&
      set.ALLOW_PLAIN_MAIL === undefined &&
      !isOnThisMachine(set.SMTP_URL),
    sms_url: set.SMS_URL,
    /** Caps of SMS: for codes and notifications together, and again for paid messages. */
    sms: { per_hour: set.SMS_PER_HOUR, per_day: set.SMS_PER_DAY },
    /** Keys that sign push messages. With made-up keys, `stand_in_url` is a stand-in of the push service. */
    push: {
      ...vapidKeysOf(set, data_dir),
      subject: `mailto:${product.email}`,
      stand_in_url: show && set.VAPID_PUBLIC_KEY === undefined ? standIn(set, 'push') : undefined,
    },
    /** The secret that signs. */
    session_secret,
    /** Secrets that signed before and are still read, see `#server/platform/secrets`. */
    old_session_secrets,
    /** Why a connection is unencrypted, by variable. */
    plain_because: {
      database: set.ALLOW_PLAIN_DATABASE,
      mail: set.ALLOW_PLAIN_MAIL,
    },
    ticket_keys: readTicketKeys(
      set.TICKET_KEYS ?? readOrMakeFile(`${data_dir}/ticket-keys.json`, makeTicketKeys),
    ),
  }
}

const standIn = ({ PORT }: Environment, name: string) => `http://127.0.0.1:${PORT}/sandbox/${name}`

/** Payment companies and Google, or their stand-ins. */
function thirdParties(set: Environment, session_secret: string) {
  const madeUp = (name: string) =>
    createHmac('sha256', session_secret).update(name).digest('base64url')
  const companyOf = (name: ProviderName) => {
    const { secret_key, webhook_secret, base_url, usual_base_url } = paymentSettings[name]
    const stand_in = set[secret_key] === undefined
    return {
      stand_in,
      secret_key: set[secret_key] ?? madeUp(secret_key),
      webhook_secret: set[webhook_secret] ?? madeUp(webhook_secret),
      base_url: stand_in ? standIn(set, name) : (set[base_url] ?? usual_base_url),
    }
  }
  return {
    ...mapProviders(companyOf),
    google: {
      stand_in: set.GOOGLE_CLIENT_ID === undefined,
      client_id: set.GOOGLE_CLIENT_ID ?? 'stand-in',
      client_secret: set.GOOGLE_CLIENT_SECRET ?? madeUp('google'),
      token_url: set.GOOGLE_CLIENT_ID
        ? 'https://oauth2.googleapis.com/token'
        : `${standIn(set, 'google')}/token`,
      jwks_url: set.GOOGLE_CLIENT_ID
        ? 'https://www.googleapis.com/oauth2/v3/certs'
        : `${standIn(set, 'google')}/certs`,
      tokeninfo_url: set.GOOGLE_CLIENT_ID
        ? 'https://oauth2.googleapis.com/tokeninfo'
        : `${standIn(set, 'google')}/tokeninfo`,
      /** Why codes are accepted without verifier and nonce: Google's script may not pass them on. */
      plain_because: set.GOOGLE_PLAIN_CODE,
      /** As the browser loads it; the stand-in's is on the page's own origin. */
      script_url: set.GOOGLE_CLIENT_ID
        ? 'https://accounts.google.com/gsi/client'
        : '/sandbox/google/client.js',
      /** Google's tokens may contain either (OpenID Connect Core 1.0, 15.6.2). */
      issuers: ['https://accounts.google.com', 'accounts.google.com'],
    },
  }
}

function wrong(sentences: string[]): Error {
  return new Error(
    `The configuration is wrong.\n${sentences.map((line) => `  ${line}`).join('\n')}`,
  )
}

function halfSet(set: Environment): string[] {
  const pairs = [
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ...Object.values(paymentSettings).map(
      ({ secret_key, webhook_secret }) => [secret_key, webhook_secret] as const,
    ),
    ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  ] as const
  return pairs
    .filter(([one, other]) => (set[one] === undefined) !== (set[other] === undefined))
    .map(
      ([one, other]) =>
        `${set[one] === undefined ? one : other}: goes with ${one} and ${other}, set both or none`,
    )
}

/** Addresses of trusted proxies; `1` trusts private networks. */
function proxies(value = ''): string[] {
  if (value === '1' || value === 'true') return ['loopback', 'linklocal', 'uniquelocal']
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !['', '0', 'false'].includes(part))
}

function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

function makeVapidKeys(): string {
  const pair = createECDH('prime256v1')
  const public_key = pair.generateKeys('base64url')
  // The library omits leading zero bytes, which are part of the key.
  const private_key = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return JSON.stringify({ public_key, private_key: private_key.toString('base64url') })
}

function vapidKeysOf(set: Environment, data_dir: string): z.output<typeof VapidKeys> {
  const { VAPID_PUBLIC_KEY: public_key, VAPID_PRIVATE_KEY: private_key } = set
  if (public_key !== undefined && private_key !== undefined) return { public_key, private_key }
  return VapidKeys.parse(parseJson(readOrMakeFile(`${data_dir}/vapid-keys.json`, makeVapidKeys)))
}

function makeTicketKeys(): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key: TicketKey = {
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

function readTicketKeys(text: string): TicketKey[] {
  const keys = z.string().transform(parseJson).pipe(TicketKeys).safeParse(text)
  if (!keys.success) throw wrong([`TICKET_KEYS: ${keys.error.issues[0]?.message}`])
  return keys.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The environment of a build: this one, but for production. A test that starts a server would otherwise leave a
 * development build behind.
 */
export const makeBuildEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'production',
})

/** Whether npm started this process as a script of package.json. */
export const isRunByNpm = (): boolean => process.env['npm_lifecycle_event'] !== undefined
