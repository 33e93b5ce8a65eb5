import type { WalletTransaction } from '#contract/wallet/model'
import type { Entry } from './repository.ts'

/** A movement as the contract shows it. */
export function transactionOf(entry: Entry): WalletTransaction {
  const { id, kind, amount_kobo, balance_kobo, booking, parcel, reference } = entry
  const created_at = entry.created_at.toISOString()
  return {
    id,
    kind,
    words: wordsOf(entry),
    amount_kobo,
    balance_kobo,
    booking,
    parcel,
    reference,
    created_at,
  }
}

const ways: Record<string, string> = { card: 'card', transfer: 'bank transfer', ussd: 'USSD' }
const companies: Record<string, string> = { paystack: 'Paystack', flutterwave: 'Flutterwave' }

function wordsOf(entry: Entry): string {
  const { kind, operator, from_city, to_city, travels_on, parcel, waybill } = entry
  const about =
    parcel === null
      ? `${operator}, ${from_city} to ${to_city}, ${travels_on}`
      : `Parcel ${waybill ?? parcel}, ${from_city} to ${to_city}`
  switch (kind) {
    case 'top_up': {
      const by = ways[entry.channel ?? '']
      return `Added${by === undefined ? '' : ` by ${by}`}, ${companies[entry.provider ?? '']}`
    }
    case 'payment':
      return about
    case 'refund':
      return `Refund: ${about}`
    case 'reward':
      return entry.ref.startsWith('reward:referral:')
        ? 'Referral reward'
        : 'Points turned into money'
    case 'claim':
      return `Claim paid: ${about}`
    case 'given_up':
      return 'Given up with your account'
  }
}
