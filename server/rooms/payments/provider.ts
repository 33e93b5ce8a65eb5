import type { paymentChannels, ProviderName } from '#contract/payments/rules'

export type { ProviderName }
export type Channel = (typeof paymentChannels)[number]

/** An attempt to be sent to a payment company. `channels`: those that can finish in time. */
export interface AttemptForProvider {
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

/** A bank with its code at NIBSS, the interbank system of Nigeria. */
export interface Bank {
  code: string
  name: string
}

/** How an attempt is paid without the provider's page. */
export type DirectPayment = { channel: 'transfer' } | { channel: 'ussd'; bank: string }

/** An account that was made for one transfer. `name`: null if the payment company does not give it. */
export interface TransferAccount {
  bank: string
  number: string
  name: string | null
  amount_kobo: number
  /** When the payment company closes the account; null if unknown. */
  expires_at: string | null
}

/** How to pay: on the payment company's page, by a transfer, or by dialling a code. */
export type PaymentInstruction =
  | { authorization_url: string }
  | { transfer_account: TransferAccount }
  | { ussd: string }

/**
 * A payment company's status of an attempt. `unknown`: the company does not know the attempt; `reversed`: it was paid,
 * and the company has given everything back.
 */
export interface Settlement {
  reference: string
  status: 'succeeded' | 'failed' | 'reversed' | 'pending' | 'abandoned' | 'unknown'
  amount_kobo: number
  currency: string
  channel: Channel | null
  provider_id: string | null
  /** The company's description of the payer's card, which is the same for every use of it. */
  card?: string | null
  /** Why the company declined, in its own words. */
  decline_reason?: string | null
}

/** Returns the settlement of a reference that the payment company does not know. */
export function makeUnknownSettlement(reference: string): Settlement {
  return {
    reference,
    status: 'unknown',
    amount_kobo: 0,
    currency: 'NGN',
    channel: null,
    provider_id: null,
  }
}

/** A page of a company's list of transactions. */
export interface TransactionPage {
  transactions: Settlement[]
  has_more: boolean
}

/** A refund to be sent to a payment company. `key`: our id of the refund, which is in the company's note. */
export interface RefundForProvider {
  key: string
  reference: string
  provider_id: string
  amount_kobo: number
}

/** A payment company's status of a refund. `provider_id`: the company's id of it. */
export interface RefundSettlement {
  provider_id: string
  state: 'submitted' | 'succeeded' | 'failed' | 'needs_person'
  /** The payment company's own term for the status. */
  said: string
}

/**
 * A refund as the payment company lists it. `key`: our id, empty if we did not order it. `dispute_id`: the company's id
 * of the dispute that caused the refund, null without one.
 */
export interface CompanyRefund extends RefundSettlement {
  key: string
  dispute_id: string | null
  amount_kobo: number
}

/**
 * A dispute as the payment company reports it. `said`: the company's own term for the status. `due_at`: the deadline
 * for our answer.
 */
export interface CompanyDispute {
  provider_id: string
  state: 'open' | 'lost' | 'won'
  /** Whether the company still waits for the merchant's answer. */
  is_unanswered: boolean
  amount_kobo: number
  said: string
  due_at: string | null
}

/** Our staff's answer to a dispute. `evidence`: a JPEG, if there is one. */
export interface DisputeAnswer {
  provider_id: string
  answer: 'accept' | 'contest'
  amount_kobo: number
  message: string
  evidence: Uint8Array | null
}

/**
 * Returns the company's refund that counts for our refund `key`. There may be several, since a failed refund is ordered
 * again: the first that has not failed counts, otherwise the last.
 */
export function findEffectiveRefund(
  all: readonly CompanyRefund[],
  key: string,
): CompanyRefund | undefined {
  const made = all.filter((refund) => refund.key === key)
  return made.find((refund) => refund.state !== 'failed') ?? made.at(-1)
}

/** A webhook with a valid signature. */
export interface CompanyEvent {
  reference: string | null
  /** The company's id of the transaction; null if the message does not have it. */
  transaction_id: string | null
  kind: 'charge' | 'refund' | 'dispute' | 'other'
  /** The payment company's own name of the event. */
  event: string
}

/** A webhook that cannot be read. */
export const unreadableEvent: CompanyEvent = {
  reference: null,
  transaction_id: null,
  kind: 'other',
  event: 'unreadable',
}

/** A payment company's fee by its price list: a share, plus a fixed sum from some amount on, at most `most_kobo`. */
interface ProviderFee {
  share: number
  sum_kobo: number
  sum_from_kobo: number
  most_kobo: number
}

export interface PaymentCompany {
  readonly price: ProviderFee
  /** The banks whose USSD codes the company gives. */
  readonly ussd_banks: readonly Bank[]
  at(access: ProviderAccess): PaymentProvider
}

/** The configured address and secrets of a payment company. */
export interface ProviderAccess {
  base_url: string
  secret_key: string
  /** The secret that signs its webhooks. */
  webhook_secret: string
}

/**
 * A payment company's API. Amounts are kobo on our side, and only the adapter converts them. Calls throw
 * ProviderUnavailableError if there is no usable answer in time, so that the result is unknown, or ProviderRefusal if
 * the company refuses.
 */
export interface PaymentProvider {
  readonly name: ProviderName
  /** Returns the payment company's page for an attempt. */
  initialise(attempt: AttemptForProvider): Promise<PaymentInstruction>
  /**
   * Returns the account or code for an attempt. Also throws ProviderRefusal if the company's API gives none, even if
   * its page would.
   */
  charge(attempt: AttemptForProvider, way: DirectPayment): Promise<PaymentInstruction>
  /**
   * Returns the status of an attempt by our reference. If there are several transactions under it, returns any of them.
   */
  verify(reference: string): Promise<Settlement>
  /**
   * Returns one transaction by the company's id, with the reference under which it was taken; empty if it is unknown.
   */
  verifyTransaction(provider_id: string): Promise<Settlement>
  /**
   * Returns one page (the first is 1) of the transactions that succeeded since a moment; `has_more` if there is another
   * page. May include earlier transactions of the same day, and transactions that were given back since.
   */
  listTransactions(since: Date, page: number): Promise<TransactionPage>
  refund(refund: RefundForProvider): Promise<RefundSettlement>
  /** Returns all refunds of the transaction with this id of the company, including those that we did not order. */
  listRefunds(provider_id: string): Promise<CompanyRefund[]>
  /** Returns the disputes about a transaction. */
  listDisputes(provider_id: string): Promise<CompanyDispute[]>
  /** Accepts a dispute or contests it. Also throws ProviderRefusal if it was decided in the meantime. */
  answerDispute(answer: DisputeAnswer): Promise<void>
  /** Reads a webhook. Returns undefined if the signature does not match the raw bytes. */
  readWebhook(raw: Uint8Array, signature: string): CompanyEvent | undefined
}

/** The payment company did not answer, or not in a usable way. */
export class ProviderUnavailableError extends Error {}

/** The payment company refused. `repeated`: it already knows this reference. */
export class ProviderRefusal extends Error {
  readonly repeated: boolean

  constructor(message: string, repeated: boolean) {
    super(message)
    this.repeated = repeated
  }
}
