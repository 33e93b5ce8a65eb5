import { formatCount, formatSeats } from '#contract/quantities'
import { formatNaira } from '#contract/money'
import type { ListedTrip, TripDetail } from '#contract/trips/model'
import { maxSeats, refundTiers } from '#contract/policy'
import { useHoldAttempt } from '#features/bookings'
import { NoStorageWarning } from '#features/offline'
import { serverNow } from '#lib/clock'
import { formatPhone } from '#contract/phone'
import { addDays, formatDay, formatDayShort, formatTime, today } from '#lib/format'
import { parseCountParameter, parseDayParameter } from '#lib/url-parameters'
import { useHydrated } from '#lib/use-hydrated'
import { QueryResult, RefreshButton } from '#ui/query-result'
import { ButtonAnchor, ButtonLink } from '#ui/button'
import { MissingPage } from '#ui/missing-page'
import { Notice } from '#ui/notice'
import { Card, Page, Skeleton } from '#ui/page'
import { FareLines } from '#ui/money'
import { TripLine } from '#ui/pictures/trip-line'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '#ui/link'
import { type ReactNode, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { HoldBar } from './hold-bar.tsx'
import { useCardMove } from './move-card.ts'
import { ParkCard, TripMap, StopList } from './parks.tsx'
import { getTripQuery } from './queries.ts'
import { chooseAdjacentSeats } from './choose-together.ts'
import { SeatChoice } from './seat-choice.tsx'
import { type ResultsLocationState, OperatorRating } from './trip-card.tsx'
import styles from './trip.module.css'
import { useOwnHold } from './use-own-hold.ts'
import { useChosenSeats } from './use-seats.ts'
import { useOutboundReference, OutboundTripBar } from './outbound-trip.tsx'
import { amenityLabels } from './labels.ts'

/** One trip: operator, motor parks, fare, and the seats to choose from. */
export function TripScreen() {
  const [params] = useSearchParams()
  const id = params.get('trip') ?? ''
  const trip = useQuery({ ...getTripQuery(id), enabled: id !== '' })
  const listed = useListedTrip(id)
  const results = useResults('/bookride')
  if (id === '') return <NoTrip />
  return (
    <QueryResult
      title="The trip"
      {...(listed && headOf(listed))}
      back={{ to: results, label: 'Other trips' }}
      query={trip}
      known={listed && <ListedTripCard trip={listed} />}
      waiting={<KnownTrip trip={listed} />}
      beside={<Skeleton className={styles.waitingAbout} />}
      refused={{ not_found: NoTrip, invalid_input: NoTrip }}
    >
      {(data) => (
        <Trip
          key={data.id}
          trip={data}
          wanted={parseCountParameter(params, 'passengers', maxSeats) ?? 1}
        />
      )}
    </QueryResult>
  )
}

/** Returns the trip as it was in the results from which the person came; undefined if those are not in memory. */
function useListedTrip(id: string): ListedTrip | undefined {
  return useQueryClient()
    .getQueriesData<{ data: ListedTrip[] }>({ queryKey: ['findTrips'] })
    .flatMap(([, answer]) => answer?.data ?? [])
    .find((trip) => trip.id === id)
}

/** The skeleton of a trip whose seats are loading, with the data that is already known. */
function KnownTrip({ trip }: { trip: ListedTrip | undefined }) {
  return (
    <div className={`${styles.columns} ${styles.waitingColumns}`}>
      {trip === undefined ? (
        <Skeleton count={1} className={styles.waitingTrip} />
      ) : (
        <ListedTripCard trip={trip} />
      )}
      <Skeleton count={1} className={styles.waitingSeats} />
    </div>
  )
}

/** What the list of results already knew about a trip. */
const ListedTripCard = ({ trip }: { trip: ListedTrip }) => (
  <TripCardInPlace trip={trip}>
    <p className={styles.small}>{trip.vehicle.name}</p>
    {trip.fare_kobo !== null && (
      <p>
        <b>{formatNaira(trip.fare_kobo)}</b> per adult
      </p>
    )}
  </TripCardInPlace>
)

/** The head of the screen, the same with and without the trip's seats. */
const headOf = ({ from, to, service_date, operator }: ListedTrip | TripDetail) => ({
  title: `${from.city.name} to ${to.city.name}`,
  heading: (
    <>
      {from.city.name} <span aria-label="to">→</span> {to.city.name}
    </>
  ),
  sub: `${formatDay(service_date)} · ${operator.name}`,
})

function NoTrip() {
  return (
    <MissingPage
      title="Trip not found"
      text="This trip is no longer in the timetable, or the link is not complete."
      to="/"
      action="Search again"
    />
  )
}

/**
 * Returns the URL of the list from which the person came. For the prerendered page, it is the plain list of the route.
 */
function useResults(plain: string): string {
  const { state } = useLocation()
  const from = state as ResultsLocationState | null
  return (useHydrated() ? from?.results : undefined) ?? plain
}

/** Returns why no seat can be booked; undefined if one can. The prerendered page uses only the server's data. */
function useClosedText(trip: TripDetail): string | undefined {
  const { status, departs_at, sales_close_at, sales_closed } = trip
  const now = useHydrated() ? serverNow() : 0
  if (status === 'cancelled') return 'The operator cancelled this trip.'
  if (status === 'departed' || Date.parse(departs_at) <= now)
    return 'The departure time of this bus has passed.'
  if (sales_closed === true) return 'Sales closed: the operator sells no more seats on this bus.'
  return Date.parse(sales_close_at) <= now ? 'Seats on this bus are no longer sold.' : undefined
}

/** Returns the trip as the holder of seats sees it: the seats that they hold, or may hold, are free to them. */
const toHolder = (trip: TripDetail, held: readonly number[]): TripDetail =>
  held.length === 0
    ? trip
    : {
        ...trip,
        seats: trip.seats.map((seat) =>
          seat.state === 'held' && held.includes(seat.number) ? { ...seat, state: 'free' } : seat,
        ),
      }

/** Returns a function that makes the URL of the trip's route on a day. It keeps the day of the return trip. */
function useRouteSearch({ from, to }: TripDetail, passengers: number) {
  const [params] = useSearchParams()
  const out = useOutboundReference()
  const back = parseDayParameter(params, 'return')
  return (date: string) =>
    `/bookride?${new URLSearchParams({
      from: from.city.code,
      to: to.city.code,
      date,
      passengers: String(passengers),
      ...(out !== undefined && { out }),
      ...(back >= date && { return: back }),
    })}`
}

function Trip({ trip: toAll, wanted }: { trip: TripDetail; wanted: number }) {
  const held = useOwnHold(toAll.id)
  const unanswered = useHoldAttempt(toAll.id)?.input.seats ?? []
  const own = [...new Set([...(held?.seats ?? []), ...unanswered])].toSorted((a, b) => a - b)
  const trip = toHolder(toAll, own)
  const closed = useClosedText(trip)
  const isClosed = closed !== undefined
  const { fare_before_kobo, is_ready, ...choice } = useChosenSeats(trip, own)
  const seats = isClosed ? { ...choice, chosen: held?.seats ?? [], lost: [] } : choice
  const together = useMemo(() => chooseAdjacentSeats(trip.seats, wanted), [trip.seats, wanted])
  const out = useOutboundReference()
  const first = trip.service_date < today() ? today() : trip.service_date
  const on = useRouteSearch(trip, wanted)
  const results = useResults(on(first))
  return (
    <Page
      {...headOf(trip)}
      back={{ to: results, label: 'Other trips' }}
      aside={<TripFacts trip={trip} />}
      bar={
        <HoldBar
          trip={trip}
          isClosed={isClosed}
          chosen={seats.chosen}
          offered={together}
          isReady={is_ready}
          held={held}
          wayOut={out}
          onChoose={seats.choose}
          onHeld={seats.forget}
        />
      }
    >
      <OutboundTripBar />
      {!isClosed && <NoStorageWarning />}
      {isClosed && (
        <Notice
          tone="warning"
          title={closed}
          actions={[first, addDays(first, 1)].map((day) => (
            <ButtonLink key={day} to={on(day)}>
              Buses {formatDayShort(day).replace('To', 'to')}
            </ButtonLink>
          ))}
        />
      )}
      {trip.fare_kobo === null && (
        <Notice tone="warning" title="The operator has not told us its fare.">
          {trip.operator_phone !== null && `Call ${formatPhone(trip.operator_phone)}.`}
        </Notice>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <Departure trip={trip} />
          {held && (
            <Notice
              tone="warning"
              title={`You hold ${formatSeats(held.seats)} until ${formatTime(held.until, trip.zone)}.`}
            />
          )}
          <RefreshButton query={useQuery(getTripQuery(trip.id))} />
          {fare_before_kobo !== null && trip.fare_kobo !== null && (
            <FareChange before_kobo={fare_before_kobo} now_kobo={trip.fare_kobo} />
          )}
        </div>
        {trip.fare_kobo !== null && (
          <SeatChoice {...{ trip, wanted, together, isClosed }} {...seats} />
        )}
      </div>
    </Page>
  )
}

/** The card with the trip's times, into which the card of the tapped result moves. */
function TripCardInPlace({
  trip,
  children,
}: {
  trip: ListedTrip | TripDetail
  children: ReactNode
}) {
  return (
    <div ref={useCardMove(trip.id)}>
      <Card label="The trip">
        <TripLine trip={trip} />
        {children}
      </Card>
    </div>
  )
}

/** When and where the bus leaves and arrives, and what it is. */
function Departure({ trip }: { trip: TripDetail }) {
  return (
    <TripCardInPlace trip={trip}>
      {trip.is_night_arrival && <p className={styles.small}>☾ Arrives in the dark</p>}
      <p className={styles.small}>
        Be at the park by <b>{formatTime(trip.reporting_at, trip.zone)}</b> · {trip.vehicle.name}
        {trip.plate !== null && `, plate ${trip.plate}`}
      </p>
    </TripCardInPlace>
  )
}

function FareChange({ before_kobo, now_kobo }: { before_kobo: number; now_kobo: number }) {
  return (
    <Notice tone="warning" live="polite" title={`The fare is ${formatNaira(now_kobo)} a seat now.`}>
      It was {formatNaira(before_kobo)} when you chose. Nothing is held or paid yet.
    </Notice>
  )
}

function TripFacts({ trip }: { trip: TripDetail }) {
  return (
    <div className={styles.about}>
      <Card label="Operator">
        <h2 className={styles.operator}>
          {trip.operator.name}
          <Link to={`/reviews?operator=${trip.operator.code}`}>
            <OperatorRating operator={trip.operator} />
          </Link>
        </h2>
        {trip.operator_about !== '' && <p>{trip.operator_about}</p>}
        <p className={styles.soft}>
          {trip.vehicle.name}, {formatCount(trip.vehicle.seats, 'seat')}
          {trip.vehicle.amenities.map((amenity) => ` · ${amenityLabels[amenity]}`)}
        </p>
        {trip.operator_phone !== null && (
          <div>
            <ButtonAnchor href={`tel:${trip.operator_phone}`}>
              Call {formatPhone(trip.operator_phone)}
            </ButtonAnchor>
          </div>
        )}
      </Card>
      <Card label="Motor parks">
        <ParkCard park={trip.from_park} title="You leave from" />
        <hr className={styles.rule} />
        <ParkCard park={trip.to_park} title="You arrive at">
          {trip.is_night_arrival && <p>☾ It will be dark. Ask somebody to meet you.</p>}
        </ParkCard>
      </Card>
      <TripMap trip={trip} />
      {trip.stops.length > 2 && <StopList trip={trip} />}
      <Card label="Fare for one adult">
        <h2>Fare for one adult</h2>
        {trip.fare_kobo === null ? (
          <p>Not known.</p>
        ) : (
          <FareLines lines={trip.fare_lines} total_kobo={trip.fare_kobo} />
        )}
      </Card>
      <Card label="Luggage, insurance and refunds">
        <h2>Luggage</h2>
        <p>{trip.luggage}</p>
        <h2>Passenger insurance</h2>
        <p>
          {trip.insurer === null
            ? 'The operator lists no passenger insurance.'
            : `Covered by ${trip.insurer}.`}
        </p>
        <h2>If you cancel</h2>
        <ul className={styles.policy}>
          {refundTiers.map((tier) => (
            <li key={tier.code}>{tier.sentence}</li>
          ))}
          <li>The booking fee and its VAT are not refunded</li>
          <li>One move to another trip, up to 1 hour before</li>
          <li>Operator cancels: full refund, automatically</li>
        </ul>
      </Card>
    </div>
  )
}
