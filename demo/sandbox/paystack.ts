import { createHash, createHmac, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Context } from '#server/context'
import { type PageRequest, type PageResponse, defineRawCall } from '#server/http/pages'
import { enqueue } from '#server/jobs/queue'
import {
  type Charge,
  type ChargeChannel,
  findCharge,
  findFault,
  findPageOfCharges,
  findDialCode,
  insertCharge,
  insertDirectCharge,
  insertRefund,
  listReportedRefunds,
  testBankName,
} from './charge-repository.ts'
import { hasSecretKey, answerWithFault } from './fault-injection.ts'
import {
  describeDispute,
  answerWithDisputes,
  resolveDispute,
  storeEvidenceSize,
  answerWithUploadUrl,
} from './paystack-disputes.ts'
import type { StandIn } from './stand-in.ts'

const payment = {
  email: z.email(),
  amount: z.int().check(z.positive()),
  reference: z.string().check(z.regex(/^[A-Za-z0-9.=-]{1,100}$/)),
  currency: z._default(z.string(), 'NGN'),
}
const Initialize = z.object({
  ...payment,
  channels: z._default(z.array(z.string()), ['card', 'bank_transfer', 'ussd']),
  callback_url: z.url(),
})
const AskCharge = z.object({
  ...payment,
  bank_transfer: z.optional(z.object({ account_expires_at: z.nullable(z.iso.datetime()) })),
  ussd: z.optional(z.object({ type: z.literal('737') })),
})
const AskRefund = z.object({
  transaction: z.string(),
  amount: z.int().check(z.positive()),
  merchant_note: z._default(z.string(), ''),
})

const ways: Record<string, ChargeChannel> = {
  card: 'card',
  bank_transfer: 'transfer',
  ussd: 'ussd',
}

/** The part of Paystack's API that we use, on the charges of the test checkout. */
export const paystackStandIn: StandIn = {
  routes: [
    defineRawCall('POST', '/sandbox/paystack/transaction/initialize', guarded(initialize)),
    defineRawCall('POST', '/sandbox/paystack/charge', guarded(charge)),
    defineRawCall('GET', '/sandbox/paystack/transaction/verify/{reference}', guarded(verify)),
    defineRawCall('GET', '/sandbox/paystack/transaction', guarded(transactions)),
    defineRawCall('GET', '/sandbox/paystack/transaction/{id}', guarded(verifyById)),
    defineRawCall('POST', '/sandbox/paystack/refund', guarded(refund)),
    defineRawCall('GET', '/sandbox/paystack/refund', guarded(refunds)),
    defineRawCall('GET', '/sandbox/paystack/dispute/transaction/{id}', guarded(answerWithDisputes)),
    defineRawCall('GET', '/sandbox/paystack/dispute/{id}/upload_url', guarded(answerWithUploadUrl)),
    defineRawCall('PUT', '/sandbox/paystack/dispute/{id}/resolve', guarded(resolveDispute)),
    defineRawCall('PUT', '/sandbox/paystack/evidence/{id}', storeEvidenceSize),
  ],
  cards: [
    { number: '4084 0840 8408 4081', does: 'goes through' },
    { number: '4084 0800 0000 5408', does: 'is declined' },
    { number: '4084 0800 0067 0037', does: 'has too little money' },
  ],
  tells_failures: false,
  chargeEvent: (charge) => ({
    event: charge.status === 'success' ? 'charge.success' : 'charge.failed',
    data: paystackCharge(charge),
  }),
  refund_event: 'refund.processed',
  disputeEvent: (dispute, charge) => ({
    event: ['open', 'contested'].includes(dispute.status)
      ? 'charge.dispute.create'
      : 'charge.dispute.resolve',
    data: describeDispute(dispute, charge),
  }),
  sign: (secret, body) => createHmac('sha512', secret).update(body).digest('hex'),
  returnTo({ status, return_to, reference }) {
    if (status === 'abandoned') return return_to
    const url = new URL(return_to)
    url.searchParams.set('trxref', reference)
    url.searchParams.set('reference', reference)
    return url.href
  },
}

type Handler = (ctx: Context, asked: PageRequest) => PageResponse | Promise<PageResponse>

function guarded(handler: Handler): Handler {
  return async (ctx, asked) => {
    if (!hasSecretKey(asked, ctx.config.paystack.secret_key)) return no(401, 'Invalid key')
    return (await answerWithFault(ctx.db, 'paystack')) ?? handler(ctx, asked)
  }
}

const no = (status: number, message: string): PageResponse => ({
  status,
  json: { status: false, message },
})
const yes = (message: string, data: unknown): PageResponse => ({
  json: { status: true, message, data },
})

async function initialize(ctx: Context, asked: PageRequest): Promise<PageResponse> {
  const read = Initialize.safeParse(asked.json())
  if (!read.success) return no(400, 'Invalid parameters')
  const { email, amount, reference, currency, channels, callback_url } = read.data
  const access_code = randomBytes(12).toString('hex')
  const id = await insertCharge(ctx.db, {
    provider: 'paystack',
    reference,
    access_code,
    amount_kobo: amount,
    currency,
    email,
    return_to: callback_url,
    channels: channels.flatMap((channel) => ways[channel] ?? []),
  })
  if (id === undefined) return no(400, 'Duplicate Transaction Reference')
  const authorization_url = `${ctx.config.public_url}/sandbox/paystack/checkout/${access_code}`
  return yes('Authorization URL created', { authorization_url, access_code, reference })
}

async function charge(ctx: Context, asked: PageRequest): Promise<PageResponse> {
  const read = AskCharge.safeParse(asked.json())
  if (!read.success) return no(400, 'Invalid parameters')
  if ((await findFault(ctx.db, 'paystack')) === 'refuse_charges')
    return no(403, 'Your business cannot use this channel')
  const { email, amount, reference, currency, ussd } = read.data
  const made = { provider: 'paystack', reference, amount_kobo: amount, currency, email } as const
  const found = await insertDirectCharge(ctx.db, made, ussd ? 'ussd' : 'transfer')
  if (found === undefined) return no(400, 'Duplicate Transaction Reference')
  if (ussd) {
    const ussd_code = findDialCode(found)
    const display_text = `Please dial ${ussd_code} on your mobile phone to complete the transaction`
    return yes('Charge attempted', { reference, status: 'pay_offline', display_text, ussd_code })
  }
  return yes('Charge attempted', {
    reference,
    status: 'pending_bank_transfer',
    display_text: 'Please make a transfer to the account specified',
    account_name: 'PAYSTACK CHECKOUT',
    account_number: found.account_number,
    bank: { slug: 'test-bank', name: testBankName, id: 24 },
    account_expires_at: found.account_until.toISOString(),
  })
}

async function verifyById(ctx: Context, { params }: PageRequest): Promise<PageResponse> {
  const charge = await findCharge(ctx.db, 'paystack', { id: params['id'] ?? '' })
  if (charge === undefined) return no(404, 'Transaction ID or code specified is invalid')
  return yes('Transaction retrieved', paystackCharge(charge))
}

async function verify(ctx: Context, { params }: PageRequest): Promise<PageResponse> {
  const charge = await findCharge(ctx.db, 'paystack', { reference: params['reference'] ?? '' })
  if (charge === undefined) return no(400, 'Transaction reference not found.')
  return yes('Verification successful', paystackCharge(charge))
}

async function transactions(ctx: Context, { query }: PageRequest): Promise<PageResponse> {
  const since = new Date(query['from'] ?? '')
  const [page, per_page] = [Number(query['page'] ?? 1), Number(query['perPage'] ?? 50)]
  const isSound = [page, per_page].every((one) => Number.isInteger(one) && one > 0 && one <= 10_000)
  if (Number.isNaN(since.getTime()) || !isSound) return no(400, 'Invalid parameters')
  const { charges } = await findPageOfCharges(ctx.db, 'paystack', { since, page, per_page })
  return yes('Transactions retrieved', charges.map(paystackCharge))
}

async function refund(ctx: Context, asked: PageRequest): Promise<PageResponse> {
  const read = AskRefund.safeParse(asked.json())
  if (!read.success) return no(400, 'Invalid parameters')
  const { transaction, amount, merchant_note } = read.data
  const charge = await findEither(ctx, transaction)
  if (charge?.status !== 'success') return no(404, 'Transaction not found or not successful')
  const fault = await findFault(ctx.db, 'paystack')
  if (fault === 'refuse_refunds') return no(400, 'Refunds are not possible now')
  const status = fault === 'fail_refunds' ? 'failed' : 'pending'
  const made = await insertRefund(ctx.db, {
    charge_id: charge.id,
    amount_kobo: amount,
    note: merchant_note,
    status,
  })
  if (made === undefined) return no(400, 'Refund amount is greater than the transaction amount')
  await enqueue(
    ctx.db,
    'sandbox.tell',
    { provider: 'paystack', reference: charge.reference, id: charge.id },
    { after_seconds: 5 },
  )
  return yes('Refund has been queued for processing', toRefund(made))
}

/** Finds a charge by its id or by the merchant's reference, as Paystack does. */
const findEither = async ({ db }: Context, named: string) =>
  (await findCharge(db, 'paystack', { id: named })) ??
  (await findCharge(db, 'paystack', { reference: named }))

async function refunds(ctx: Context, { query }: PageRequest): Promise<PageResponse> {
  const charge = await findEither(ctx, query['transaction'] ?? '')
  return yes(
    'Refunds retrieved',
    charge === undefined ? [] : (await listReportedRefunds(ctx.db, charge)).map(toRefund),
  )
}

function toRefund({
  id,
  charge_id,
  amount_kobo,
  note,
  status,
  dispute_id,
}: Awaited<ReturnType<typeof listReportedRefunds>>[number]) {
  return {
    id,
    transaction: charge_id,
    amount: amount_kobo,
    currency: 'NGN',
    status,
    merchant_note: note,
    dispute: dispute_id,
  }
}

/** Returns a charge in Paystack's format, with amounts in kobo. */
function paystackCharge(charge: Charge) {
  const statuses: Record<Charge['status'], string> = {
    open: 'abandoned',
    abandoned: 'abandoned',
    pending: 'pending',
    success: 'success',
    failed: 'failed',
  }
  return {
    id: charge.id,
    domain: 'test',
    status: charge.is_reversed ? 'reversed' : statuses[charge.status],
    reference: charge.reference,
    amount: charge.status === 'success' ? charge.paid_kobo : charge.amount_kobo,
    requested_amount: charge.amount_kobo,
    currency: charge.currency,
    gateway_response: charge.message,
    channel: charge.channel === 'transfer' ? 'bank_transfer' : charge.channel,
    ...(charge.card !== null && {
      authorization: {
        signature: `SIG_${createHash('sha256').update(charge.card).digest('hex').slice(0, 20)}`,
        last4: charge.card.slice(-4),
      },
    }),
    customer: { email: charge.email },
  }
}
