import { formatCount } from '#contract/quantities'
import type { CharterOffer, CharterRequest } from '#contract/charters/requests/model'
import { formatNaira } from '#contract/money'
import { charterLabels } from '#features/charters'
import { formatDayTime } from '#lib/format'
import { Button } from '#ui/button'
import { FareLines } from '#ui/money'
import { Card } from '#ui/page'
import { VehicleDrawing } from '#ui/pictures/vehicle'
import styles from './requests.module.css'

/** The open offers in a small table, in the given order; null if there are fewer than two. */
export function OfferTable({ offers }: { offers: readonly CharterOffer[] }) {
  const open = offers.filter(({ state }) => state === 'open')
  if (open.length < 2) return null
  return (
    <Card label="Compare">
      <table className={styles.compared}>
        <caption>Side by side</caption>
        <thead>
          <tr>
            <th scope="col">Operator</th>
            <th scope="col">Seats</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {open.map(({ id, operator, vehicle, price, terms }) => (
            <tr key={id}>
              <th scope="row">
                {operator.name}
                <small>{charterLabels.rating('operator', operator.rating, operator.reviews)}</small>
              </th>
              <td>
                {vehicle.seats}
                <small>fuel {vehicle.fuel_included ? 'included' : 'extra'}</small>
              </td>
              <td>{formatNaira(price.total_kobo)}</td>
              {terms !== '' && (
                <td className={styles.terms}>
                  <small>{terms}</small>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

const over: Record<Exclude<CharterOffer['state'], 'open'>, string> = {
  accepted: 'You accepted this offer.',
  declined: 'Another offer was accepted.',
  withdrawn: 'The operator withdrew this offer.',
  expired: 'This offer has expired.',
}

/** The text for an offer that was declined because its request ended without an accepted offer. */
const unanswered = 'You did not accept this offer.'

/** The offer of one operator. `of` is the state of the request. */
export function OfferCard({
  offer,
  of,
  onAccept,
}: {
  offer: CharterOffer
  of: CharterRequest['state']
  onAccept: (() => void) | undefined
}) {
  const { operator, vehicle, price, terms, valid_until, state } = offer
  return (
    <li className={styles.offer} data-state={state} aria-label={`Offer of ${operator.name}`}>
      <div className={styles.between}>
        <div>
          <h2>{operator.name}</h2>
          <span className={styles.soft}>
            {charterLabels.rating('operator', operator.rating, operator.reviews)}
          </span>
        </div>
        <VehicleDrawing type={vehicle.type} />
      </div>
      <p>
        {vehicle.name} · {formatCount(vehicle.seats, 'seat')} ·{' '}
        {charterLabels.rating('vehicle', vehicle.rating, vehicle.reviews)}
      </p>
      <p className={styles.soft}>
        {charterLabels.included(vehicle.fuel_included, vehicle.amenities)}
      </p>
      <p className={styles.big}>{formatNaira(price.total_kobo)}</p>
      <details>
        <summary>What the price includes</summary>
        <FareLines lines={price.lines} total_kobo={price.total_kobo} />
      </details>
      {terms !== '' && <p className={styles.words}>{terms}</p>}
      {state === 'open' ? (
        <p className={styles.soft}>Valid until {formatDayTime(valid_until)}</p>
      ) : (
        <p>
          <b>{state === 'declined' && of !== 'accepted' ? unanswered : over[state]}</b>
        </p>
      )}
      {onAccept !== undefined && (
        <Button kind="primary" wide onClick={onAccept}>
          Accept {formatNaira(price.total_kobo)}
        </Button>
      )}
    </li>
  )
}
