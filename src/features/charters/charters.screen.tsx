import type { Charter } from '#contract/charters/model'
import type { CharterRequest } from '#contract/charters/requests'
import { naira } from '#contract/money'
import { WaitingCard } from '#features/offline'
import { read } from '#lib/device'
import { useOutbox } from '#lib/outbox'
import { Answer, More } from '#ui/answer'
import { ButtonLink } from '#ui/button'
import { Actions, Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { Vehicle } from '#ui/pictures/vehicle'
import { Empty } from '#ui/pictures/empty'
import { Together } from '#ui/lists/together'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '#ui/link'
import styles from './charters.module.css'
import { charterPath, payPath, requestPath } from './paths.ts'
import { listChartersQuery, listRequestsQuery } from './queries.ts'
import {
  charterTitle,
  daysWords,
  requestWords,
  roadWords,
  startWords,
  stateWords,
  travellersWords,
} from './words.ts'

/** `/profile/charters`: vehicles I hired and what I asked operators for, those to come first. */
export function ChartersScreen() {
  const charters = useInfiniteQuery(listChartersQuery)
  const requests = useInfiniteQuery(listRequestsQuery)
  const hired = charters.data?.pages.flatMap(({ data }) => data)
  const asked = requests.data?.pages.flatMap(({ data }) => data)
  const unpaid = read('pending_payment')?.charter
  const isEmpty = hired?.length === 0 && asked?.length === 0
  return (
    <Together queries={[charters, requests]} title="My charters">
      <Page title="My charters" back={{ to: '/profile', label: 'Profile' }} narrow>
        {unpaid !== undefined && (
          <Notice
            kind="mind"
            title="A payment is not settled yet."
            actions={
              <ButtonLink to={payPath(unpaid)} kind="primary">
                Has my payment landed?
              </ButtonLink>
            }
          />
        )}
        <NotSentYet />
        <Answer query={{ ...charters, data: hired }}>
          {(all) => (
            <>
              {isEmpty && <None />}
              {all.length > 0 && (
                <ul className={styles.list} aria-label="Charters">
                  {all.map((charter) => (
                    <CharterRow key={charter.reference} charter={charter} />
                  ))}
                </ul>
              )}
              <More query={charters} />
            </>
          )}
        </Answer>
        {(asked === undefined || asked.length > 0) && <h2>Requests</h2>}
        <Answer query={{ ...requests, data: asked }}>
          {(all) => (
            <>
              {all.length > 0 && (
                <ul className={styles.list} aria-label="Requests">
                  {all.map((request) => (
                    <RequestRow key={request.reference} request={request} />
                  ))}
                </ul>
              )}
              <More query={requests} />
            </>
          )}
        </Answer>
        {!isEmpty && (
          <Actions wide>
            <ButtonLink to="/charter-type">Hire a vehicle</ButtonLink>
          </Actions>
        )}
      </Page>
    </Together>
  )
}

/** Requests on this phone that no server has yet. */
function NotSentYet() {
  const items = useOutbox('charter_request').filter(({ state }) => state !== 'sent')
  if (items.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Requests that are not sent yet">
      {items.map((item) => (
        <WaitingCard key={item.id} item={item}>
          <b>{item.title}</b>
        </WaitingCard>
      ))}
    </ul>
  )
}

function CharterRow({ charter }: { charter: Charter }) {
  const { reference, state, vehicle, operator, starts_at, can, instalments, price } = charter
  const open = instalments.find((one) => one.state === 'open')
  return (
    <li className={styles.card}>
      <Vehicle type={vehicle.type} />
      <div className={styles.who}>
        <h2>
          <Link to={charterPath(reference)} className={styles.link}>
            {charterTitle(charter)}
          </Link>
        </h2>
        <span className={styles.soft}>
          {vehicle.name}, {operator.name}
        </span>
      </div>
      <p className={styles.facts}>{startWords(starts_at)}</p>
      <div className={styles.foot}>
        <b>{stateWords[state]}</b>
        <span>
          {can.pay && open !== undefined
            ? `${naira(open.amount_kobo)} to pay`
            : naira(price.total_kobo)}
        </span>
      </div>
    </li>
  )
}

function RequestRow({ request }: { request: CharterRequest }) {
  const { reference, state, offers, travellers } = request
  const open = offers.filter((offer) => offer.state === 'open').length
  return (
    <li className={styles.card}>
      <div className={styles.facts}>
        <h2>
          <Link to={requestPath(reference)} className={styles.link}>
            {roadWords(request)}
          </Link>
        </h2>
        {daysWords(request)} · {travellersWords(travellers)}
      </div>
      <div className={styles.foot}>
        <b>
          {state === 'open' && open > 0
            ? open === 1
              ? '1 offer'
              : `${open} offers`
            : requestWords[state]}
        </b>
      </div>
    </li>
  )
}

function None() {
  return (
    <Empty
      picture="bus"
      title="You have not hired a vehicle yet."
      action={
        <ButtonLink to="/charter-type" kind="primary">
          Hire a vehicle
        </ButtonLink>
      }
    >
      A whole vehicle with its driver, for a wedding or a school trip.
    </Empty>
  )
}
