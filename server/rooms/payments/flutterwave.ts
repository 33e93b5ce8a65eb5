import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { formatNairaDecimal } from '#contract/money'
import { product } from '#contract/product'
import { sha256 } from '#server/platform/sha256'
import {
  type FlutterwaveCall,
  FlutterwaveId,
  makeFlutterwaveCall,
  parseNairaAmount,
} from './flutterwave-calls.ts'
import { makeFlutterwaveDisputes } from './flutterwave-disputes.ts'
import { parseProviderData, parseProviderEvent } from './provider-http.ts'
import {
  type ProviderAccess,
  type AttemptForProvider,
  type Channel,
  type CompanyEvent,
  type DirectPayment,
  type PaymentInstruction,
  type PaymentCompany,
  type PaymentProvider,
  ProviderUnavailableError,
  ProviderRefusal,
  type CompanyRefund,
  type Settlement,
  makeUnknownSettlement,
  unreadableEvent,
} from './provider.ts'

const Link = z.object({ link: z.url() })
const Charge = z.object({
  authorization: z.object({
    transfer_account: z.nullish(z.string()),
    transfer_bank: z.nullish(z.string()),
    transfer_amount: z.nullish(z.union([z.number(), z.string()])),
    note: z.nullish(z.string()),
  }),
})
const Transaction = z.object({
  id: FlutterwaveId,
  status: z.string(),
  tx_ref: z.string(),
  amount: z.union([z.number(), z.string()]),
  currency: z.string(),
  payment_type: z.nullish(z.string()),
  processor_response: z.nullish(z.string()),
  card: z.nullish(
    z.object({
      first_6digits: z.nullish(z.string()),
      last_4digits: z.nullish(z.string()),
      expiry: z.nullish(z.string()),
    }),
  ),
})
const RefundMade = z.object({
  id: FlutterwaveId,
  status: z.string(),
  amount_refunded: z.union([z.number(), z.string()]),
  comment: z.nullish(z.string()),
})
/** A refund in a list, which names its transaction in one of two ways. */
const RefundListed = z
  .extend(RefundMade, { transaction_id: z.nullish(FlutterwaveId), tx_id: z.nullish(FlutterwaveId) })
  .check(z.refine(({ transaction_id, tx_id }) => (transaction_id ?? tx_id ?? null) !== null))
const Pages = z.object({ page_info: z.object({ current_page: z.int(), total_pages: z.int() }) })
const Event = z.object({
  event: z.string(),
  data: z.object({
    id: z.nullish(FlutterwaveId),
    tx_ref: z.nullish(z.string()),
    TransactionId: z.nullish(FlutterwaveId),
    transaction_id: z.nullish(FlutterwaveId),
  }),
})

const theirChannels = { card: 'card', transfer: 'banktransfer', ussd: 'ussd' } as const
const ourChannels: Record<string, Channel> = {
  card: 'card',
  banktransfer: 'transfer',
  bank_transfer: 'transfer',
  ussd: 'ussd',
}
const statuses: Record<string, Settlement['status']> = {
  successful: 'succeeded',
  failed: 'failed',
  reversed: 'reversed',
}

/** Flutterwave v3 as documented at developer.flutterwave.com. Its amounts are naira with decimals. */
export const flutterwave: PaymentCompany = {
  price: { share: 0.02, sum_kobo: 0, sum_from_kobo: 0, most_kobo: 200_000 },
  // developer.flutterwave.com/docs/ussd
  ussd_banks: [
    { code: '044', name: 'Access Bank' },
    { code: '050', name: 'Ecobank' },
    { code: '214', name: 'FCMB' },
    { code: '070', name: 'Fidelity Bank' },
    { code: '011', name: 'First Bank' },
    { code: '058', name: 'GTBank' },
    { code: '082', name: 'Keystone Bank' },
    { code: '221', name: 'Stanbic IBTC' },
    { code: '232', name: 'Sterling Bank' },
    { code: '033', name: 'UBA' },
    { code: '032', name: 'Union Bank' },
    { code: '215', name: 'Unity Bank' },
    { code: '035', name: 'Wema Bank' },
    { code: '057', name: 'Zenith Bank' },
  ],
  at: askFlutterwave,
}

function askFlutterwave(access: ProviderAccess): PaymentProvider {
  const ask = makeFlutterwaveCall(access)

  return {
    name: 'flutterwave',
    ...makeFlutterwaveDisputes(ask),

    async initialise(attempt) {
      const { answer } = await ask('POST', '/payments', pageOf(attempt))
      if (answer.status !== 'success') throw new ProviderRefusal(answer.message ?? '', false)
      return { authorization_url: parseProviderData(Link, answer.data).link }
    },

    async charge(attempt, way) {
      const type = way.channel === 'ussd' ? 'ussd' : 'bank_transfer'
      const { answer } = await ask('POST', `/charges?type=${type}`, chargeOf(attempt, way))
      if (answer.status !== 'success') {
        const message = answer.message ?? ''
        throw new ProviderRefusal(message, /duplicate|already exist/i.test(message))
      }
      return nextStep(attempt.amount_kobo, answer.meta)
    },

    async verify(reference) {
      const path = `/transactions/verify_by_reference?tx_ref=${encodeURIComponent(reference)}`
      const { status, answer } = await ask('GET', path)
      if (answer.status !== 'success') {
        if (status === 404 || status === 400) return makeUnknownSettlement(reference)
        throw new ProviderUnavailableError(answer.message ?? '')
      }
      const found = settlementOf(answer.data)
      if (found.reference !== reference)
        throw new ProviderUnavailableError('verify answered for another reference')
      return found
    },

    async verifyTransaction(provider_id) {
      const path = `/transactions/${encodeURIComponent(provider_id)}/verify`
      const { status, answer } = await ask('GET', path)
      if (answer.status !== 'success') {
        if (status === 404 || status === 400) return makeUnknownSettlement('')
        throw new ProviderUnavailableError(answer.message ?? '')
      }
      const found = settlementOf(answer.data)
      if (found.provider_id !== provider_id)
        throw new ProviderUnavailableError('it answered for another transaction')
      return found
    },

    listTransactions: (since, page) => listTransactions(ask, since, page),

    async refund({ key, provider_id, amount_kobo }) {
      const { answer } = await ask(
        'POST',
        `/transactions/${encodeURIComponent(provider_id)}/refund`,
        {
          amount: formatNairaDecimal(amount_kobo),
          comments: key,
        },
      )
      if (answer.status !== 'success') throw new ProviderRefusal(answer.message ?? '', false)
      return toCompanyRefund(parseProviderData(RefundMade, answer.data))
    },

    async listRefunds(provider_id) {
      const { answer } = await ask('GET', `/refunds?id=${encodeURIComponent(provider_id)}`)
      if (answer.status !== 'success') throw new ProviderUnavailableError(answer.message ?? '')
      return parseProviderData(z.array(RefundListed), answer.data)
        .filter(({ transaction_id, tx_id }) => String(transaction_id ?? tx_id) === provider_id)
        .map((refund) => toCompanyRefund(refund))
    },

    readWebhook(raw, signature) {
      // Compare digests, since `timingSafeEqual` needs inputs of equal length.
      if (!timingSafeEqual(sha256(signature), sha256(access.webhook_secret))) return undefined
      return newsOf(raw)
    },
  }
}

async function listTransactions(ask: FlutterwaveCall, since: Date, page: number) {
  const day = since.toISOString().slice(0, 10)
  const path = `/transactions?status=successful&from=${day}&page=${page}`
  const { answer } = await ask('GET', path)
  if (answer.status !== 'success') throw new ProviderUnavailableError(answer.message ?? '')
  const { page_info } = parseProviderData(Pages, answer.meta)
  const listed = parseProviderData(z.array(z.unknown()), answer.data)
  return {
    transactions: listed.map((one) => settlementOf(one)),
    has_more: page_info.current_page < page_info.total_pages,
  }
}

function newsOf(raw: Uint8Array): CompanyEvent {
  const message = parseProviderEvent(Event, raw)
  if (message === undefined) return unreadableEvent
  const { event, data } = message
  const kind = /^charge\.(?!back|dispute)/.test(event)
    ? 'charge'
    : event.startsWith('refund')
      ? 'refund'
      : /chargeback|dispute/.test(event)
        ? 'dispute'
        : 'other'
  // A message about a refund or a chargeback identifies its payment only by the company's id.
  const id = kind === 'charge' ? data.id : (data.TransactionId ?? data.transaction_id)
  return { reference: data.tx_ref ?? null, transaction_id: id ? String(id) : null, kind, event }
}

function settlementOf(data: unknown): Settlement {
  const found = parseProviderData(Transaction, data)
  return {
    reference: found.tx_ref,
    status: statuses[found.status] ?? 'pending',
    amount_kobo: parseNairaAmount(found.amount),
    currency: found.currency,
    channel: ourChannels[found.payment_type ?? ''] ?? null,
    provider_id: String(found.id),
    card: describeCard(found.card),
    decline_reason: found.processor_response ?? null,
  }
}

/** Returns Flutterwave's description of a card, which is the same for every use; null unless it is complete. */
function describeCard(card: z.output<typeof Transaction>['card']): string | null {
  const parts = [card?.first_6digits, card?.last_4digits, card?.expiry]
  return parts.every(Boolean) ? parts.join(' ') : null
}

function pageOf(attempt: AttemptForProvider) {
  return {
    tx_ref: attempt.reference,
    amount: formatNairaDecimal(attempt.amount_kobo),
    currency: 'NGN',
    redirect_url: attempt.return_url,
    customer: { email: attempt.email, name: attempt.name, phonenumber: attempt.phone },
    payment_options: attempt.channels.map((channel) => theirChannels[channel]).join(','),
    session_duration: attempt.minutes_left,
    customizations: { title: product.name },
  }
}

function chargeOf(attempt: AttemptForProvider, way: DirectPayment) {
  return {
    tx_ref: attempt.reference,
    amount: formatNairaDecimal(attempt.amount_kobo),
    currency: 'NGN',
    email: attempt.email,
    fullname: attempt.name,
    phone_number: attempt.phone,
    ...(way.channel === 'ussd'
      ? { account_bank: way.bank }
      : { expires: attempt.minutes_left * 60 }),
  }
}

/**
 * Reads `meta.authorization` of a charge: an account, or a note with a code to dial. The account's expiry is ignored,
 * since it has no time zone.
 */
function nextStep(amount_kobo: number, meta: unknown): PaymentInstruction {
  const read = Charge.safeParse(meta)
  if (!read.success) throw new ProviderRefusal('a charge of another shape', false)
  const { transfer_account, transfer_bank, transfer_amount, note } = read.data.authorization
  const ussd = /\*[\d*]+#/.exec(note ?? '')?.[0]
  if (ussd !== undefined) return { ussd }
  if (!transfer_account || !transfer_bank)
    throw new ProviderRefusal('a charge without an account', false)
  return {
    transfer_account: {
      bank: transfer_bank,
      number: transfer_account,
      name: null,
      amount_kobo: transfer_amount ? parseNairaAmount(transfer_amount) : amount_kobo,
      expires_at: null,
    },
  }
}

function toCompanyRefund({
  id,
  status,
  amount_refunded,
  comment,
}: z.output<typeof RefundMade>): CompanyRefund {
  const made = {
    provider_id: String(id),
    said: status,
    key: comment ?? '',
    dispute_id: null,
    amount_kobo: parseNairaAmount(amount_refunded),
  }
  if (status.startsWith('completed')) return { ...made, state: 'succeeded' }
  return { ...made, state: status === 'failed' ? 'failed' : 'submitted' }
}
