import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { parseNaira } from '#contract/money'
import type { Context } from '#server/context'
import { type PageRequest, type PageResponse, defineRawCall } from '#server/http/pages'
import {
  type Charge,
  type Refund,
  type ChargeChannel,
  findDialCode,
  findCharge,
  findFault,
  findPageOfCharges,
  insertCharge,
  insertDirectCharge,
  insertRefund,
  listReportedRefunds,
  testBankName,
} from './charge-repository.ts'
import { type SandboxDispute, answerDispute, listDisputes } from './dispute-repository.ts'
import { hasSecretKey, answerWithFault } from './fault-injection.ts'
import type { StandIn } from './stand-in.ts'

const naira = z.string().check(z.regex(/^\d{1,10}(\.\d{1,2})?$/))
const payment = {
  tx_ref: z.string().check(z.minLength(1), z.maxLength(100)),
  amount: naira,
  currency: z._default(z.string(), 'NGN'),
}
const Create = z.object({
  ...payment,
  redirect_url: z.url(),
  payment_options: z._default(z.string(), 'card,banktransfer,ussd'),
  customer: z.object({ email: z.email() }),
})
const AskCharge = z.object({
  ...payment,
  email: z.email(),
  account_bank: z.optional(z.string().check(z.regex(/^\d{3,6}$/))),
})
const AskRefund = z.object({ amount: naira, comments: z._default(z.string(), '') })

const AnswerChargeback = z.object({ action: z.enum(['accept', 'decline']), comment: z.string() })

const ways: Record<string, ChargeChannel> = { card: 'card', banktransfer: 'transfer', ussd: 'ussd' }

/** The part of Flutterwave's v3 API that we use, on the charges of the test checkout. */
export const flutterwaveStandIn: StandIn = {
  routes: [
    defineRawCall('POST', '/sandbox/flutterwave/v3/payments', guarded(create)),
    defineRawCall('POST', '/sandbox/flutterwave/v3/charges', guarded(charge)),
    defineRawCall(
      'GET',
      '/sandbox/flutterwave/v3/transactions/verify_by_reference',
      guarded(verify),
    ),
    defineRawCall('GET', '/sandbox/flutterwave/v3/transactions', guarded(transactions)),
    defineRawCall('GET', '/sandbox/flutterwave/v3/transactions/{id}/verify', guarded(verifyById)),
    defineRawCall('POST', '/sandbox/flutterwave/v3/transactions/{id}/refund', guarded(refund)),
    defineRawCall('GET', '/sandbox/flutterwave/v3/refunds', guarded(refunds)),
    defineRawCall('GET', '/sandbox/flutterwave/v3/chargebacks', guarded(chargebacks)),
    defineRawCall('PUT', '/sandbox/flutterwave/v3/chargebacks/{id}', guarded(answerChargeback)),
  ],
  cards: [
    { number: '5531 8866 5214 2950', does: 'goes through' },
    { number: '5143 0105 2233 9965', does: 'is declined' },
    { number: '5258 5859 2266 6506', does: 'has too little money' },
  ],
  tells_failures: true,
  chargeEvent: (charge) => ({ event: 'charge.completed', data: flutterwaveCharge(charge) }),
  refund_event: 'refund.completed',
  disputeEvent: (dispute, charge) => ({
    event: 'chargeback.update',
    data: toChargeback(dispute, charge),
  }),
  sign: (secret) => secret,
  returnTo({ id, status, return_to, reference }) {
    const url = new URL(return_to)
    url.searchParams.set('status', returnStatuses[status])
    url.searchParams.set('tx_ref', reference)
    if (status === 'success') url.searchParams.set('transaction_id', String(id))
    return url.href
  },
}

const returnStatuses: Record<Charge['status'], string> = {
  open: 'cancelled',
  abandoned: 'cancelled',
  pending: 'pending',
  success: 'successful',
  failed: 'failed',
}

type Handler = (ctx: Context, asked: PageRequest) => Promise<PageResponse>

function guarded(handler: Handler): Handler {
  return async (ctx, asked) => {
    if (!hasSecretKey(asked, ctx.config.flutterwave.secret_key))
      return no(401, 'Invalid authorization key')
    return (await answerWithFault(ctx.db, 'flutterwave')) ?? handler(ctx, asked)
  }
}

const no = (status: number, message: string): PageResponse => ({
  status,
  json: { status: 'error', message, data: null },
})
const yes = (message: string, data: unknown, meta?: object): PageResponse => ({
  json: { status: 'success', message, data, ...(meta && { meta }) },
})

const transactionsPerPage = 10

async function transactions(ctx: Context, { query }: PageRequest): Promise<PageResponse> {
  const since = new Date(query['from'] ?? '')
  const page = Number(query['page'] ?? 1)
  const isSound = Number.isInteger(page) && page > 0 && page <= 100_000
  if (Number.isNaN(since.getTime()) || !isSound) return no(400, 'Missing or wrong parameters')
  const filter = { since, page, per_page: transactionsPerPage }
  const { charges, pages } = await findPageOfCharges(ctx.db, 'flutterwave', filter)
  return yes('Transactions fetched', charges.map(flutterwaveCharge), {
    page_info: { current_page: page, total_pages: pages },
  })
}

async function create(ctx: Context, asked: PageRequest): Promise<PageResponse> {
  const read = Create.safeParse(asked.json())
  if (!read.success) return no(400, 'Missing or wrong parameters')
  const { tx_ref, amount, currency, redirect_url, payment_options, customer } = read.data
  const access_code = randomBytes(12).toString('hex')
  await insertCharge(ctx.db, {
    provider: 'flutterwave',
    reference: tx_ref,
    access_code,
    amount_kobo: parseNaira(amount) ?? 0,
    currency,
    email: customer.email,
    return_to: redirect_url,
    channels: payment_options.split(',').flatMap((option) => ways[option.trim()] ?? []),
  })
  const charge = await findCharge(ctx.db, 'flutterwave', { reference: tx_ref })
  return yes('Hosted Link', {
    link: `${ctx.config.public_url}/sandbox/flutterwave/checkout/${charge?.access_code}`,
  })
}

async function charge(ctx: Context, asked: PageRequest): Promise<PageResponse> {
  const read = AskCharge.safeParse(asked.json())
  const isDialled = asked.query['type'] === 'ussd'
  if (!read.success || (isDialled && read.data.account_bank === undefined))
    return no(400, 'Missing or wrong parameters')
  if ((await findFault(ctx.db, 'flutterwave')) === 'refuse_charges')
    return no(400, 'This payment method is not enabled for this merchant')
  const { tx_ref: reference, amount, currency, email } = read.data
  const made = { provider: 'flutterwave', reference, currency, email } as const
  const way = isDialled ? 'ussd' : 'transfer'
  const found = await insertDirectCharge(
    ctx.db,
    { ...made, amount_kobo: parseNaira(amount) ?? 0 },
    way,
  )
  if (found === undefined) return no(400, 'Transaction reference already exists')
  const authorization = isDialled
    ? { mode: 'ussd', note: findDialCode(found) }
    : {
        mode: 'banktransfer',
        transfer_reference: `STAND-IN-${found.id}`,
        transfer_account: found.account_number,
        transfer_bank: testBankName,
        account_expiration: found.account_until.toISOString(),
        transfer_note: 'Please make a bank transfer to Waka',
        transfer_amount: found.amount_kobo / 100,
      }
  const data = isDialled ? flutterwaveCharge(found) : null
  return {
    json: { status: 'success', message: 'Charge initiated', data, meta: { authorization } },
  }
}

async function verify(ctx: Context, { query }: PageRequest): Promise<PageResponse> {
  const charge = await findCharge(ctx.db, 'flutterwave', { reference: query['tx_ref'] ?? '' })
  if (charge === undefined || charge.status === 'open' || charge.status === 'abandoned') {
    return no(404, 'No transaction was found for this id')
  }
  return yes('Transaction fetched successfully', flutterwaveCharge(charge))
}

async function verifyById(ctx: Context, { params }: PageRequest): Promise<PageResponse> {
  const charge = await findCharge(ctx.db, 'flutterwave', { id: params['id'] ?? '' })
  if (charge === undefined || charge.status === 'open' || charge.status === 'abandoned')
    return no(404, 'No transaction was found for this id')
  return yes('Transaction fetched successfully', flutterwaveCharge(charge))
}

async function refund(ctx: Context, asked: PageRequest): Promise<PageResponse> {
  const read = AskRefund.safeParse(asked.json())
  if (!read.success) return no(400, 'Missing or wrong parameters')
  const charge = await findCharge(ctx.db, 'flutterwave', { id: asked.params['id'] ?? '' })
  if (charge?.status !== 'success') return no(404, 'No transaction was found for this id')
  const fault = await findFault(ctx.db, 'flutterwave')
  if (fault === 'refuse_refunds') return no(400, 'Insufficient balance to process this refund')
  const made = await insertRefund(ctx.db, {
    charge_id: charge.id,
    amount_kobo: parseNaira(read.data.amount) ?? 0,
    note: read.data.comments,
    status: fault === 'fail_refunds' ? 'failed' : 'completed',
  })
  return made === undefined
    ? no(400, 'Amount exceeds what was paid')
    : yes('Transaction refund initiated', toRefund(made))
}

async function refunds(ctx: Context, { query }: PageRequest): Promise<PageResponse> {
  const charge = await findCharge(ctx.db, 'flutterwave', { id: query['id'] ?? '' })
  return yes(
    'Refunds fetched',
    charge === undefined ? [] : (await listReportedRefunds(ctx.db, charge)).map(toRefund),
  )
}

async function chargebacks(ctx: Context, { query }: PageRequest): Promise<PageResponse> {
  const charge = await findCharge(ctx.db, 'flutterwave', { id: query['transaction_id'] ?? '' })
  const found = charge === undefined ? [] : await listDisputes(ctx.db, charge.id)
  return yes(
    'Chargebacks fetched',
    charge === undefined ? [] : found.map((one) => toChargeback(one, charge)),
  )
}

async function answerChargeback(ctx: Context, asked: PageRequest): Promise<PageResponse> {
  const read = AnswerChargeback.safeParse(asked.json())
  if (!read.success) return no(400, 'Missing or wrong parameters')
  const { action, comment: message } = read.data
  const status = action === 'decline' ? 'contested' : 'lost'
  return (await answerDispute(ctx.db, asked.params['id'] ?? '', { status, message, file: null }))
    ? yes('Chargeback updated', null)
    : no(400, 'This chargeback cannot be updated')
}

const chargebackStatuses = { open: 'initiated', contested: 'declined', lost: 'lost', won: 'won' }

function toChargeback({ id, amount_kobo, status, due_at }: SandboxDispute, charge: Charge) {
  return {
    id,
    amount: amount_kobo / 100,
    status: chargebackStatuses[status],
    due_date: due_at.toISOString(),
    transaction_id: charge.id,
    tx_ref: charge.reference,
  }
}

function toRefund({ id, charge_id, amount_kobo, note, status }: Refund) {
  return {
    id,
    tx_id: charge_id,
    amount_refunded: amount_kobo / 100,
    status,
    comment: note,
    destination: 'payment_source',
  }
}

/** Returns a charge in Flutterwave's format, with amounts in naira. */
function flutterwaveCharge(charge: Charge) {
  const amount_kobo = charge.status === 'success' ? charge.paid_kobo : charge.amount_kobo
  return {
    id: charge.id,
    tx_ref: charge.reference,
    flw_ref: `FLW-STAND-IN-${charge.id}`,
    amount: charge.said_amount ?? amount_kobo / 100,
    currency: charge.currency,
    status: charge.is_reversed
      ? 'reversed'
      : charge.status === 'success'
        ? 'successful'
        : charge.status === 'failed'
          ? 'failed'
          : 'pending',
    processor_response: charge.message,
    payment_type: charge.channel === 'transfer' ? 'bank_transfer' : charge.channel,
    ...(charge.card !== null && {
      card: {
        first_6digits: charge.card.slice(0, 6),
        last_4digits: charge.card.slice(-4),
        expiry: '09/32',
      },
    }),
    customer: { email: charge.email },
  }
}
