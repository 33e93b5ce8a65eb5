import type { startPayment } from '#contract/payments/endpoints'
import type { CallInput } from '#lib/api'
import type { ComponentType, ReactNode } from 'react'

/** The props of a sheet that asks for the PIN of a person's own funds, over the payment below it. */
export interface PinSheetProps {
  /** The refusal of the last attempt. */
  error: Error | null
  /** The message if there is no answer. */
  offline: string
  isPaying: boolean
  onPin: (pin: string) => void
  onClose: () => void
}

/** How much a person's own money with us can contribute to a payment. */
export interface FundsContribution {
  /** The name of these funds in the list of payers. If a person chooses it, these funds pay the full price. */
  payer: CallInput<typeof startPayment>['provider']
  /** Whether it is not known yet what these funds can pay. */
  isLoading: boolean
  /** Whether the funds pay the full price: they are chosen, or they suffice and nothing else is chosen. */
  pays_all: boolean
  amount_kobo: number
  /** Whether the funds pay this amount only with a PIN. */
  needs_pin: boolean
  input: Pick<CallInput<typeof startPayment>, 'wallet_part_kobo'>
  /** Renders the funds as a way to pay. */
  offer: (onChoose: (choice: string) => void) => ReactNode
  askForPin: (sheet: PinSheetProps) => ReactNode
}

export interface FundsProps {
  total_kobo: number
  /** The chosen way to pay: the payer of the funds, or the id of a company's method. */
  choice: string
  children: (contribution: FundsContribution) => ReactNode
}

/** A component for money that the person already has with us. It can pay the full price, or a part beside a company. */
export type FundsComponent = ComponentType<FundsProps>
