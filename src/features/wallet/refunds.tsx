import { useId } from 'react'
import { formatNaira, type refundStates } from '#contract/money'
import { refundWorkingDays } from '#contract/policy'
import { formatDayTime } from '#lib/format'
import { ChoiceField } from '#ui/choices'
import { Card } from '#ui/page'

export type RefundDestination = 'wallet' | 'source'

const days = `the way you paid, usually within ${refundWorkingDays} working days.`

/** Says when a refund arrives, by destination. `unchosen` is for guests and for money that somebody else paid. */
export const refundLabels: Record<RefundDestination | 'unchosen', string> = {
  wallet: 'It is in your wallet at once.',
  source: `What your wallet paid is in it again at once. Other payments go back ${days}`,
  unchosen: `It goes back ${days}`,
}

/** Lets the person choose where a refund goes. If a wallet alone paid, the refund goes there, so there is no choice. */
export function RefundChoice({
  paidFromWallet,
  value,
  onChange,
}: {
  paidFromWallet: boolean
  value: RefundDestination
  onChange: (refund_to: RefundDestination) => void
}) {
  const name = useId()
  if (paidFromWallet) return <p>You paid from your wallet, so it goes back there.</p>
  return (
    <ChoiceField
      label="Where should the money go?"
      name={name}
      value={value}
      onChange={(chosen) => onChange(chosen === 'wallet' ? 'wallet' : 'source')}
      options={[
        { value: 'wallet', label: 'To my wallet' },
        { value: 'source', label: 'The way I paid' },
      ]}
    />
  )
}

type RefundState = (typeof refundStates)[number]

/** The states of a refund to the source, which takes days. */
const sourceLabels: Record<RefundState, string> = {
  requested: `refund requested, usually within ${refundWorkingDays} working days`,
  submitted: `sent to the payment company, usually within ${refundWorkingDays} working days`,
  succeeded: 'refunded the way it was paid',
  failed: 'will be tried again',
  needs_person: 'our staff are looking into it',
}

/** The states of a refund that an operator pays out itself. */
const describeCounterRefund = (state: RefundState) =>
  state === 'succeeded' ? 'paid out at the counter' : 'get it in cash at the operator’s counter'

interface RefundsProps {
  /** Whether the operator took the money at its counter, and pays it out there. */
  atCounter?: boolean | undefined
  refunds: readonly {
    id?: string
    amount_kobo: number
    /** The destination of a booking's or an invoice's refund. Charters and parcels use `destination` instead. */
    to?: RefundDestination
    destination?: RefundDestination
    state: RefundState
    requested_at?: string
    settled_at?: string | null
    /** The time of an invoice's refund. Bookings use `requested_at` and `settled_at` instead. */
    at?: string
  }[]
}

/** Each refund with its sum, destination, state and date. Renders nothing if there is none. */
export function Refunds(props: RefundsProps) {
  if (props.refunds.length === 0) return null
  return (
    <Card label="Refunds">
      <h2>Refunds</h2>
      <RefundList {...props} />
    </Card>
  )
}

/** The refunds as a plain list, to be rendered inside another card. */
export const RefundList = ({ refunds, atCounter }: RefundsProps) =>
  refunds.length > 0 && (
    <ul>
      {refunds.map((one) => {
        const { id, amount_kobo, destination, to = destination, state } = one
        const { at = one.settled_at ?? one.requested_at } = one
        const words = atCounter === true ? describeCounterRefund(state) : sourceLabels[state]
        return (
          <li key={id ?? `${amount_kobo} ${to} ${state}`}>
            <b>{formatNaira(amount_kobo)}</b> {to === 'wallet' ? 'refunded to the wallet' : words}
            {at !== undefined && ` · ${formatDayTime(at)}`}
          </li>
        )
      })}
    </ul>
  )
