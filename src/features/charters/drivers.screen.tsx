import type { Charter } from '#contract/charters/trips/model'
import type { Parcel } from '#contract/parcels/model'
import { hasParcelEnded } from '#contract/parcels/rules'
import { ParcelDriverCard, listParcelsQuery } from '#features/parcels'
import { formatDayTime } from '#lib/format'
import { QueryResult } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { ButtonRow } from '#ui/notice'
import { Page } from '#ui/page'
import { EmptyState } from '#ui/pictures/empty'
import { QueryResultGroup } from '#ui/lists/query-result-group'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '#ui/link'
import { charterPaths } from './paths.ts'
import { listChartersQuery } from './queries.ts'
import { CharterDriverCard } from './trips/index.ts'

/** The drivers of the user's charters that are paid and not over, and of their parcels on the way. */
export function DriversScreen() {
  const parcels = useInfiniteQuery(listParcelsQuery)
  const charters = useInfiniteQuery(listChartersQuery)
  const underWay = parcels.data?.pages.flatMap(({ data }) => data).flatMap(withDriver)
  const hired = charters.data?.pages.flatMap(({ data }) => data).filter(isDriven)
  return (
    <QueryResultGroup queries={[charters, parcels]} title="Drivers">
      <Page title="Drivers" back={{ to: '/profile', label: 'Profile' }} narrow>
        <QueryResult query={{ ...charters, data: hired }}>
          {(all) =>
            all.map((charter) => (
              <CharterDriverCard key={charter.reference} charter={charter}>
                <h2>
                  <Link to={charterPaths.charter(charter.reference)}>{charter.vehicle.name}</Link>
                </h2>
                <p>
                  {charter.state === 'paid' ? 'Starts' : 'Started'}{' '}
                  {formatDayTime(charter.started_at ?? charter.starts_at)}
                </p>
              </CharterDriverCard>
            ))
          }
        </QueryResult>
        <QueryResult query={{ ...parcels, data: underWay }}>
          {(all) =>
            all.length === 0
              ? hired?.length === 0 && <NoDriversNotice />
              : all.map(({ tracking_id, route, driver }) => (
                  <ParcelDriverCard key={tracking_id} driver={driver}>
                    <h2>
                      <Link to={`/waybill/summary?parcel=${tracking_id}`}>
                        Parcel to {route.to_city}
                      </Link>
                    </h2>
                  </ParcelDriverCard>
                ))
          }
        </QueryResult>
      </Page>
    </QueryResultGroup>
  )
}

/** Returns whether a charter is paid and not over: its driver is or will be named, and it has start and end codes. */
const isDriven = ({ state }: Charter) => state === 'paid' || state === 'under_way'

const withDriver = ({ driver, tracking, ...parcel }: Parcel) =>
  driver === null || hasParcelEnded(tracking.state) ? [] : [{ ...parcel, driver }]

function NoDriversNotice() {
  return (
    <EmptyState
      picture="bus"
      title="You have no driver yet."
      action={
        <ButtonRow>
          <ButtonLink to="/waybill/summary" kind="primary">
            My parcels
          </ButtonLink>
          <ButtonLink to="/profile/charters">My charters</ButtonLink>
        </ButtonRow>
      }
    >
      Once your parcel is on its bus, its driver appears here: name, plate and a number to call. The
      driver of a vehicle you charter appears here once the operator has named them. For a bus you
      travel on, the operator’s number is on your ticket.
    </EmptyState>
  )
}
