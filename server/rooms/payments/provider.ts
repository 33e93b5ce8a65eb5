import type { channels, ProviderName } from '#contract/payments/rules'

export type { ProviderName }
export type Channel = (typeof channels)[number]

/** An attempt for a company. `channels`: those that can finish in time. */
export interface AttemptToStart {
  reference: string
  amount_kobo: number
  email: string
  name: string
  phone: string
  channels: readonly Channel[]
  /** The page to which the browser returns. */
  return_url: string
  minutes_left: number
  /** The end of the time to pay. */
  expires_at: Date
}

/** A bank by its code at NIBSS, which Nigerian banks share. */
export interface Bank {
  code: string
  name: string
}

/** How an attempt is paid without the provider's page. */
export type DirectWay = { channel: 'transfer' } | { channel: 'ussd'; bank: string }

/** An account made for one transfer. `name`: null if the company does not give it. */
export interface TransferAccount {
  bank: string
  number: string
  name: string | null
  amount_kobo: number
  /** When the company closes it; null if unknown. */
  expires_at: string | null
}

/** How to pay: on the company's page, by a transfer, or by dialling. */
export type NextStep =
  | { authorization_url: string }
  | { transfer_account: TransferAccount }
  | { ussd: string }

/** A company's status of an attempt. `unknown`: it does not exist there. */
export interface Settlement {
  reference: string
  status: 'succeeded' | 'failed' | 'pending' | 'abandoned' | 'unknown'
  amount_kobo: number
  currency: string
  channel: Channel | null
  provider_id: string | null
}

/** The settlement of an unknown reference. */
export function unknownSettlement(reference: string): Settlement {
  return {
    reference,
    status: 'unknown',
    amount_kobo: 0,
    currency: 'NGN',
    channel: null,
    provider_id: null,
  }
}

/** A refund for a company. `key`: ours, in the company's note. */
export interface RefundToMake {
  key: string
  reference: string
  provider_id: string
  amount_kobo: number
}

export interface RefundSettlement {
  provider_id: string
  state: 'submitted' | 'succeeded' | 'failed' | 'needs_person'
  /** The company's own term for it. */
  said: string
}

/** The refund that counts among those made under one key (a failed one is made again). */
export function findLatestRefund(made: readonly RefundSettlement[]): RefundSettlement | undefined {
  return made.find((refund) => refund.state !== 'failed') ?? made.at(-1)
}

/** A webhook with a valid signature. */
export interface CompanyEvent {
  reference: string | null
  kind: 'charge' | 'refund' | 'other'
  /** The company's own name of the event. */
  event: string
}

/** A provider's fee by its price list: a share, plus a fixed sum from some amount on, `most_kobo` at most. */
interface Price {
  share: number
  sum_kobo: number
  sum_from_kobo: number
  most_kobo: number
}

/** A payment company: its prices and its API. */
export interface PaymentCompany {
  readonly price: Price
  /** The banks whose USSD codes it gives. */
  readonly ussd_banks: readonly Bank[]
  at(access: Access): PaymentProvider
}

/** How a company is reached, by configuration. */
export interface Access {
  base_url: string
  secret_key: string
  /** The signing secret of its webhooks. */
  webhook_secret: string
}

/**
 * A payment company's API. Amounts are kobo on our side and converted in the adapter only. Calls throw ProviderDown
 * (no answer in time, or an unusable one: nothing is known) or ProviderRefusal (a clear no).
 */
export interface PaymentProvider {
  readonly name: ProviderName
  /** Its page for an attempt. */
  initialise(attempt: AttemptToStart): Promise<NextStep>
  /** The account or code for an attempt; throws ProviderRefusal also if it has none, although its page may. */
  charge(attempt: AttemptToStart, way: DirectWay): Promise<NextStep>
  verify(reference: string): Promise<Settlement>
  refund(refund: RefundToMake): Promise<RefundSettlement>
  /** The refund made under this key, if there is one. */
  refundState(refund: RefundToMake): Promise<RefundSettlement | undefined>
  /** Undefined if the signature does not match the raw bytes. */
  readWebhook(raw: Uint8Array, signature: string): CompanyEvent | undefined
}

/** The company did not answer, or not in a usable way. */
export class ProviderDown extends Error {}

/** The company answered no. `repeated`: it knows this reference already. */
export class ProviderRefusal extends Error {
  readonly repeated: boolean

  constructor(message: string, repeated: boolean) {
    super(message)
    this.repeated = repeated
  }
}
