import { providerNames, providers } from '#contract/payments/rules'
import {
  type PaymentUrlName,
  paymentUrlNames,
  type PaymentSecretName,
  paymentSettings,
} from '#server/config/payment-settings'

/** The settings that decide whether a configuration is fit for real people and real money. */
export interface LiveSettings extends Partial<
  Record<PaymentSecretName | PaymentUrlName, string | undefined>
> {
  NODE_ENV?: string | undefined
  DEMO: boolean
  PUBLIC_URL?: string | undefined
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATABASE_READ_URL?: readonly string[] | undefined
  GOOGLE_CLIENT_ID?: string | undefined
  SMTP_URL?: string | undefined
  SMS_URL?: string | undefined
  VAPID_PUBLIC_KEY?: string | undefined
  SESSION_SECRET?: unknown
  TICKET_KEYS?: string | undefined
  ALLOW_PLAIN_DATABASE?: string | undefined
  ALLOW_PLAIN_MAIL?: string | undefined
}

const companies = Object.entries(paymentSettings)

/** Whether a key is a test key, which moves no money. */
const isTestKey = (value = '') => companies.some(([, { test_keys }]) => value.startsWith(test_keys))

const webhookSecretLength = 24

const thirdParties: Record<string, string> = {
  ...Object.fromEntries(
    providers.map((name) => [
      paymentSettings[name].secret_key,
      `without it ${providerNames[name]} is a stand-in`,
    ]),
  ),
  GOOGLE_CLIENT_ID: 'without it Google is a stand-in',
  SMTP_URL: 'without it no mail leaves',
  SMS_URL: 'without it no SMS leaves',
}
const ownSettings = {
  DATABASE_URL: 'the embedded database is for one machine',
  PUBLIC_URL: 'links in mails and payments need the real address',
  VAPID_PUBLIC_KEY: 'made-up keys are not shared with other machines',
  SESSION_SECRET: 'a made-up secret is not shared with other machines',
  TICKET_KEYS: 'made-up keys are not shared with other machines',
} as const

/** Whether a URL leads to this machine: loopback or a Unix socket. */
export function isOnThisMachine(address: string): boolean {
  const { hostname, searchParams } = new URL(address)
  const host = decodeURIComponent(searchParams.getAll('host').at(-1) ?? hostname)
  if (host === '' || host.startsWith('/')) return true
  return (
    host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
  )
}

/**
 * Returns the names of the variables that are set to reach a real third party. Leaves out test keys and URLs that lead
 * to this machine.
 */
export function listRealKeys(set: LiveSettings): string[] {
  return Object.keys(thirdParties).filter((name) => {
    const value = set[name as keyof LiveSettings]
    if (typeof value !== 'string' || isTestKey(value)) return false
    return !(name === 'SMTP_URL' || name === 'SMS_URL') || !isOnThisMachine(value)
  })
}

/**
 * Returns why a configuration is not fit for going live, as one sentence per variable. Returns none for a demo, nor for
 * development with stand-ins only. With a real key, no stand-in is allowed.
 */
export function findLaunchFaults(set: LiveSettings): string[] {
  const real = listRealKeys(set)
  const isLive = set.NODE_ENV === 'production' && !set.DEMO
  if (real.length === 0 && !isLive) return []
  const beside = `beside real keys (${real.join(', ')})`
  const faults = [
    real.length > 0 &&
      set.NODE_ENV === undefined &&
      `NODE_ENV: must be set ${beside}: production, or development where no customer comes`,
    real.length > 0 &&
      set.DEMO &&
      `DEMO: cannot be on ${beside}: the passwords of its people are known`,
    ...missing(set, thirdParties, isLive ? 'in production' : beside),
    ...(isLive
      ? [...missing(set, ownSettings, 'in production'), ...plainWays(set), ...testKeysIn(set)]
      : []),
    ...shortSecrets(set),
  ].filter((line) => line !== false)
  return faults.length === 0 || real.length > 0
    ? faults
    : [...faults, 'DEMO=1 allows all of this, for a show only.']
}

function missing(set: LiveSettings, needed: Record<string, string>, where: string): string[] {
  return Object.entries(needed)
    .filter(([name]) => set[name as keyof LiveSettings] === undefined)
    .map(([name, why]) => `${name}: must be set ${where}: ${why}`)
}

function testKeysIn(set: LiveSettings): string[] {
  return companies
    .map(([, { secret_key }]) => secret_key)
    .filter((name) => isTestKey(set[name]))
    .map((name) => `${name}: is a test key, with which no money moves`)
}

function shortSecrets(set: LiveSettings): string[] {
  return companies
    .map(([, { webhook_secret }]) => webhook_secret)
    .filter((name) => (set[name]?.length ?? webhookSecretLength) < webhookSecretLength)
    .map(
      (name) =>
        `${name}: proves who sends us webhooks; use at least ${webhookSecretLength} characters`,
    )
}

/** Returns a sentence for each setting that would send data unencrypted. */
function plainWays(set: LiveSettings): string[] {
  const bases = ['PUBLIC_URL', ...paymentUrlNames, 'SMS_URL'] as const
  const plain = bases.filter((name) => set[name]?.startsWith('http:'))
  const urls = [
    ['DATABASE_URL', set.DATABASE_URL],
    ['DATABASE_DIRECT_URL', set.DATABASE_DIRECT_URL],
    ...(set.DATABASE_READ_URL ?? []).map((url) => ['DATABASE_READ_URL', url] as const),
  ] as const
  const databases = urls.map(([name, url]) => {
    const fault = set.ALLOW_PLAIN_DATABASE === undefined ? plainDatabase(url) : undefined
    return fault && `${name}: ${fault}, or say why not with ALLOW_PLAIN_DATABASE="reason"`
  })
  const mail = set.ALLOW_PLAIN_MAIL === undefined ? plainMail(set.SMTP_URL) : undefined
  return [
    ...plain.map((name) => `${name}: must begin with https:// in production`),
    ...databases,
    mail && `SMTP_URL: ${mail}, or say why not with ALLOW_PLAIN_MAIL="reason"`,
  ].filter((line) => typeof line === 'string')
}

/**
 * Returns what is wrong with the database's URL, or undefined. The driver reads `sslmode=require` as `verify-full`,
 * unless a parameter such as `uselibpqcompat` makes it behave as libpq.
 */
function plainDatabase(url: string | undefined): string | undefined {
  if (url === undefined || isOnThisMachine(url)) return undefined
  const { searchParams } = new URL(url)
  const modes = searchParams.getAll('sslmode')
  const isVerified =
    modes.length > 0 && modes.every((mode) => ['verify-full', 'require'].includes(mode))
  const isLoosened = ['uselibpqcompat', 'ssl', 'sslnegotiation'].some((name) =>
    searchParams.has(name),
  )
  return isVerified && !isLoosened
    ? undefined
    : 'must ask for TLS in production (?sslmode=verify-full, without ssl or uselibpqcompat)'
}

/**
 * Returns what is wrong with the mail server's URL, or undefined. We require STARTTLS for `smtp:`, and parameters of
 * the URL must not switch it off.
 */
function plainMail(url: string | undefined): string | undefined {
  if (url === undefined || isOnThisMachine(url)) return undefined
  const isLoosened = [...new URL(url).searchParams.keys()].some(
    (name) =>
      /^(ignoreTLS|requireTLS|secure|opportunisticTLS)$/i.test(name) || name.startsWith('tls'),
  )
  return isLoosened
    ? 'must not change how TLS is used (ignoreTLS, requireTLS, secure, opportunisticTLS, tls.…)'
    : undefined
}
