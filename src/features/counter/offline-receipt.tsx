import { formatNaira } from '#contract/money'
import { Button } from '#ui/button'
import { Card } from '#ui/page'
import { useEffect } from 'react'
import type { AnsweredAllotment, OfflineSale } from './allotments.ts'
import { paymentMeansLabels } from './payment-means-field.tsx'
import { IssuedTickets } from './receipt.tsx'
import { RefusedSale } from './report-notices.tsx'
import styles from './sale.module.css'

/** A sale of this phone: a ticket with its QR code for each seat, printed as a receipt 58 mm wide. */
export function OfflineSaleReceipt({
  entry: { id, allotment },
  sale,
  onNext,
}: {
  entry: AnsweredAllotment
  sale: OfflineSale
  onNext: () => void
}) {
  const { input, state, reference } = sale
  const { passengers, total_kobo, means } = input
  // Scroll to the top: the form that this replaces is longer, and its button is at the end.
  useEffect(() => {
    scrollTo(0, 0)
  }, [])
  if (state === 'refused')
    return (
      <Card label="Not sold">
        <RefusedSale id={id} refused={sale} />
        <Button onClick={onNext}>Back to the seats</Button>
      </Card>
    )
  const tickets = passengers.flatMap(({ seat, full_name }) => {
    const ticket = allotment.tickets.find((one) => one.seat === seat)
    return ticket === undefined ? [] : { ...ticket, passenger: full_name }
  })
  const facts = [
    ...(reference === undefined ? [] : [['Booking', reference] as const]),
    [
      passengers.length > 1 ? 'Paid for all' : 'Paid',
      `${formatNaira(total_kobo)}, ${paymentMeansLabels[means].toLowerCase()}`,
    ] as const,
  ]
  return (
    <IssuedTickets
      label="Sold"
      outcome={`Sold for ${formatNaira(total_kobo)}`}
      next={{ label: 'Next sale', onClick: onNext }}
      operator={allotment.operator}
      directions={[{ trip: allotment, facts, tickets }]}
      note={
        state === 'waiting' && (
          <p className={styles.muted}>Sold without a network; the office hears of it later.</p>
        )
      }
    />
  )
}
