import type { startPayment } from '#contract/payments/endpoints'
import type { CallInput } from '#lib/api'
import type { ComponentType, ReactNode } from 'react'

/** What the money that the person already has with us can contribute to a payment. */
export interface Contribution {
  /** The name of these funds among the payers. As a choice, it means that they pay the full price. */
  payer: CallInput<typeof startPayment>['provider']
  /** Whether the funds are enough to pay the full price. */
  covers: boolean
  amount_kobo: number
  /** Whether the funds cannot be used until a PIN is set. */
  pin_missing: boolean
  input: Pick<CallInput<typeof startPayment>, 'wallet_part_kobo' | 'pin'>
  /** Renders the funds as a way to pay. `error` is the refusal of the last attempt. `back` is the path to return to. */
  offer: (form: {
    error: Error | null
    back: string
    onChoose: (choice: string) => void
  }) => ReactNode
}

export interface FundsProps {
  total_kobo: number
  /** The chosen way to pay: the payer of the funds, or the id of a company's method. */
  choice: string
  children: (contribution: Contribution) => ReactNode
}

/** A component for money that the person already has with us. It can pay the full price, or a part beside a company. */
export type FundsComponent = ComponentType<FundsProps>
