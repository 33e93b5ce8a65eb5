import { resolve } from 'node:path'
import { product } from '#contract/product'
import { ConfigurationError } from '#server/config/configuration-error'
import { Environment, findIncompleteSettings } from '#server/config/environment'
import { isOnThisMachine, findLaunchFaults, listRealKeys } from '#server/config/going-live'
import { readTicketKeys, readSessionSecret, readVapidKeys } from '#server/config/signing-keys'
import { makeStandInUrl, chooseThirdParties } from '#server/config/third-parties'
import { readSecretFiles } from '#server/platform/secret-files'

export type { TicketSigningKey } from '#server/config/signing-keys'
export type Config = ReturnType<typeof readConfig>

/**
 * Reads and checks the settings of this process. A third party without keys is replaced by its stand-in (`stand_in:
 * true`, mounted below `/sandbox`); missing secrets are generated once and stored in `data_dir`. Throws one error that
 * names every wrong variable. In production without DEMO=1, and whenever a real key is set, the error also names
 * everything that is not fit for going live.
 */
export function readConfig(given: Record<string, string | undefined> = process.env) {
  const { env, faults } = readSecretFiles(given)
  if (faults.length > 0) throw new ConfigurationError(faults)
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = Environment.safeParse(filled)
  if (!read.success)
    throw new ConfigurationError(
      read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    )
  const set = read.data
  const halves = findIncompleteSettings(set)
  if (halves.length > 0) throw new ConfigurationError(halves)
  const notFit = findLaunchFaults(set)
  if (notFit.length > 0) throw new ConfigurationError(notFit)
  const production = set.NODE_ENV === 'production'
  const show = (!production || set.DEMO) && listRealKeys(set).length === 0
  const data_dir = resolve(set.DATA_DIR)
  const [session_secret = readSessionSecret(data_dir), ...old_session_secrets] =
    set.SESSION_SECRET ?? []
  return {
    production,
    demo: set.DEMO,
    /**
     * Whether demo people and `/sandbox` are allowed and, outside of production, an open `/metrics`. True only if no
     * real person can be reached.
     */
    show,
    port: set.PORT,
    public_url: set.PUBLIC_URL ?? `http://localhost:${set.PORT}`,
    trusted_proxies: parseProxies(set.TRUST_PROXY),
    /** Multiplies the rate limits, for load tests from one IP address. */
    rate_limit_factor: set.RATE_LIMIT_FACTOR,
    /** The delay of the event loop above which requests are refused with 503; 0 disables the check. */
    max_event_loop_delay_ms: set.MAX_EVENT_LOOP_DELAY_MS,
    log_level: set.LOG_LEVEL,
    /** The token for `/metrics`. If undefined, `/metrics` is open only outside of production and with `show`. */
    metrics_token: set.METRICS_TOKEN,
    seed_number: set.SEED_NUMBER,
    data_dir,
    /** If undefined, the embedded PostgreSQL is used, see `#server/db/embedded-postgres`. */
    database_url: set.DATABASE_URL,
    /**
     * The URL for work that needs a database session of its own. If `database_url` leads to a pooler, this URL bypasses
     * it.
     */
    database_direct_url: set.DATABASE_DIRECT_URL ?? set.DATABASE_URL,
    /** The read replicas, for calls whose answers may be a few seconds old. */
    database_read_urls: set.DATABASE_READ_URL ?? [],
    ...chooseThirdParties(set, session_secret),
    /**
     * Whether people may add money to their wallets. Off by default in production, since holding customers' money needs
     * a licence.
     */
    wallet_topup: set.WALLET_TOPUP ?? (!production || set.DEMO),
    /** Serves a service worker that removes itself and its files from every phone. */
    sw_kill: set.SW_KILL,
    /** If undefined, messages go to the stand-in's mailbox at `/sandbox/mail` and `/sandbox/sms`. */
    smtp_url: set.SMTP_URL,
    /** Whether mail is refused rather than sent unencrypted. */
    smtp_requires_tls:
      set.SMTP_URL !== undefined &&
      set.ALLOW_PLAIN_MAIL === undefined &&
      !isOnThisMachine(set.SMTP_URL),
    sms_url: set.SMS_URL,
    /** The limits of SMS. They apply to codes and notifications together, and once more to paid messages. */
    sms: { per_hour: set.SMS_PER_HOUR, per_day: set.SMS_PER_DAY },
    push: readPushSettings(set, { data_dir, show }),
    /** The secret that signs new tokens. */
    session_secret,
    /** Earlier secrets, whose signatures are still accepted, see `#server/platform/secrets`. */
    old_session_secrets,
    /** The reasons for unencrypted connections, by variable. */
    plain_because: {
      database: set.ALLOW_PLAIN_DATABASE,
      mail: set.ALLOW_PLAIN_MAIL,
    },
    ticket_keys: readTicketKeys(set.TICKET_KEYS, data_dir),
  }
}

/**
 * Returns the keys that sign push messages, and the URL of the stand-in push service. There is a stand-in only if the
 * keys are generated and `show` is true.
 */
function readPushSettings(
  set: Environment,
  { data_dir, show }: { data_dir: string; show: boolean },
) {
  return {
    ...readVapidKeys(set, data_dir),
    subject: `mailto:${product.email}`,
    stand_in_url:
      show && set.VAPID_PUBLIC_KEY === undefined ? makeStandInUrl(set, 'push') : undefined,
  }
}

/** Returns the IP addresses of trusted proxies; `1` trusts private networks. */
function parseProxies(value = ''): string[] {
  if (value === '1' || value === 'true') return ['loopback', 'linklocal', 'uniquelocal']
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !['', '0', 'false'].includes(part))
}

/**
 * Returns the environment for a build: that of this process with NODE_ENV=production. With the NODE_ENV of a test, a
 * server that a test starts would leave a development build behind.
 */
export const makeBuildEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'production',
})

/** Whether npm started this process as a script of package.json. */
export const isRunByNpm = (): boolean => process.env['npm_lifecycle_event'] !== undefined
