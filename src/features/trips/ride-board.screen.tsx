import { Answer, AskAgain } from '#ui/answer'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { useQuery } from '@tanstack/react-query'
import { Link } from '#ui/link'
import { useParams } from 'react-router-dom'
import { ParkCard } from './parks.tsx'
import { getMotorParkQuery, listDeparturesQuery } from './queries.ts'
import styles from './results.module.css'
import { TripCard } from './trip-card.tsx'

/** The ride board of a motor park: what leaves next, and how to get there. */
export function RideBoardScreen() {
  const { park = '' } = useParams()
  const about = useQuery(getMotorParkQuery(park))
  const board = useQuery(listDeparturesQuery(park))
  return (
    <Page
      title={about.data?.name ?? 'Ride board'}
      under="Next departures"
      back={{ to: '/', label: 'Search' }}
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
      <AskAgain query={board} />
      <Answer
        query={board}
        refused={{
          not_found: () => <Notice kind="mind" title="We do not know this motor park." />,
        }}
      >
        {({ data: trips }) =>
          trips.length === 0 ? (
            <Notice title="No more departures from here in the coming days." />
          ) : (
            <ul className={styles.list} aria-label="Departures">
              {trips.map((trip) => (
                <TripCard key={trip.id} trip={trip} passengers={1} />
              ))}
            </ul>
          )
        }
      </Answer>
    </Page>
  )
}
