import * as z from 'zod/mini'
import { PaystackId, type PaystackCalls } from './paystack-calls.ts'
import {
  type CompanyDispute,
  type PaymentProvider,
  ProviderRefusal,
  ProviderUnavailableError,
} from './provider.ts'
import { parseProviderData, uploadFile } from './provider-http.ts'

const Dispute = z.object({
  id: PaystackId,
  status: z.string(),
  resolution: z.nullish(z.string()),
  refund_amount: z.nullish(z.int()),
  transaction: z.nullish(z.object({ id: z.nullish(PaystackId), amount: z.nullish(z.int()) })),
  dueAt: z.nullish(z.iso.datetime({ offset: true })),
})
const UploadAddress = z.object({ signedUrl: z.url(), fileName: z.string() })

/**
 * Returns functions that list the disputes of a transaction at Paystack and send our answer to one
 * (https://paystack.com/docs/api/dispute).
 */
export function makePaystackDisputes(
  calls: PaystackCalls,
): Pick<PaymentProvider, 'listDisputes' | 'answerDispute'> {
  const { get, put } = calls
  return {
    async listDisputes(provider_id) {
      const { status, answer } = await get(
        `/dispute/transaction/${encodeURIComponent(provider_id)}`,
      )
      if (!answer.status) {
        if (status === 404) return []
        throw new ProviderUnavailableError(answer.message)
      }
      const { data } = answer
      const listed = Array.isArray(data) ? data : data ? [data] : []
      return parseProviderData(z.array(Dispute), listed)
        .filter(({ transaction }) => String(transaction?.id ?? provider_id) === provider_id)
        .map(disputeOf)
    },

    async answerDispute({ provider_id, answer: ours, amount_kobo, message, evidence }) {
      const path = `/dispute/${encodeURIComponent(provider_id)}`
      const file = `dispute-${provider_id}.jpg`
      const uploaded_filename = evidence === null ? file : await upload(calls, path, file, evidence)
      const { answer } = await put(`${path}/resolve`, {
        resolution: ours === 'accept' ? 'merchant-accepted' : 'declined',
        refund_amount: ours === 'accept' ? amount_kobo : 0,
        message,
        uploaded_filename,
      })
      if (!answer.status) throw new ProviderRefusal(answer.message, false)
    },
  }
}

/** Uploads evidence. Returns the company's name of the file. */
async function upload(
  { get }: PaystackCalls,
  path: string,
  file: string,
  evidence: Uint8Array,
): Promise<string> {
  const { answer } = await get(`${path}/upload_url?upload_filename=${encodeURIComponent(file)}`)
  if (!answer.status) throw new ProviderRefusal(answer.message, false)
  const { signedUrl, fileName } = parseProviderData(UploadAddress, answer.data)
  await uploadFile(signedUrl, Uint8Array.from(evidence))
  return fileName
}

function disputeOf({
  id,
  status,
  resolution,
  refund_amount,
  transaction,
  dueAt,
}: z.output<typeof Dispute>): CompanyDispute {
  return {
    provider_id: String(id),
    // A decided dispute is won if the merchant declined it. All other resolutions mean that the merchant accepted it.
    state: status !== 'resolved' ? 'open' : resolution === 'declined' ? 'won' : 'lost',
    is_unanswered: status === 'awaiting-merchant-feedback' || status === 'pending',
    amount_kobo: refund_amount || transaction?.amount || 0,
    said: [status, resolution].filter(Boolean).join(', '),
    due_at: dueAt ?? null,
  }
}
