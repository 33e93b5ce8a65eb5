import { formatNaira } from '#contract/money'
import type { PaymentListItem } from '#contract/payments/model'
import { providerNames } from '#contract/payments/rules'
import { formatDayTime } from '#lib/format'
import { findPayableByKind } from '#lib/room'
import { Link } from '#ui/link'
import { EntryList, EntryRow } from '#ui/lists/entries'
import styles from './payments.module.css'

const payerNames = { ...providerNames, wallet: 'your wallet' }
const channelNames = { card: 'Card', transfer: 'Bank transfer', ussd: 'USSD' }

/** Payments of any kind, each with how it was paid and a link to what it bought, where its receipt is. */
export function PaymentList({ payments }: { payments: readonly PaymentListItem[] }) {
  return (
    <EntryList>
      {payments.map((one) => (
        <EntryRow
          key={one.reference}
          title={one.about}
          amount={formatNaira(one.total_kobo)}
          at={one.at}
          when={`${formatDayTime(one.at)} · ${wayOf(one)}`}
          note={stateOf(one)}
        >
          <Bought payment={one} />
        </EntryRow>
      ))}
    </EntryList>
  )
}

function wayOf({ provider, channel }: PaymentListItem): string {
  if (channel === null) return `From ${payerNames[provider]}`
  return `${channelNames[channel]}, ${payerNames[provider]}`
}

function stateOf({ status, outcome }: PaymentListItem): string {
  if (status === 'pending') return 'Not settled yet'
  return outcome.startsWith('refunded') ? 'Goes back to you' : 'Paid'
}

function Bought({
  payment: { purpose, booking, parcel, charter, invoice, about },
}: {
  payment: PaymentListItem
}) {
  const thing = booking ?? parcel ?? charter ?? invoice
  const path = thing === null ? undefined : findPayableByKind(purpose)?.path(thing)
  return (
    path !== undefined && (
      <Link to={path} className={styles.open} aria-label={`Open: ${about}`}>
        Open
      </Link>
    )
  )
}
