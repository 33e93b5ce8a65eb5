import { formatKm, formatCount, formatDuration } from '#contract/quantities'
import { describeFuelAndTolls } from '#contract/charters/rules'
import type { Charter, Instalment } from '#contract/charters/trips/model'
import { formatNaira } from '#contract/money'
import { charterLabels } from '#features/charters'
import { CityRoutesMap } from '#features/lookups'
import { formatPhone } from '#contract/phone'
import { formatDayTime } from '#lib/format'
import { FactList } from '#ui/facts'
import { ButtonAnchor } from '#ui/button'
import { FareLines } from '#ui/money'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { VehicleDrawing } from '#ui/pictures/vehicle'

/** The flight of an airport transfer, and where and when the driver comes; null for other charters. */
export function FlightCard({ charter: { flight } }: { charter: Charter }) {
  if (flight === null) return null
  const isPickUp = flight.direction === 'pick_up'
  return (
    <Card label="Flight">
      <h2>{isPickUp ? 'Meeting you' : 'Taking you to your flight'}</h2>
      <FactList
        facts={[
          ['Airport', flight.airport.name],
          ['Flight', flight.number && flight.number.replace(/^([A-Z]{3}|\w\w)(\d+)$/, '$1 $2')],
          [isPickUp ? 'Lands' : 'Pick-up', formatDayTime(flight.at)],
          ['Driver arrives', formatDayTime(flight.meet_at)],
          ['Meeting point', isPickUp ? flight.meeting_point : null],
          ['Name on the board', flight.name_board],
          ['Area', flight.zone],
          ['Waiting', `${formatDuration(flight.waiting_minutes)} included`],
        ]}
      />
    </Card>
  )
}

/** The vehicle, places and people of a charter. */
export function CharterTripCard({ charter }: { charter: Charter }) {
  const { vehicle, operator, stops, contact, occasion, kind, offer_terms, flight } = charter
  return (
    <Card label="The trip">
      <VehicleDrawing type={vehicle.type} large />
      <h2>The trip</h2>
      <FactList
        facts={[
          ['Vehicle', `${vehicle.name}, ${formatCount(vehicle.seats, 'seat')}`],
          ['Operator', operator.name],
          ['Trip', charterLabels.kind[kind]],
          ['For', occasion && charterLabels.occasion[occasion]],
          [
            'Places',
            stops
              // The meeting point at an airport is displayed with the flight.
              .map(({ city, address }) =>
                address === null || city === flight?.airport.name ? city : `${city}, ${address}`,
              )
              .join(' → '),
          ],
          ['Starts', charterLabels.start(charter.starts_at)],
          ['Distance', charter.km > 0 ? formatKm(charter.km) : null],
          ['Who', charterLabels.travellers(charter.travellers)],
          ['Luggage', charter.luggage],
          ['Needs', charter.needs],
          ['Contact', contact && contact.full_name],
          ['Phone', contact && formatPhone(contact.phone)],
          ['Terms', offer_terms],
          ['Number', charter.reference],
        ]}
      />
      {stops[1] && !flight && (
        <CityRoutesMap
          label="The trip on the map of Nigeria"
          routes={[stops.map(({ code }) => code)]}
        />
      )}
      {operator.phone !== null && (
        <ButtonRow wide>
          <ButtonAnchor href={`tel:${operator.phone}`}>Call {operator.name}</ButtonAnchor>
        </ButtonRow>
      )}
    </Card>
  )
}

const partLabels: Record<Instalment['kind'], string> = {
  deposit: 'Deposit',
  balance: 'Balance',
  all: 'Full payment',
}

/** The lines of the price, and the instalments. */
export function PaymentsCard({ charter }: { charter: Charter }) {
  const { price, instalments, kind, vehicle, offer_terms } = charter
  return (
    <Card label="Price">
      <h2>Price</h2>
      <FareLines lines={price.lines} total_kobo={price.total_kobo} />
      {/* An offer has terms of its own, which the card of the trip shows. */}
      {offer_terms === null && <p>{describeFuelAndTolls(kind, vehicle.fuel_included)}</p>}
      <FactList
        facts={instalments.map(
          (part) =>
            [partLabels[part.kind], `${formatNaira(part.amount_kobo)}, ${howPaid(part)}`] as const,
        )}
      />
    </Card>
  )
}

function howPaid({ state, paid_at, due_at }: Instalment): string {
  if (state === 'paid') return paid_at === null ? 'paid' : `paid ${formatDayTime(paid_at)}`
  return state === 'open' ? `due by ${formatDayTime(due_at)}` : 'no longer due'
}
