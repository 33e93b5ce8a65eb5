import type { startPayment } from '#contract/payments/endpoints'
import type { CallInput } from '#lib/api'
import type { ComponentType, ReactNode } from 'react'

/** What money that the person has with us already gives towards a payment. */
export interface Contribution {
  /** Its name among the payers; as a choice, it pays all. */
  payer: CallInput<typeof startPayment>['provider']
  /** It has enough to pay all. */
  covers: boolean
  amount_kobo: number
  /** It pays nothing before a PIN is set. */
  pin_missing: boolean
  input: Pick<CallInput<typeof startPayment>, 'wallet_part_kobo' | 'pin'>
  /** Offers it as a way to pay. `error`: why the last try was refused; `back`: where the person returns to. */
  offer: (form: {
    error: Error | null
    back: string
    onChoose: (choice: string) => void
  }) => ReactNode
}

export interface FundsProps {
  total_kobo: number
  /** The chosen way to pay: its payer, or a method of a company. */
  choice: string
  children: (contribution: Contribution) => ReactNode
}

/** Money that the person has with us already, as a way to pay: alone, or a part beside a company. */
export type Funds = ComponentType<FundsProps>
