import { formatCount } from '#contract/quantities'
import { UnsentCard } from '#features/offline'
import { useOutbox } from '#lib/outbox'
import { QueryResult } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { ButtonRow } from '#ui/notice'
import { Page } from '#ui/page'
import { EmptyState } from '#ui/pictures/empty'
import { QueryResultGroup } from '#ui/lists/query-result-group'
import { useQuery } from '@tanstack/react-query'
import { RouteAlertList } from './alerts.tsx'
import { WaitlistEntryCard } from './place-card.tsx'
import { myTravelRequestsQuery, routeAlertsQuery, useRefreshTravelRequests } from './queries.ts'
import { makeTravelRequestDraft } from './form-model.ts'
import styles from './waitlist.module.css'

/** The user's requests, waiting lists and alerts with their offers, at `/profile/travel-request`. */
export function TravelRequestsScreen() {
  const mine = useQuery(myTravelRequestsQuery)
  const alerts = useQuery(routeAlertsQuery)
  useRefreshTravelRequests()
  return (
    <QueryResultGroup queries={[mine, alerts]} title="Travel requests">
      <Page title="Travel requests" back={{ to: '/profile', label: 'Profile' }} narrow>
        <ButtonRow wide>
          <ButtonLink to="/profile/travel-request/ask" kind="primary">
            Ask for a route
          </ButtonLink>
          <ButtonLink to="/profile/travel-request/watch">Watch a price</ButtonLink>
        </ButtonRow>
        <WaitingRequests />
        <QueryResult query={mine}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState picture="bus" title="You are not on a waiting list.">
                Ask for a route no bus serves, or join the waiting list of a bus that is sold out.
              </EmptyState>
            ) : (
              <ul className={styles.list} aria-label="Requests and waiting lists">
                {data.map((place) => (
                  <WaitlistEntryCard key={place.id} place={place} />
                ))}
              </ul>
            )
          }
        </QueryResult>
        <QueryResult query={alerts}>
          {({ data }) => (data.length === 0 ? null : <RouteAlertList alerts={data} />)}
        </QueryResult>
      </Page>
    </QueryResultGroup>
  )
}

/** The user's unsent requests. Renders nothing if there are none. */
function WaitingRequests() {
  const items = useOutbox('travel_request').filter(({ state }) => state !== 'sent')
  if (items.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Requests that are not sent yet">
      {items.map((item) => (
        <UnsentCard key={item.id} item={item}>
          <p>
            <b>{item.title}</b>
            <br />
            {formatCount(Number(makeTravelRequestDraft(item.input).travellers), 'traveller')}
          </p>
        </UnsentCard>
      ))}
    </ul>
  )
}
