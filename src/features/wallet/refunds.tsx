import { naira } from '#contract/money'
import { refundDays } from '#contract/policy'
import { showDayTime } from '#lib/format'
import { ChoiceField } from '#ui/fields'
import { Card } from '#ui/page'

export type RefundTo = 'wallet' | 'source'

/** When money that goes back is where its owner wants it. */
export const refundWords: Record<RefundTo, string> = {
  wallet: 'It is in your wallet at once.',
  source: `It goes back the way you paid, usually within ${refundDays} working days.`,
}

/** Where the money goes that comes back. */
export function RefundChoice({
  value,
  onChange,
}: {
  value: RefundTo
  onChange: (refund_to: RefundTo) => void
}) {
  return (
    <ChoiceField
      label="Where should the money go?"
      name="refund-to"
      value={value}
      onChange={(chosen) => onChange(chosen === 'wallet' ? 'wallet' : 'source')}
      options={[
        { value: 'wallet', label: 'To my wallet' },
        { value: 'source', label: 'The way I paid' },
      ]}
    />
  )
}

const stateWords = {
  requested: 'refund to your card or account requested',
  submitted: 'sent to the payment company',
  succeeded: 'refunded',
  failed: 'will be tried again',
  needs_person: 'our staff are looking into it',
} as const

/** The refund, kobo, and its state; `at`: since when. Renders nothing without a refund. */
export function Refunds({
  refunds,
}: {
  refunds: readonly {
    id?: string
    amount_kobo: number
    state: keyof typeof stateWords
    at?: string
  }[]
}) {
  if (refunds.length === 0) return null
  return (
    <Card label="Refunds">
      <h2>Refunds</h2>
      <ul>
        {refunds.map(({ id, amount_kobo, state, at }) => (
          <li key={id ?? `${amount_kobo} ${state}`}>
            <b>{naira(amount_kobo)}</b> {stateWords[state]}
            {at !== undefined && `, ${showDayTime(at)}`}
          </li>
        ))}
      </ul>
    </Card>
  )
}
