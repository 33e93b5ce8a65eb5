import { countBabies } from '#contract/boarding/rules'
import type { Manifest, OperatorDeparture } from '#contract/boarding/model'
import type { DeskMembership } from '#contract/members/model'
import { formatPhone } from '#contract/phone'
import { formatCount } from '#contract/quantities'
import { formatDepartureMoment, formatDepartureTime } from '#features/boarding'
import { computeDay } from '#lib/format'
import { parseDayParameter } from '#lib/url-parameters'
import { ButtonAnchor, ButtonLink } from '#ui/button'
import { DeskPage, MutedText } from '#ui/desk/page'
import { FactList } from '#ui/facts'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { CancelDepartureForm } from './cancel-departure.tsx'
import { ChangeVehicleForm } from './change-vehicle.tsx'
import styles from './departures.module.css'
import { departuresQuery, manifestQuery } from './queries.ts'
import { OffSale, SalesSwitch } from './sales.tsx'
import { DepartureSeatPlan } from './departure-seat-plan.tsx'
import { TripStatusForm } from './status-form.tsx'
import { listTicketHolders, TravellerListCard } from './traveller-list-card.tsx'
import { isWithdrawn, withdrawnLabel } from './withdrawn.ts'

/** One departure: its seats, who travels on it, the form to notify them, and its cancellation. */
export function DepartureScreen({ id, membership }: { id: string; membership: DeskMembership }) {
  const query = useQuery(manifestQuery(id))
  const card = useOpenedCard(id)
  return (
    <DeskPage title={query.data ? titleOf(card, query.data.trip) : 'Departure'} wide>
      <Link to="/departures">All departures</Link>
      <QueryResult query={query}>
        {(manifest) => (
          <div className={styles.sheet}>
            <div className={styles.column}>
              <Overview manifest={manifest} card={card} />
              {membership.operator !== null && membership.may.includes('boarding') && (
                <BoardingLink trip={manifest.trip} />
              )}
              {membership.may.includes('counter') && <OpenManifest />}
              <DepartureSeatPlan manifest={manifest} />
            </div>
            <div className={styles.column}>
              <TravellerListCard manifest={manifest} />
              <DepartureChangeLinks manifest={manifest} membership={membership} />
            </div>
          </div>
        )}
      </QueryResult>
    </DeskPage>
  )
}

/** What a member may change about the departure. */
function DepartureChangeLinks({
  manifest,
  membership,
}: {
  manifest: Manifest
  membership: DeskMembership
}) {
  const { trip } = manifest
  const bookings = new Set(listTicketHolders(manifest).map(({ booking }) => booking)).size
  return (
    <>
      {membership.may.includes('counter') && (
        <>
          {isUpcoming(trip) && (isWithdrawn(trip) ? <OffSale /> : <SalesSwitch trip={trip} />)}
          {canChange(trip) && <TripStatusForm trip={trip} bookings={bookings} />}
        </>
      )}
      {trip.away === true && membership.may.includes('counter') && (
        <MutedText>
          This bus has left. It can no longer be delayed or cancelled, or get another vehicle.
        </MutedText>
      )}
      {membership.may.includes('departures') && canChange(trip) && (
        <>
          <ChangeVehicleForm trip={trip} membership={membership} />
          <CancelDepartureForm id={trip.id} membership={membership} />
        </>
      )}
    </>
  )
}

/** Opens the manifest that the law requires, for printing. */
function OpenManifest() {
  const [params] = useSearchParams()
  const target = new URLSearchParams(params)
  target.set('view', 'manifest')
  return (
    <ButtonLink wide to={{ search: target.toString() }}>
      Passenger manifest
    </ButtonLink>
  )
}

/**
 * Opens the screen on which tickets are checked, for this bus and the motor park in whose list it was opened. That
 * screen is not part of the desk, because it must open without a network.
 */
function BoardingLink({ trip }: { trip: Manifest['trip'] }) {
  const [params] = useSearchParams()
  if (trip.status === 'cancelled') return null
  const target = new URLSearchParams({
    trip: trip.id,
    day: parseDayParameter(params, 'day') || computeDay(trip.departs_at, trip.zone),
    park: params.get('park') ?? '',
  })
  return (
    <ButtonAnchor kind="primary" wide href={`/verify?${target.toString()}`}>
      Board passengers
    </ButtonAnchor>
  )
}

/**
 * Returns whether the sales of a departure can be closed or reopened. Once the bus has left, the timetable has ended
 * them.
 */
const isUpcoming = ({ status }: Manifest['trip']) => status === 'scheduled' || status === 'boarding'

/** Returns whether a departure can still be delayed or cancelled, or get another vehicle. */
const canChange = ({ status, away }: Manifest['trip']) => status !== 'cancelled' && away !== true

/** The departure at the motor park from whose card the sheet was opened; undefined if it was opened without one. */
type OpenedCard = OperatorDeparture | undefined

function useOpenedCard(id: string): OpenedCard {
  const [params] = useSearchParams()
  const day = parseDayParameter(params, 'day')
  const park = params.get('park') ?? ''
  const isKnown = day !== '' && park !== ''
  const queries = useQueryClient()
  const { data = [] } = useQuery({
    ...departuresQuery(day, { park }),
    // The list of all parks has the card already, so that the title does not change while this one is loaded.
    placeholderData: () => queries.getQueryData(departuresQuery(day).queryKey),
    enabled: isKnown,
  })
  return data.find((one) => one.trip_id === id && one.park.code === park)
}

/** The title has the words of the card, since a bus that started elsewhere looks like another one. */
const titleOf = (card: OpenedCard, { from, to }: Manifest['trip']) =>
  card === undefined
    ? `${from} → ${to}`
    : `${formatDepartureTime(card)}, ${card.park.name} → ${card.to}`

function Overview({ manifest, card }: { manifest: Manifest; card: OpenedCard }) {
  const { trip } = manifest
  const isLater = card !== undefined && card.departs_at !== trip.departs_at
  const aboard = listTicketHolders(manifest).filter(({ boarded_at }) => boarded_at !== null)
  return (
    <Card>
      <FactList
        facts={[
          ['Leaves', formatDepartureMoment(card ?? trip)],
          ['Started', isLater ? `${trip.from}, ${formatDepartureMoment(trip)}` : null],
          ['Vehicle', `${trip.vehicle}, ${formatCount(trip.seats, 'seat')}`],
          ['Plate', trip.plate ?? 'Not given yet'],
          ['Driver', describeDriver(trip)],
          ['Note', trip.note ?? null],
          ['Aboard', String(aboard.length + countBabies(aboard))],
          ['State', describeState(trip)],
        ]}
      />
    </Card>
  )
}

const describeDriver = ({ driver_name, driver_phone }: Manifest['trip']): string =>
  [driver_name, driver_phone && formatPhone(driver_phone)].filter(Boolean).join(', ')

function describeState(trip: Manifest['trip']): string | null {
  if (isWithdrawn(trip)) return withdrawnLabel
  return trip.status === 'cancelled' ? 'Cancelled' : null
}
