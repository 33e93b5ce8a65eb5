import type { CancellationPreview } from '#contract/bookings/model'
import { RefundChoice, type RefundDestination, refundLabels } from '#features/wallet'
import { useUser } from '#lib/session'
import { type ReactNode, useState } from 'react'

/** What decides where a refund may go. */
type RefundTerms = Pick<CancellationPreview, 'to_wallet' | 'paid_from_wallet'>

interface RefundTarget {
  refund_to: RefundDestination
  /** Where and when the money comes; for users who did not pay, also why they have no choice. */
  words: string
  /** A choice for the user who paid. */
  choice: ReactNode
}

/** Returns where a refund goes: to the wallet of the user who paid, unless they choose otherwise. */
export function useRefundTarget(terms: RefundTerms | undefined): RefundTarget {
  const isUser = useUser() !== undefined
  const [chosen, setChosen] = useState<RefundDestination>('wallet')
  const { to_wallet = false, paid_from_wallet = false } = terms ?? {}
  const refund_to = to_wallet ? chosen : 'source'
  return {
    refund_to,
    words: to_wallet
      ? refundLabels[chosen]
      : `${isUser ? 'This was not paid with your account. ' : ''}${refundLabels.unchosen}`,
    choice: to_wallet && (
      <RefundChoice paidFromWallet={paid_from_wallet} value={refund_to} onChange={setChosen} />
    ),
  }
}
