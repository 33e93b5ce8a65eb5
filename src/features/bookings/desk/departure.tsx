import type { Manifest, ManifestSeat } from '#contract/boarding/model'
import type { DeskMembership } from '#contract/members/model'
import { formatCount } from '#contract/quantities'
import { computeDay, formatDay, formatTime } from '#lib/format'
import { DeskPage, MutedText } from '#ui/desk/page'
import { FactList } from '#ui/facts'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { CancelDepartureForm } from './cancel-departure.tsx'
import { ChangeVehicleForm } from './change-vehicle.tsx'
import { describeSeats } from './describe-seats.ts'
import styles from './departures.module.css'
import { manifestQuery } from './queries.ts'
import { SalesSwitch } from './sales.tsx'
import { TripStatusForm } from './status-form.tsx'

/** One departure: its seats, who travels on it, the form to notify them, and its cancellation. */
export function DepartureScreen({ id, place }: { id: string; place: DeskMembership }) {
  const query = useQuery(manifestQuery(id))
  return (
    <DeskPage title={query.data ? titleOf(query.data.trip) : 'Departure'}>
      <Link to="/departures">All departures</Link>
      <QueryResult query={query}>
        {(manifest) => (
          <>
            <Overview manifest={manifest} />
            <Board manifest={manifest} />
            {place.may.includes('counter') && (
              <>
                {isUpcoming(manifest.trip) && <SalesSwitch trip={manifest.trip} />}
                {canChange(manifest.trip) && <TripStatusForm trip={manifest.trip} />}
              </>
            )}
            {manifest.trip.away === true && place.may.includes('counter') && (
              <MutedText>
                This bus has left. It can no longer be delayed or cancelled, or get another vehicle.
              </MutedText>
            )}
            {place.may.includes('departures') && canChange(manifest.trip) && (
              <>
                <ChangeVehicleForm trip={manifest.trip} place={place} />
                <CancelDepartureForm id={id} place={place} />
              </>
            )}
          </>
        )}
      </QueryResult>
    </DeskPage>
  )
}

/** Whether its operator can close or reopen its sales. Later they have ended by the timetable. */
const isUpcoming = ({ status }: Manifest['trip']) => status === 'scheduled' || status === 'boarding'

/** Whether its operator can still delay or cancel it, or give it another vehicle. */
const canChange = ({ status, away }: Manifest['trip']) => status !== 'cancelled' && away !== true

const titleOf = ({ from, to }: Manifest['trip']) => `${from} → ${to}`

/**
 * Whether somebody travels with a ticket. Cancelled and replaced tickets are in the manifest only for the checks at the
 * door.
 */
const isTravelling = ({ status }: ManifestSeat) => status === 'valid' || status === 'used'

function Overview({ manifest: { trip, seats } }: { manifest: Manifest }) {
  const travelling = seats.filter(isTravelling)
  const aboard = travelling.filter(({ boarded_at }) => boarded_at !== null)
  return (
    <Card>
      <FactList
        facts={[
          [
            'Leaves',
            `${formatTime(trip.departs_at, trip.zone)}, ${formatDay(computeDay(trip.departs_at, trip.zone))}`,
          ],
          ['Vehicle', `${trip.vehicle}, ${formatCount(trip.seats, 'seat')}`],
          ['Plate', trip.plate ?? 'Not named yet'],
          ['Seats', trip.seat_counts ? describeSeats(trip.seat_counts) : null],
          ['Aboard', String(aboard.length)],
          ['State', trip.status === 'cancelled' ? 'Cancelled' : null],
        ]}
      />
    </Card>
  )
}

function Board({ manifest: { trip, seats } }: { manifest: Manifest }) {
  const travelling = seats.filter(isTravelling).toSorted((a, b) => a.seat - b.seat)
  return (
    <Card>
      <h2>Travellers</h2>
      {travelling.length === 0 && <MutedText>Nobody has a ticket yet.</MutedText>}
      <ol className={styles.manifest}>
        {travelling.map((one) => (
          <li key={one.ticket_id} className={styles.seat}>
            <b className={styles.number} aria-label={`Seat ${one.seat}`}>
              {one.seat}
            </b>
            <span>
              {one.passenger}
              {one.infant_name && ` and baby ${one.infant_name}`}
              <MutedText as="small">
                {' '}
                {one.from} → {one.to} · {one.booking}
                {one.missing !== undefined &&
                  one.missing.length > 0 &&
                  ` · ${missingLabel(one.missing)}`}
              </MutedText>
            </span>
            <MutedText as="span">
              {one.boarded_at === null ? '' : `Aboard ${formatTime(one.boarded_at, trip.zone)}`}
            </MutedText>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const detailLabels = { phone: 'phone', address: 'address', next_of_kin: 'next of kin' } as const

/** Lists what the law requires in the manifest and the traveller has not given: “Not given: phone, address”. */
const missingLabel = (missing: NonNullable<ManifestSeat['missing']>) =>
  `Not given: ${missing.map((one) => detailLabels[one]).join(', ')}`
