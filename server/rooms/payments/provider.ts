import type { channels } from '#contract/payments/model'
import type { ProviderName } from '#contract/payments/providers'

export type { ProviderName }
export type Channel = (typeof channels)[number]

/** An attempt as a provider is told of it. `channels` are those that can still finish in time. */
export interface AttemptToStart {
  reference: string
  amount_kobo: number
  email: string
  name: string
  phone: string
  channels: readonly Channel[]
  /** Where the browser comes back to. */
  return_url: string
  minutes_left: number
  /** When the time to pay is over. */
  expires_at: Date
}

/** A bank by its code at NIBSS, which Nigerian banks share. */
export interface Bank {
  code: string
  name: string
}

/** How an attempt is paid without the provider's page. */
export type DirectWay = { channel: 'transfer' } | { channel: 'ussd'; bank: string }

/** An account made for one transfer. `name` is null where the provider does not tell it. */
export interface TransferAccount {
  bank: string
  number: string
  name: string | null
  amount_kobo: number
  /** When the provider closes it; null where it does not say. */
  expires_at: string | null
}

/** How an attempt goes on: at the provider's page, by a transfer, or by dialling. */
export type NextStep =
  | { authorization_url: string }
  | { transfer_account: TransferAccount }
  | { ussd: string }

/** A provider's status of an attempt. `unknown`: it does not exist there. */
export interface Settlement {
  reference: string
  status: 'succeeded' | 'failed' | 'pending' | 'abandoned' | 'unknown'
  amount_kobo: number
  currency: string
  channel: Channel | null
  provider_id: string | null
}

/** The settlement about a reference the provider does not know. */
export function neverHeardOf(reference: string): Settlement {
  return {
    reference,
    status: 'unknown',
    amount_kobo: 0,
    currency: 'NGN',
    channel: null,
    provider_id: null,
  }
}

/** A refund as a provider is told of it. `key` is ours and stands in the provider's note. */
export interface RefundToMake {
  key: string
  reference: string
  provider_id: string
  amount_kobo: number
}

export interface RefundSettlement {
  provider_id: string
  state: 'submitted' | 'succeeded' | 'failed' | 'needs_person'
  /** The provider's own word for it. */
  said: string
}

/** Of several refunds made under one key (a failed one is made again), the one that counts. */
export function latestOf(made: readonly RefundSettlement[]): RefundSettlement | undefined {
  return made.find((refund) => refund.state !== 'failed') ?? made.at(-1)
}

/** A provider's message, after its signature was found right. */
export interface News {
  reference: string | null
  kind: 'charge' | 'refund' | 'other'
  /** The provider's own word for the event. */
  event: string
}

/** A provider's fee by its price list: a share, plus a fixed sum from some amount on, `most_kobo` at most. */
interface Price {
  share: number
  sum_kobo: number
  sum_from_kobo: number
  most_kobo: number
}

/** A payment company: what it costs, and how it is asked. */
export interface PaymentCompany {
  readonly price: Price
  /** Whose USSD codes it tells. */
  readonly ussd_banks: readonly Bank[]
  at(access: Access): PaymentProvider
}

/** How a company is asked, as the configuration says. */
export interface Access {
  base_url: string
  secret_key: string
  /** The signing secret of its webhooks. */
  webhook_secret: string
}

/**
 * A payment company's API. Amounts are kobo on our side and converted inside the adapter only. Calls throw
 * ProviderDown (no answer in time, or none that makes sense: nothing is known) or ProviderRefusal
 * (an answer that says no).
 */
export interface PaymentProvider {
  readonly name: ProviderName
  /** Its page for an attempt. */
  initialise(attempt: AttemptToStart): Promise<NextStep>
  /** The account or the code for an attempt; ProviderRefusal also where it has none for us and its page may still. */
  charge(attempt: AttemptToStart, way: DirectWay): Promise<NextStep>
  verify(reference: string): Promise<Settlement>
  refund(refund: RefundToMake): Promise<RefundSettlement>
  /** The refund made under this key, if the provider has one. */
  refundState(refund: RefundToMake): Promise<RefundSettlement | undefined>
  /** Undefined when the signature does not fit the raw bytes. */
  readWebhook(raw: Uint8Array, signature: string): News | undefined
}

/** The provider did not answer, or not in a way that can be believed. */
export class ProviderDown extends Error {}

/** The provider answered no. `repeated`: it knows this reference already. */
export class ProviderRefusal extends Error {
  readonly repeated: boolean

  constructor(message: string, repeated: boolean) {
    super(message)
    this.repeated = repeated
  }
}
