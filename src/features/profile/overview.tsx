import type { Booking } from '#contract/bookings/model'
import { listWalletTransactionsQuery, MovementList } from '#features/wallet'
import { computeDay, formatDay } from '#lib/format'
import { Link } from '#ui/link'
import { EntryList, EntryRow } from '#ui/lists/entries'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import styles from './profile.module.css'
import { listPastQuery } from './queries.ts'

/** How many entries of each list are displayed. */
const few = 4

/** The last trips and the last movements of the wallet, in the space that a wide screen has beside the menu. */
export function ProfileOverview() {
  const trips = useQuery(listPastQuery)
  const movements = useInfiniteQuery(listWalletTransactionsQuery)
  return (
    <div className={styles.overview}>
      <LatestEntriesCard title="Last trips" all={{ to: '/profile/trip', label: 'All trips' }}>
        <QueryResult query={trips}>
          {(past) =>
            past.length === 0 ? (
              <p className={styles.soft}>
                After a trip you can book it again here, and say how it was.
              </p>
            ) : (
              <EntryList>
                {past.slice(0, few).map((booking) => (
                  <PastTrip key={booking.reference} booking={booking} />
                ))}
              </EntryList>
            )
          }
        </QueryResult>
      </LatestEntriesCard>
      <LatestEntriesCard
        title="Wallet"
        all={{ to: '/profile/transaction', label: 'All transactions' }}
      >
        <QueryResult query={movements}>
          {({ pages }) => {
            const last = pages[0]?.data.slice(0, few) ?? []
            return last.length === 0 ? (
              <p className={styles.soft}>Refunds come here at once, and so do rewards.</p>
            ) : (
              <MovementList movements={last} />
            )
          }}
        </QueryResult>
      </LatestEntriesCard>
    </div>
  )
}

/** A card with the first entries of a list, and a link to all of them. */
function LatestEntriesCard({
  title,
  all,
  children,
}: {
  title: string
  all: { to: string; label: string }
  children: ReactNode
}) {
  return (
    <Card label={title}>
      <div className={styles.latest}>
        <h2>{title}</h2>
        <Link to={all.to}>{all.label}</Link>
      </div>
      {children}
    </Card>
  )
}

function PastTrip({ booking: { reference, trip } }: { booking: Booking }) {
  return (
    <EntryRow
      title={`${trip.from.city.name} → ${trip.to.city.name}`}
      to={`/profile/trip?booking=${reference}`}
      at={trip.departs_at}
      when={formatDay(computeDay(trip.departs_at, trip.zone))}
      note={trip.operator.name}
    />
  )
}
