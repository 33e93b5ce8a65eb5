import { formatNaira } from '#contract/money'
import { maxSeats } from '#contract/policy'
import { toggleSeat } from '#features/trips'
import { formatDayTime } from '#lib/format'
import { Button, UnstyledButton } from '#ui/button'
import { Card } from '#ui/page'
import { useState } from 'react'
import {
  type AnsweredAllotment,
  canSellOnPhone,
  listUnsoldSeats,
  type OfflineSale,
  priceAllottedSeats,
} from './allotments.ts'
import { ReleaseButton } from './release-button.tsx'
import styles from './offline-counter.module.css'
import { OfflineSaleForm } from './offline-sale.tsx'
import sale from './sale.module.css'
import { describeSale } from './describe-sale.ts'

/** The seats of one departure that this phone sells, and what it has sold. */
export function AllotmentCard({
  entry,
  onShow,
}: {
  entry: AnsweredAllotment
  onShow: (sale: string) => void
}) {
  const { allotment, sales } = entry
  const { from, to, departs_at, zone, vehicle, sell_until } = allotment
  const unsold = listUnsoldSeats(entry)
  return (
    <Card label={`${from} → ${to}`}>
      <div>
        <h2>
          {from} → {to}
        </h2>
        <p className={sale.muted}>
          {formatDayTime(departs_at, zone)} · {vehicle}
        </p>
      </div>
      {unsold.length === 0 ? (
        <p>No seats are left on this phone.</p>
      ) : canSellOnPhone(entry) ? (
        <>
          <p>
            {formatNaira(priceAllottedSeats(allotment, ['adult']))} each. This phone sells them
            until <b>{formatDayTime(sell_until, zone)}</b>.
          </p>
          <SeatsToSell entry={entry} unsold={unsold} onSold={onShow} />
        </>
      ) : (
        <p role="status">
          This phone sold these seats until {formatDayTime(sell_until, zone)}. Those that are left
          go back on sale as soon as there is a network.
        </p>
      )}
      {sales.length > 0 && (
        <ul aria-label="Sold on this phone">
          {sales.toReversed().map((one) => (
            <SoldLine key={one.key} sold={one} onShow={() => onShow(one.key)} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The seats as large buttons, and the form for those that are chosen. */
function SeatsToSell({
  entry,
  unsold,
  onSold,
}: {
  entry: AnsweredAllotment
  unsold: readonly number[]
  onSold: (sale: string) => void
}) {
  const [picked, setPicked] = useState<readonly number[]>([])
  const chosen = picked.filter((seat) => unsold.includes(seat))
  return (
    <>
      <div className={styles.seats} role="group" aria-label="Seats that are left">
        {unsold.map((seat) => (
          <UnstyledButton
            key={seat}
            className={styles.seat}
            aria-label={`Seat ${seat}`}
            aria-pressed={chosen.includes(seat)}
            onClick={() => setPicked(toggleSeat(chosen, seat, maxSeats))}
          >
            {seat}
          </UnstyledButton>
        ))}
      </div>
      {chosen.length > 0 && <OfflineSaleForm entry={entry} seats={chosen} onSold={onSold} />}
      <ReleaseButton id={entry.id} seats={chosen.length > 0 ? chosen : unsold} />
    </>
  )
}

const stateLabels: Record<OfflineSale['state'], string> = {
  waiting: 'Waits to be sent',
  sent: 'Reported',
  refused: 'Not accepted',
}

function SoldLine({ sold, onShow }: { sold: OfflineSale; onShow: () => void }) {
  return (
    <li className={styles.sold}>
      <span>
        {describeSale(sold)}
        <small>{stateLabels[sold.state]}</small>
      </span>
      {sold.state !== 'refused' && <Button onClick={onShow}>Ticket</Button>}
    </li>
  )
}
