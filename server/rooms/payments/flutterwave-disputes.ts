import * as z from 'zod/mini'
import { type FlutterwaveCall, FlutterwaveId, parseNairaAmount } from './flutterwave-calls.ts'
import {
  type CompanyDispute,
  type PaymentProvider,
  ProviderRefusal,
  ProviderUnavailableError,
} from './provider.ts'
import { parseProviderData } from './provider-http.ts'

const Chargeback = z.object({
  id: FlutterwaveId,
  status: z.string(),
  amount: z.union([z.number(), z.string()]),
  due_date: z.nullish(z.iso.datetime({ offset: true, local: true })),
  transaction_id: z.nullish(FlutterwaveId),
})

/**
 * Returns functions that list the chargebacks of a transaction at Flutterwave and send our answer to one. Its API
 * accepts a comment only; staff upload evidence in its dashboard.
 */
export function makeFlutterwaveDisputes(
  ask: FlutterwaveCall,
): Pick<PaymentProvider, 'listDisputes' | 'answerDispute'> {
  return {
    async listDisputes(provider_id) {
      const { status, answer } = await ask(
        'GET',
        `/chargebacks?transaction_id=${encodeURIComponent(provider_id)}`,
      )
      if (answer.status !== 'success') {
        if (status === 404) return []
        throw new ProviderUnavailableError(answer.message ?? '')
      }
      return parseProviderData(z.array(Chargeback), answer.data)
        .filter(({ transaction_id }) => String(transaction_id) === provider_id)
        .map(disputeOf)
    },

    async answerDispute({ provider_id, answer: ours, message }) {
      const { answer } = await ask('PUT', `/chargebacks/${encodeURIComponent(provider_id)}`, {
        action: ours === 'accept' ? 'accept' : 'decline',
        comment: message,
      })
      if (answer.status !== 'success') throw new ProviderRefusal(answer.message ?? '', false)
    },
  }
}

const disputeStates: Record<string, CompanyDispute['state']> = {
  accepted: 'lost',
  lost: 'lost',
  won: 'won',
  reversed: 'won',
}

const unanswered = ['initiated', 'pending']

function disputeOf({ id, status, amount, due_date }: z.output<typeof Chargeback>): CompanyDispute {
  return {
    provider_id: String(id),
    state: disputeStates[status] ?? 'open',
    is_unanswered: unanswered.includes(status),
    amount_kobo: parseNairaAmount(amount),
    said: status,
    due_at: due_date ? new Date(due_date).toISOString() : null,
  }
}
