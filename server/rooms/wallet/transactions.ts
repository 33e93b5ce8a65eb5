import { providerNames } from '#contract/payments/rules'
import type { WalletTransaction } from '#contract/wallet/model'
import type { PaymentDeps } from '#server/context'
import {
  type PayableDescription,
  describePayables,
  listPayableReferences,
  findPayable,
} from '#server/platform/payable'
import type { WalletEntry } from './repository.ts'

type PayableDeps = Pick<PaymentDeps, 'db' | 'payables'>

/** Returns movements in the format of the contract. The room of each payable describes it. */
export async function toTransactions(
  rooms: PayableDeps,
  entries: readonly WalletEntry[],
): Promise<WalletTransaction[]> {
  const described = await describePayables(
    rooms,
    entries.map(({ thing_kind: kind, payable_id }) => ({ kind, payable_id })),
  )
  return entries.map((entry) => transactionOf(rooms, entry, described.get(entry.payable_id ?? '')))
}

function transactionOf(
  rooms: PayableDeps,
  entry: WalletEntry,
  thing: PayableDescription | undefined,
): WalletTransaction {
  const { id, kind, amount_kobo, balance_kobo } = entry
  return {
    id,
    kind,
    words: describeEntry(entry, thing?.about ?? ''),
    amount_kobo,
    balance_kobo,
    ...listPayableReferences(findPayable(rooms, entry.thing_kind), entry.thing),
    reference: entry.payment ?? thing?.number ?? id.slice(0, 8).toUpperCase(),
    created_at: entry.created_at.toISOString(),
  }
}

const ways: Record<string, string> = { card: 'card', transfer: 'bank transfer', ussd: 'USSD' }
const companies: Record<string, string> = providerNames

function describeEntry(entry: WalletEntry, about: string): string {
  switch (entry.kind) {
    case 'top_up': {
      const by = ways[entry.channel ?? '']
      return `Added${by === undefined ? '' : ` by ${by}`}, ${companies[entry.provider ?? '']}`
    }
    case 'top_up_back':
      if (entry.thing_kind !== 'wallet')
        return entry.amount_kobo < 0
          ? `Refund taken back: the payment company returned the money, too: ${about}`
          : `Refund returned to you: the payment company has the money after all: ${about}`
      return entry.amount_kobo < 0
        ? 'Taken back: the payment company returned money that you had added'
        : 'Returned to you: the payment company has the money after all'
    case 'payment':
      return about
    case 'refund':
      return `Refund: ${about}`
    case 'reward':
      return entry.ref.startsWith('reward:referral:')
        ? 'Referral reward'
        : 'Points turned into money'
    case 'reward_back':
      return entry.ref.startsWith('reward_back:referral:')
        ? 'Referral reward taken back: the trip was refunded'
        : 'Points taken back: the trip was refunded'
    case 'claim':
      return `Claim paid: ${about}`
    case 'given_up':
      return 'Lost when you erased your account'
  }
}
