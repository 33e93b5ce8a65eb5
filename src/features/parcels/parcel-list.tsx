import type { Parcel } from '#contract/parcels/model'
import { useRefreshWhenSent, UnsentCard } from '#features/offline'
import { UnsettledPaymentNotice } from '#features/payments'
import { type OutboxItem, useOutbox } from '#lib/outbox'
import { saveParcel } from '#lib/vault'
import { QueryResult, MoreButton } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { ButtonRow } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { EmptyState } from '#ui/pictures/empty'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from '#ui/link'
import { describeParcelNextStep } from './next-step.ts'
import { listParcelsQuery } from './queries.ts'
import styles from './waybill.module.css'

const kinds = ['parcel']
const lists = [listParcelsQuery.queryKey]

/** All parcels of the logged-in user with their next steps, unsent ones first. */
export function ParcelList() {
  const parcels = useInfiniteQuery(listParcelsQuery)
  const all = parcels.data?.pages.flatMap(({ data }) => data)
  useParcelsHere(all)
  const waiting = useOutbox('parcel').filter(({ state }) => state !== 'sent')
  useRefreshWhenSent(kinds, lists)
  return (
    <Page title="My parcels" back={{ to: '/profile', label: 'Profile' }} narrow>
      <UnsettledPaymentNotice kind="parcel" />
      {waiting.length > 0 && <UnsentParcels items={waiting} />}
      <QueryResult query={{ ...parcels, data: all }}>
        {(shown) =>
          shown.length === 0 ? (
            waiting.length === 0 && (
              <EmptyState
                picture="parcel"
                title="You have not sent a parcel yet."
                action={
                  <ButtonLink to="/send-parcel" kind="primary">
                    Send a parcel
                  </ButtonLink>
                }
              >
                See the price first. What you send is listed here, before and after it is picked up.
              </EmptyState>
            )
          ) : (
            <>
              <ul className={styles.rows}>
                {shown.map((parcel) => (
                  <Row key={parcel.tracking_id} parcel={parcel} />
                ))}
              </ul>
              <MoreButton query={parcels} />
              <ButtonLink to="/send-parcel">Send another parcel</ButtonLink>
            </>
          )
        }
      </QueryResult>
      <ButtonLink to="/track-parcel" kind="quiet">
        Track a parcel that somebody sends me
      </ButtonLink>
    </Page>
  )
}

/** Requests that are on this phone and not yet sent. */
function UnsentParcels({ items }: { items: readonly OutboxItem[] }) {
  return (
    <ul className={styles.rows} aria-label="Parcels that are not sent yet">
      {items.map((item) => (
        <UnsentCard key={item.id} item={item}>
          <b>{item.title}</b>
        </UnsentCard>
      ))}
    </ul>
  )
}

/** Stores parcels that were paid on another phone, so that they open here without a network. */
function useParcelsHere(parcels: readonly Parcel[] | undefined): void {
  useEffect(() => {
    for (const parcel of parcels ?? [])
      if (parcel.waybill !== null) void saveParcel(parcel.tracking, parcel)
  }, [parcels])
}

function Row({ parcel }: { parcel: Parcel }) {
  const { route, tracking, tracking_id, waybill, contents, can } = parcel
  return (
    <Card as="li" label={`${route.from_city} to ${route.to_city}`}>
      <h2>
        <Link to={`/waybill/summary?parcel=${tracking_id}`}>
          {route.from_city} → {route.to_city}
        </Link>
      </h2>
      <p className={styles.soft}>{[waybill, contents].filter(Boolean).join(' · ')}</p>
      <p>
        <b>{tracking.words}</b> {describeParcelNextStep(parcel)}
      </p>
      {can.pay && (
        <ButtonRow wide>
          <ButtonLink to={`/waybill/proceed?parcel=${tracking_id}`} kind="primary">
            Pay
          </ButtonLink>
        </ButtonRow>
      )}
    </Card>
  )
}
