import { formatCount } from '#contract/quantities'
import type { Charter } from '#contract/charters/trips/model'
import type { CharterRequest } from '#contract/charters/requests/model'
import { formatNaira } from '#contract/money'
import { UnsentCard } from '#features/offline'
import { UnsettledPaymentNotice } from '#features/payments'
import { useOutbox } from '#lib/outbox'
import { QueryResult, MoreButton } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { ButtonRow } from '#ui/notice'
import { Page } from '#ui/page'
import { VehicleDrawing } from '#ui/pictures/vehicle'
import { EmptyState } from '#ui/pictures/empty'
import { QueryResultGroup } from '#ui/lists/query-result-group'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ListCard, ListCards } from './list-card.tsx'
import { charterPaths } from './paths.ts'
import { listChartersQuery } from './queries.ts'
import { listRequestsQuery, requestStateLabels } from './requests/index.ts'
import { makeCharterTitle, charterStateLabels } from './trips/index.ts'
import { charterLabels } from './labels.ts'
import styles from './charters.module.css'

/** The user's charters, future ones first, and their requests, newest first, at `/profile/charters`. */
export function ChartersScreen() {
  const charters = useInfiniteQuery(listChartersQuery)
  const requests = useInfiniteQuery(listRequestsQuery)
  const hired = charters.data?.pages.flatMap(({ data }) => data)
  const asked = requests.data?.pages.flatMap(({ data }) => data)
  const isEmpty = hired?.length === 0 && asked?.length === 0
  return (
    <QueryResultGroup queries={[charters, requests]} title="My charters">
      <Page title="My charters" back={{ to: '/profile', label: 'Profile' }} narrow>
        <UnsettledPaymentNotice kind="charter" />
        <UnsentCharterRequests />
        <QueryResult query={{ ...charters, data: hired }}>
          {(all) => (
            <>
              {isEmpty && <NoChartersNotice />}
              {all.length > 0 && (
                <ListCards label="Charters">
                  {all.map((charter) => (
                    <CharterRow key={charter.reference} charter={charter} />
                  ))}
                </ListCards>
              )}
              <MoreButton query={charters} />
            </>
          )}
        </QueryResult>
        {(asked === undefined || asked.length > 0) && <h2>Requests</h2>}
        <QueryResult query={{ ...requests, data: asked }}>
          {(all) => (
            <>
              {all.length > 0 && (
                <ListCards label="Requests">
                  {all.map((request) => (
                    <RequestRow key={request.reference} request={request} />
                  ))}
                </ListCards>
              )}
              <MoreButton query={requests} />
            </>
          )}
        </QueryResult>
        {!isEmpty && (
          <ButtonRow wide>
            <ButtonLink to="/charter-type">Charter a vehicle</ButtonLink>
          </ButtonRow>
        )}
      </Page>
    </QueryResultGroup>
  )
}

/** Renders nothing if all requests are sent. */
function UnsentCharterRequests() {
  const items = useOutbox('charter_request').filter(({ state }) => state !== 'sent')
  if (items.length === 0) return null
  return (
    <ListCards label="Requests that are not sent yet">
      {items.map((item) => (
        <UnsentCard key={item.id} item={item}>
          <b>{item.title}</b>
        </UnsentCard>
      ))}
    </ListCards>
  )
}

function CharterRow({ charter }: { charter: Charter }) {
  const { reference, state, vehicle, operator, starts_at, can, instalments, price } = charter
  const open = instalments.find((one) => one.state === 'open')
  return (
    <ListCard
      to={charterPaths.charter(reference)}
      title={makeCharterTitle(charter)}
      picture={<VehicleDrawing type={vehicle.type} />}
      under={
        <span className={styles.soft}>
          {vehicle.name}, {operator.name}
        </span>
      }
      facts={charterLabels.start(starts_at)}
      foot={
        <>
          <b>{charterStateLabels[state]}</b>
          <span>
            {can.pay && open !== undefined
              ? `${formatNaira(open.amount_kobo)} to pay`
              : formatNaira(price.total_kobo)}
          </span>
        </>
      }
    />
  )
}

function RequestRow({ request }: { request: CharterRequest }) {
  const { reference, state, offers, travellers } = request
  const open = offers.filter((offer) => offer.state === 'open').length
  return (
    <ListCard
      to={charterPaths.request(reference)}
      title={charterLabels.route(request)}
      facts={
        <>
          {charterLabels.days(request)} · {charterLabels.travellers(travellers)}
        </>
      }
      foot={
        <b>
          {state === 'open' && open > 0 ? formatCount(open, 'offer') : requestStateLabels[state]}
        </b>
      }
    />
  )
}

function NoChartersNotice() {
  return (
    <EmptyState
      picture="bus"
      title="You have not chartered a vehicle yet."
      action={
        <ButtonLink to="/charter-type" kind="primary">
          Charter a vehicle
        </ButtonLink>
      }
    >
      A whole vehicle with its driver, for a wedding or a school trip.
    </EmptyState>
  )
}
