import type { ProviderName } from '#contract/payments/rules'

/** The environment variables of a payment company, and how it signs its messages. */
interface PaymentSettings {
  secret_key: string
  /** The environment variable of the secret that signs webhooks, and the header that contains the signature. */
  webhook_secret: string
  signed_in: string
  base_url: string
  /** The default URL of the company's API. */
  default_base_url: string
  /** The prefix of test keys. */
  test_keys: string
}

/** The settings of each payment company. */
export const paymentSettings = {
  paystack: {
    secret_key: 'PAYSTACK_SECRET_KEY',
    webhook_secret: 'PAYSTACK_SECRET_KEY',
    signed_in: 'x-paystack-signature',
    base_url: 'PAYSTACK_BASE_URL',
    default_base_url: 'https://api.paystack.co',
    test_keys: 'sk_test_',
  },
  flutterwave: {
    secret_key: 'FLUTTERWAVE_SECRET_KEY',
    webhook_secret: 'FLUTTERWAVE_WEBHOOK_HASH',
    signed_in: 'verif-hash',
    base_url: 'FLUTTERWAVE_BASE_URL',
    default_base_url: 'https://api.flutterwave.com',
    test_keys: 'FLWSECK_TEST',
  },
} as const satisfies Record<ProviderName, PaymentSettings>

const all = Object.values(paymentSettings)

type OneSettings = (typeof all)[number]
/** The name of a variable that holds a secret of a payment company. */
export type PaymentSecretName = OneSettings['secret_key' | 'webhook_secret']
/** The name of a variable that holds the URL of a payment company's API. */
export type PaymentUrlName = OneSettings['base_url']

/** The names of all variables that hold a secret of a payment company, each once. */
export const paymentSecretNames: readonly PaymentSecretName[] = [
  ...new Set(all.flatMap(({ secret_key, webhook_secret }) => [secret_key, webhook_secret])),
]
/** The names of the variables that hold the URLs of the payment companies' APIs. */
export const paymentUrlNames: readonly PaymentUrlName[] = all.map(({ base_url }) => base_url)

/** Returns the signature header of a company; undefined for an unknown name. */
export const findSignatureHeader = (name = ''): string | undefined =>
  Object.entries(paymentSettings).find(([company]) => company === name)?.[1].signed_in

/** The signature headers of all companies, which are never logged. */
export const signatureHeaders: readonly string[] = all.map(({ signed_in }) => signed_in)
