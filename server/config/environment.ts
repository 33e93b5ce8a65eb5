import { resolve } from 'node:path'
import * as z from 'zod'
import { makeVapidKeySchema } from '#server/config/signing-keys'
import {
  paymentUrlNames,
  paymentSecretNames,
  paymentSettings,
} from '#server/config/payment-settings'

const flag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((value) => value === '1' || value === 'true')
const address = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''))

/** The current signing secret, and up to two older ones that are still accepted. */
const SessionSecrets = z
  .string()
  .transform((value) => value.split(',').map((one) => one.trim()))
  .refine((all) => all.every((one) => one.length >= 32), 'use at least 32 characters for each')
  .refine((all) => all.length <= 3, 'use at most three: each one adds a hash to every wrong PIN')
  .refine((all) => new Set(all).size === all.length, 'one is listed twice')
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ })
/** One or more URLs, separated by commas. */
const databaseUrls = z
  .string()
  .transform((list) => list.split(',').map((url) => url.trim()))
  .pipe(z.array(databaseUrl))
const reason = z.string().min(10, 'give the reason in a few words')

/** Returns an object shape with the same schema under each of these names. */
function shapeOf<Name extends string, Shape>(names: readonly Name[], shape: Shape) {
  return Object.fromEntries(names.map((name) => [name, shape])) as Record<Name, Shape>
}

/** Every variable that configures this server. Secrets may also be given in files, see `secretVariables`. */
export const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).optional(),
  DEMO: flag.default(false),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  PUBLIC_URL: address.optional(),
  TRUST_PROXY: z.string().optional(),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  MAX_EVENT_LOOP_DELAY_MS: z.coerce.number().int().min(0).default(1000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SEED_NUMBER: z.coerce.number().int().min(0).default(1),
  DATA_DIR: z.string().default(resolve(import.meta.dirname, '../../.data')),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrls.optional(),
  ...shapeOf(paymentSecretNames, z.string().optional()),
  ...shapeOf(paymentUrlNames, address.optional()),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_IMPLICIT: flag.default(false),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMS_URL: address.optional(),
  SMS_PER_HOUR: z.coerce.number().int().positive().default(2000),
  SMS_PER_DAY: z.coerce.number().int().positive().default(20_000),
  VAPID_PUBLIC_KEY: makeVapidKeySchema(65).optional(),
  VAPID_PRIVATE_KEY: makeVapidKeySchema(32).optional(),
  WALLET_TOPUP: flag.optional(),
  SW_KILL: flag.default(false),
  METRICS_TOKEN: z.string().min(16, 'use at least 16 characters').optional(),
  SESSION_SECRET: SessionSecrets.optional(),
  ALLOW_PLAIN_DATABASE: reason.optional(),
  ALLOW_PLAIN_MAIL: reason.optional(),
  GOOGLE_PLAIN_CODE: reason.optional(),
  TICKET_KEYS: z.string().optional(),
})
export type Environment = z.output<typeof Environment>

/** Returns a sentence for each set of variables that belong together and are only partly set. */
export function findIncompleteSettings(set: Environment): string[] {
  const poolerAlone =
    set.DATABASE_DIRECT_URL !== undefined && set.DATABASE_URL === undefined
      ? ['DATABASE_URL: goes with DATABASE_DIRECT_URL, and leads to the pooler']
      : []
  const pairs = [
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ...Object.values(paymentSettings).map(
      ({ secret_key, webhook_secret }) => [secret_key, webhook_secret] as const,
    ),
    ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  ] as const
  const halves = pairs
    .filter(([one, other]) => (set[one] === undefined) !== (set[other] === undefined))
    .map(
      ([one, other]) =>
        `${set[one] === undefined ? one : other}: goes with ${one} and ${other}, set both or none`,
    )
  return [...poolerAlone, ...halves]
}
