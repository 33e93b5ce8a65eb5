import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { type PaystackCalls, PaystackId, makePaystackCalls } from './paystack-calls.ts'
import { makePaystackDisputes } from './paystack-disputes.ts'
import { parseProviderData, parseProviderEvent } from './provider-http.ts'
import {
  type ProviderAccess,
  type AttemptForProvider,
  type Channel,
  type DirectPayment,
  type CompanyEvent,
  type PaymentInstruction,
  type PaymentCompany,
  type PaymentProvider,
  ProviderUnavailableError,
  ProviderRefusal,
  type CompanyRefund,
  type RefundSettlement,
  type Settlement,
  makeUnknownSettlement,
  unreadableEvent,
} from './provider.ts'

const Link = z.object({ authorization_url: z.url(), reference: z.string() })
const Transaction = z.object({
  id: PaystackId,
  status: z.string(),
  reference: z.string(),
  amount: z.int(),
  currency: z.string(),
  channel: z.nullish(z.string()),
  gateway_response: z.nullish(z.string()),
  // The signature is the same for every use of a card.
  authorization: z.nullish(z.object({ signature: z.nullish(z.string()) })),
})
const Charge = z.object({
  status: z.string(),
  account_number: z.nullish(z.string()),
  account_name: z.nullish(z.string()),
  bank: z.nullish(z.object({ name: z.string() })),
  account_expires_at: z.nullish(z.iso.datetime({ offset: true })),
  ussd_code: z.nullish(z.string().check(z.regex(/^\*[\d*]+#$/))),
})
/** A reference to an object: its id, or the whole object. */
const Named = z.union([PaystackId, z.object({ id: PaystackId })])
const RefundMade = z.object({
  id: PaystackId,
  status: z.string(),
  amount: z.int(),
  merchant_note: z.nullish(z.string()),
  dispute: z.nullish(Named),
})
/** A refund in a list, which refers to its transaction by its id or contains all of it. */
const RefundListed = z.extend(RefundMade, {
  transaction: Named,
})
/** The transaction in a webhook about a dispute. */
const Disputed = z.object({ reference: z.nullish(z.string()) })
const Event = z.object({
  event: z.string(),
  data: z.object({
    id: z.nullish(PaystackId),
    reference: z.nullish(z.string()),
    transaction_reference: z.nullish(z.string()),
    bank_transfer: z.nullish(z.object({ transaction_id: z.nullish(PaystackId) })),
    transaction: z.nullish(z.unknown()),
  }),
})

const theirChannels = { card: 'card', transfer: 'bank_transfer', ussd: 'ussd' } as const
const ourChannels: Record<string, Channel> = {
  card: 'card',
  bank_transfer: 'transfer',
  ussd: 'ussd',
}
/** Paystack's type of USSD charge, by the bank's code. */
const ussdTypes: Record<string, string> = { '058': '737' }
const statuses: Record<string, Settlement['status']> = {
  success: 'succeeded',
  failed: 'failed',
  reversed: 'reversed',
  abandoned: 'abandoned',
}
const refundStates: Record<string, RefundSettlement['state']> = {
  processed: 'succeeded',
  failed: 'failed',
  'needs-attention': 'needs_person',
}

/** Paystack as documented at github.com/PaystackOSS/openapi. Its amounts are integer kobo. */
export const paystack: PaymentCompany = {
  price: { share: 0.015, sum_kobo: 10_000, sum_from_kobo: 250_000, most_kobo: 200_000 },
  ussd_banks: [{ code: '058', name: 'GTBank' }],
  at: askPaystack,
}

function askPaystack(access: ProviderAccess): PaymentProvider {
  const calls = makePaystackCalls(access)
  const { get, post } = calls

  return {
    name: 'paystack',
    ...makePaystackDisputes(calls),

    async initialise(attempt) {
      const { answer } = await post('/transaction/initialize', {
        email: attempt.email,
        amount: attempt.amount_kobo,
        reference: attempt.reference,
        currency: 'NGN',
        channels: attempt.channels.map((channel) => theirChannels[channel]),
        callback_url: attempt.return_url,
        metadata: { cancel_action: attempt.return_url, customer_name: attempt.name },
      })
      if (!answer.status)
        throw new ProviderRefusal(answer.message, /duplicate/i.test(answer.message))
      return { authorization_url: parseProviderData(Link, answer.data).authorization_url }
    },

    async charge(attempt, way) {
      const { answer } = await post('/charge', chargeOf(attempt, way))
      if (!answer.status)
        throw new ProviderRefusal(answer.message, /duplicate/i.test(answer.message))
      return nextStep(attempt.amount_kobo, answer.data)
    },

    async verify(reference) {
      const { status, answer } = await get(`/transaction/verify/${encodeURIComponent(reference)}`)
      if (!answer.status) {
        if (status === 404 || status === 400) return makeUnknownSettlement(reference)
        throw new ProviderUnavailableError(answer.message)
      }
      const found = settlementOf(answer.data)
      if (found.reference !== reference)
        throw new ProviderUnavailableError('verify answered for another reference')
      return found
    },

    async verifyTransaction(provider_id) {
      const { status, answer } = await get(`/transaction/${encodeURIComponent(provider_id)}`)
      if (!answer.status) {
        if (status === 404 || status === 400) return makeUnknownSettlement('')
        throw new ProviderUnavailableError(answer.message)
      }
      const found = settlementOf(answer.data)
      if (found.provider_id !== provider_id)
        throw new ProviderUnavailableError('it answered for another transaction')
      return found
    },

    listTransactions: (since, page) => listTransactions(calls, since, page),

    async refund({ key, provider_id, amount_kobo }) {
      const { answer } = await post('/refund', {
        transaction: provider_id,
        amount: amount_kobo,
        merchant_note: key,
      })
      if (!answer.status) throw new ProviderRefusal(answer.message, false)
      return toCompanyRefund(parseProviderData(RefundMade, answer.data))
    },

    async listRefunds(provider_id) {
      const { answer } = await get(
        `/refund?transaction=${encodeURIComponent(provider_id)}&perPage=${refundsPerPage}`,
      )
      if (!answer.status) throw new ProviderUnavailableError(answer.message)
      return refundsOf(provider_id, answer.data)
    },

    readWebhook: (raw, signature) =>
      isSignedBy(access.webhook_secret, raw, signature) ? newsOf(raw) : undefined,
  }
}

async function listTransactions({ get }: PaystackCalls, since: Date, page: number) {
  const query = `status=success&from=${since.toISOString()}&perPage=${transactionsPerPage}&page=${page}`
  const { answer } = await get(`/transaction?${query}`)
  if (!answer.status) throw new ProviderUnavailableError(answer.message)
  const listed = parseProviderData(z.array(z.unknown()), answer.data)
  return {
    transactions: listed.map((one) => settlementOf(one)),
    has_more: listed.length === transactionsPerPage,
  }
}

function isSignedBy(secret: string, raw: Uint8Array, signature: string): boolean {
  const wanted = createHmac('sha512', secret).update(raw).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const refundsPerPage = 100
const transactionsPerPage = 100

/**
 * Returns the refunds of one transaction from a list, which may include refunds of other transactions. Throws if the
 * list may have another page.
 */
function refundsOf(provider_id: string, data: unknown) {
  const listed = parseProviderData(z.array(RefundListed), data)
  if (listed.length >= refundsPerPage)
    throw new ProviderUnavailableError('refunds of more than one page')
  return listed
    .filter(({ transaction }) => idOf(transaction) === provider_id)
    .map((refund) => toCompanyRefund(refund))
}

const idOf = (named: z.output<typeof Named>): string =>
  String(typeof named === 'object' ? named.id : named)

function settlementOf(data: unknown): Settlement {
  const found = parseProviderData(Transaction, data)
  return {
    reference: found.reference,
    status: statuses[found.status] ?? 'pending',
    amount_kobo: found.amount,
    currency: found.currency,
    channel: ourChannels[found.channel ?? ''] ?? null,
    provider_id: String(found.id),
    card: found.authorization?.signature ?? null,
    decline_reason: found.gateway_response ?? null,
  }
}

function chargeOf(attempt: AttemptForProvider, way: DirectPayment) {
  return {
    email: attempt.email,
    amount: attempt.amount_kobo,
    reference: attempt.reference,
    currency: 'NGN',
    ...(way.channel === 'ussd'
      ? { ussd: { type: ussdTypes[way.bank] } }
      : { bank_transfer: { account_expires_at: attempt.expires_at.toISOString() } }),
    metadata: { customer_name: attempt.name },
  }
}

/**
 * Reads the answer to a charge (https://paystack.com/docs/payments/payment-channels): `pending_bank_transfer` with an
 * account, `pay_offline` with a code.
 */
function nextStep(amount_kobo: number, data: unknown): PaymentInstruction {
  const read = Charge.safeParse(data)
  if (!read.success) throw new ProviderRefusal('a charge of another shape', false)
  const { account_number, account_name, bank, account_expires_at, ussd_code, status } = read.data
  if (ussd_code) return { ussd: ussd_code }
  if (!account_number || !bank) throw new ProviderRefusal(`a charge that is ${status}`, false)
  return {
    transfer_account: {
      bank: bank.name,
      number: account_number,
      name: account_name ?? null,
      amount_kobo,
      expires_at: account_expires_at ?? null,
    },
  }
}

function newsOf(raw: Uint8Array): CompanyEvent {
  const message = parseProviderEvent(Event, raw)
  if (message === undefined) return unreadableEvent
  const { event, data } = message
  const kind = kindOf(event)
  // The webhook of a rejected transfer contains only the company's id of the transaction.
  const id = data.bank_transfer?.transaction_id ?? data.id
  const disputed = kind === 'dispute' ? Disputed.safeParse(data.transaction).data : undefined
  return {
    reference: disputed?.reference ?? data.transaction_reference ?? data.reference ?? null,
    transaction_id: kind === 'charge' && id ? String(id) : null,
    kind,
    event,
  }
}

function kindOf(event: string): CompanyEvent['kind'] {
  if (event.startsWith('charge.dispute.')) return 'dispute'
  // A transfer that was sent back to the payer.
  if (event.startsWith('charge.') || event === 'bank.transfer.rejected') return 'charge'
  return event.startsWith('refund.') ? 'refund' : 'other'
}

function toCompanyRefund({
  id,
  status,
  amount,
  merchant_note,
  dispute,
}: z.output<typeof RefundMade>): CompanyRefund {
  return {
    provider_id: String(id),
    state: refundStates[status] ?? 'submitted',
    said: status,
    key: merchant_note ?? '',
    dispute_id: dispute ? idOf(dispute) : null,
    amount_kobo: amount,
  }
}
