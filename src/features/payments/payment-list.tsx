import { formatNaira } from '#contract/money'
import type { PaymentListItem } from '#contract/payments/model'
import { providerNames } from '#contract/payments/rules'
import { formatDayTime } from '#lib/format'
import { findPayableByKind } from '#lib/room'
import { EntryList, EntryRow } from '#ui/lists/entries'

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
          to={makePurchasePath(one)}
        />
      ))}
    </EntryList>
  )
}

function wayOf({ provider, channel }: PaymentListItem): string {
  if (channel === null) return `From ${payerNames[provider]}`
  return `${channelNames[channel]}, ${payerNames[provider]}`
}

function stateOf({ status, outcome, refunded_kobo = 0 }: PaymentListItem): string {
  if (status === 'pending') return 'Not settled yet'
  if (outcome.startsWith('refunded')) return 'Goes back to you'
  return refunded_kobo > 0 ? `Paid · refund ${formatNaira(refunded_kobo)}` : 'Paid'
}

/** Returns the path of the screen of what was bought, undefined for a top-up. */
function makePurchasePath(payment: PaymentListItem): string | undefined {
  const { purpose, booking, parcel, charter, invoice } = payment
  const reference = booking ?? parcel ?? charter ?? invoice
  return reference === null ? undefined : findPayableByKind(purpose)?.path(reference)
}
