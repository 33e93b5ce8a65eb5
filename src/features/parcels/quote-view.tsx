import { parcelPayHours } from '#contract/parcels/rules'
import { formatCount } from '#contract/quantities'
import { formatNaira } from '#contract/money'
import { describeOnwardTransport } from '#contract/parcels/onward-transport'
import type { ParcelDeparture } from '#contract/parcels/model'
import { describeError } from '#lib/api/error'
import { formatDayTime } from '#lib/format'
import { useOnline } from '#lib/online'
import { Button } from '#ui/button'
import { FieldGroup, OptionField } from '#ui/choices'
import { FareLines } from '#ui/money'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import type { ParcelPriceView } from './parcel-price.ts'
import styles from './sending.module.css'

/** The price with its lines and cover. It also says until when it is valid, or that it was calculated on this phone. */
export function ParcelQuoteCard({ priced }: { priced: ParcelPriceView }) {
  const { price, refusal } = priced
  return (
    <Card label="Price">
      <h2>Price</h2>
      {price === undefined ? (
        <p className={styles.soft}>Choose the route and the size to see it.</p>
      ) : (
        <>
          <FareLines lines={price.lines} total_kobo={price.total_kobo} />
          <p className={styles.soft}>
            {price.cover_kobo > 0
              ? `If it is lost or damaged, up to ${formatNaira(price.cover_kobo)} is paid.`
              : 'It is not covered if lost or damaged: enter what it is worth.'}
          </p>
        </>
      )}
      <QuoteStatus priced={priced} />
      <QuoteError message={refusal && describeError(refusal, '')} />
    </Card>
  )
}

/** The total in the bar at the bottom, or what the price still needs. */
export const ParcelTotal = ({ price }: Pick<ParcelPriceView, 'price'>) => (
  <span className={styles.sum} role="status">
    {price === undefined ? (
      <small>Choose route and size</small>
    ) : (
      <>
        Total <b>{formatNaira(price.total_kobo)}</b>
      </>
    )}
  </span>
)

/** One line that says until when the price is valid, or that it was calculated on this phone. */
function QuoteStatus({
  priced: { price, quote, asked, is_asking, refusal, again },
}: {
  priced: ParcelPriceView
}) {
  const online = useOnline()
  if (price === undefined || refusal !== undefined) return null
  if (quote !== undefined)
    return (
      <p className={styles.soft}>
        This price holds until {formatDayTime(quote.valid_until)}. Once it is booked, you have{' '}
        {formatCount(parcelPayHours, 'hour')} to pay.
      </p>
    )
  if (asked === undefined)
    return <p className={styles.soft}>Fill in the rest to see which bus takes it.</p>
  if (is_asking && online)
    return (
      <p className={styles.soft} role="status">
        Finding a bus for it…
      </p>
    )
  return (
    <div role="status">
      <p>Price worked out on this phone. It is checked when the network is back.</p>
      {online && <Button onClick={again}>Check it now</Button>}
    </div>
  )
}

/** The next buses that can carry the parcel to the counter `to`. The first is the default. */
export function BusChoice({
  buses,
  to,
  chosen,
  onChoose,
}: {
  buses: readonly ParcelDeparture[]
  to: string | undefined
  chosen: string | undefined
  onChoose: (trip_id: string) => void
}) {
  const at = chosen ?? buses[0]?.trip_id
  return (
    <FieldGroup label={<h2>Next buses</h2>}>
      {buses.map((bus) => (
        <OptionField
          key={bus.trip_id}
          name="bus"
          value={bus.trip_id}
          checked={bus.trip_id === at}
          onChoose={() => onChoose(bus.trip_id)}
        >
          <BusDetails bus={bus} to={to} />
        </OptionField>
      ))}
    </FieldGroup>
  )
}

/** When the sender must hand in the parcel, when it arrives, and whether it continues to the counter `to`. */
export function BusDetails({ bus, to }: { bus: ParcelDeparture; to: string | undefined }) {
  return (
    <span className={styles.words}>
      <b>{bus.operator.name}</b>
      <span>
        Hand in by <b>{formatDayTime(bus.hand_in_by, bus.zone)}</b>, {bus.from_park}
      </span>
      <span>
        Arrives {formatDayTime(bus.arrives_at, bus.zone)},{' '}
        {describeOnwardTransport(bus.to_park, to) ?? bus.to_park}
      </span>
    </span>
  )
}

/** Says whether the price has changed, with the old and the new price, in kobo. */
export function PriceChange({ before, now }: { before: number; now: number }) {
  return before === now ? (
    <Notice live="polite">The price is still {formatNaira(now)}.</Notice>
  ) : (
    <Notice tone="warning" live="polite" title={`The price is now ${formatNaira(now)}.`}>
      Before, it was {formatNaira(before)}.
    </Notice>
  )
}

/** An error that belongs to no field. It can take the focus. */
export function QuoteError({ message }: { message: string | undefined }) {
  return (
    message !== undefined && (
      <div data-wrong tabIndex={-1}>
        <Notice tone="danger" live="assertive">
          {message}
        </Notice>
      </div>
    )
  )
}
