import { readConfig } from '#server/config'
import { paymentSecretNames } from '#server/config/payment-settings'

/** Makes the settings of a server in production: every key set, everything encrypted. */
export function makeLiveEnvironment(DATA_DIR: string) {
  const made = readConfig({ DATA_DIR })
  return {
    DATA_DIR,
    NODE_ENV: 'production',
    DATABASE_URL: 'postgresql://there/waka?sslmode=verify-full',
    PUBLIC_URL: 'https://waka.example',
    ...Object.fromEntries(paymentSecretNames.map((name) => [name, `${name} ${'k'.repeat(24)}`])),
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    SMTP_URL: 'smtps://there',
    SMS_URL: 'https://sms.example',
    SESSION_SECRET: 'x'.repeat(32),
    TICKET_KEYS: JSON.stringify(made.ticket_keys),
    VAPID_PUBLIC_KEY: made.push.public_key,
    VAPID_PRIVATE_KEY: made.push.private_key,
  }
}
