import type { ListedTrip } from '#contract/trips/model'
import { computeDay, formatDayShort } from '#lib/format'
import { QueryResult, RefreshButton } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { ErrorState } from '#ui/pictures/error-state'
import { useQuery } from '@tanstack/react-query'
import { Link } from '#ui/link'
import { useParams } from 'react-router-dom'
import { ParkCard } from './parks.tsx'
import { getMotorParkQuery, listDeparturesQuery } from './queries.ts'
import styles from './results.module.css'
import { TripCard } from './trip-card.tsx'

/** Groups trips by their local day of departure. */
function byDay(trips: readonly ListedTrip[]): [day: string, trips: ListedTrip[]][] {
  const days = new Map<string, ListedTrip[]>()
  for (const trip of trips) {
    const day = computeDay(trip.departs_at, trip.zone)
    days.set(day, [...(days.get(day) ?? []), trip])
  }
  return [...days]
}

/** The ride board of a motor park: the next departures, and how to get there. */
export function RideBoardScreen() {
  const { park = '' } = useParams()
  const about = useQuery(getMotorParkQuery(park))
  const board = useQuery(listDeparturesQuery(park))
  return (
    <Page
      title={about.data?.name ?? 'Ride board'}
      under="Next departures"
      back={{ to: '/parks', label: 'Motor parks' }}
      aside={
        about.data && (
          <Card>
            <ParkCard park={about.data} title="Getting there">
              <Link to={`/reviews?park=${park}`}>What travellers say about this park</Link>
              <Link to={`/businesses?park=${park}`}>
                Guest houses, food and more around this park
              </Link>
            </ParkCard>
          </Card>
        )
      }
    >
      <RefreshButton query={board} />
      <QueryResult
        query={board}
        refused={{
          not_found: () => (
            <ErrorState
              picture="missing"
              title="No motor park has this address."
              action={<ButtonLink to="/">Search buses</ButtonLink>}
            >
              It may be misspelt. Search shows the motor parks of each trip.
            </ErrorState>
          ),
        }}
      >
        {({ data: trips }) =>
          trips.length === 0 ? (
            <Notice title="No more departures from here in the coming days." />
          ) : (
            byDay(trips).map(([day, leaving]) => (
              <section key={day} className={styles.leaving}>
                <h2>{formatDayShort(day)}</h2>
                <ul className={styles.list} aria-label={`Departures ${formatDayShort(day)}`}>
                  {leaving.map((trip) => (
                    <TripCard key={trip.id} trip={trip} passengers={1} cities />
                  ))}
                </ul>
              </section>
            ))
          )
        }
      </QueryResult>
    </Page>
  )
}
