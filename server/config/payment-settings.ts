import type { ProviderName } from '#contract/payments/providers'

/** Variables of a payment company, and how it proves its messages. */
interface PaymentSettings {
  secret_key: string
  /** What its messages are signed with, and the header in which the signature stands. */
  webhook_secret: string
  signed_in: string
  base_url: string
  /** Where its API lies unless the variable says otherwise. */
  usual_base_url: string
  /** Prefix of test keys. */
  test_keys: string
}

export const paymentSettings = {
  paystack: {
    secret_key: 'PAYSTACK_SECRET_KEY',
    webhook_secret: 'PAYSTACK_SECRET_KEY',
    signed_in: 'x-paystack-signature',
    base_url: 'PAYSTACK_BASE_URL',
    usual_base_url: 'https://api.paystack.co',
    test_keys: 'sk_test_',
  },
  flutterwave: {
    secret_key: 'FLUTTERWAVE_SECRET_KEY',
    webhook_secret: 'FLUTTERWAVE_WEBHOOK_HASH',
    signed_in: 'verif-hash',
    base_url: 'FLUTTERWAVE_BASE_URL',
    usual_base_url: 'https://api.flutterwave.com',
    test_keys: 'FLWSECK_TEST',
  },
} as const satisfies Record<ProviderName, PaymentSettings>

const all = Object.values(paymentSettings)

type OneSettings = (typeof all)[number]
export type PaymentSecret = OneSettings['secret_key' | 'webhook_secret']
export type PaymentAddress = OneSettings['base_url']

/** Names of all variables that hold a secret of a payment company, and of those that hold an address. */
export const paymentSecrets: readonly PaymentSecret[] = [
  ...new Set(all.flatMap(({ secret_key, webhook_secret }) => [secret_key, webhook_secret])),
]
export const paymentAddresses: readonly PaymentAddress[] = all.map(({ base_url }) => base_url)

/** The header in which the company of this name signs; undefined for a name that is no company's. */
export const signatureHeader = (name = ''): string | undefined =>
  Object.entries(paymentSettings).find(([company]) => company === name)?.[1].signed_in

/** The headers in which payment companies sign: none of them is written into a log. */
export const signatureHeaders: readonly string[] = all.map(({ signed_in }) => signed_in)
