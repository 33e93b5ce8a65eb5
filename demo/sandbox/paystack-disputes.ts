import * as z from 'zod/mini'
import type { Context } from '#server/context'
import type { PageRequest, PageResponse } from '#server/http/pages'
import { type Charge, findCharge, findFault } from './charge-repository.ts'
import {
  type SandboxDispute,
  answerDispute,
  listDisputes,
  saveEvidence,
} from './dispute-repository.ts'

const Resolve = z.object({
  resolution: z.enum(['merchant-accepted', 'declined']),
  message: z.string(),
  refund_amount: z.int(),
  uploaded_filename: z.string(),
})

const no = (status: number, message: string): PageResponse => ({
  status,
  json: { status: false, message },
})
const yes = (message: string, data: unknown): PageResponse => ({
  json: { status: true, message, data },
})

/** Returns a dispute in Paystack's format. */
export function describeDispute(dispute: SandboxDispute, charge: Charge) {
  const { id, amount_kobo, status, due_at } = dispute
  const isDecided = status === 'lost' || status === 'won'
  return {
    id,
    refund_amount: amount_kobo,
    currency: 'NGN',
    status: isDecided
      ? 'resolved'
      : status === 'open'
        ? 'awaiting-merchant-feedback'
        : 'awaiting-bank-feedback',
    resolution: isDecided ? (status === 'lost' ? 'merchant-accepted' : 'declined') : null,
    category: 'chargeback',
    transaction: { id: charge.id, reference: charge.reference, amount: charge.paid_kobo },
    dueAt: due_at.toISOString(),
  }
}

/** Answers with the disputes of a transaction, newest first; with 404 if it has none. */
export async function answerWithDisputes(
  ctx: Context,
  { params }: PageRequest,
): Promise<PageResponse> {
  const charge = await findCharge(ctx.db, 'paystack', { id: params['id'] ?? '' })
  const found = charge === undefined ? [] : await listDisputes(ctx.db, charge.id)
  if (charge === undefined || found.length === 0) return no(404, 'No dispute was found')
  return yes(
    'Dispute retrieved successfully',
    found.map((dispute) => describeDispute(dispute, charge)),
  )
}

/** Returns the URL to which a file of evidence is uploaded. */
export function answerWithUploadUrl(
  { config }: Context,
  { params, query }: PageRequest,
): PageResponse {
  const signedUrl = `${new URL(config.paystack.base_url).origin}/sandbox/paystack/evidence/${params['id']}`
  return yes('Upload url generated', { signedUrl, fileName: query['upload_filename'] ?? 'file' })
}

/** Stores the size of an uploaded file of evidence, not the file. */
export async function storeEvidenceSize({ db }: Context, { params, body }: PageRequest) {
  await saveEvidence(db, params['id'] ?? '', body.length)
  return { text: '' }
}

/** Stores the merchant's answer to a dispute; an accepted one is lost immediately. */
export async function resolveDispute(ctx: Context, asked: PageRequest): Promise<PageResponse> {
  const read = Resolve.safeParse(asked.json())
  if (!read.success) return no(400, 'Invalid parameters')
  if ((await findFault(ctx.db, 'paystack')) === 'refuse_answers')
    return no(400, 'Disputes cannot be answered now')
  const { resolution, message, uploaded_filename: file } = read.data
  const status = resolution === 'declined' ? 'contested' : 'lost'
  return (await answerDispute(ctx.db, asked.params['id'] ?? '', { status, message, file }))
    ? yes('Dispute successfully resolved', {})
    : no(400, 'This dispute cannot be resolved')
}
