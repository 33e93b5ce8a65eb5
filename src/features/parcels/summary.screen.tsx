import { formatNaira } from '#contract/money'
import type { Parcel } from '#contract/parcels/model'
import { hasParcelEnded } from '#contract/parcels/rules'
import { PushPrompt } from '#features/notifications'
import { getParcelQuery, useListedParcel } from './queries.ts'
import { TrackingLine } from './tracking/index.ts'
import { Refunds } from '#features/wallet'
import { RefreshButton } from '#ui/query-result'
import { Button, ButtonAnchor, ButtonLink } from '#ui/button'
import { ButtonRow, Notice } from '#ui/notice'
import { Card, Page, Skeleton } from '#ui/page'
import { ErrorDrawing } from '#ui/pictures/error-state'
import { StubSkeleton } from '#ui/stub'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CancelParcelDialog } from './cancel-dialog.tsx'
import { ClaimDialog, ClaimList } from './claims.tsx'
import { describeParcelNextStep } from './next-step.ts'
import {
  ContentsCard,
  ParcelDriverCard,
  PinCard,
  ParcelPriceCard,
  ParcelStorageCard,
} from './parcel-cards.tsx'
import { ParcelList } from './parcel-list.tsx'
import styles from './waybill.module.css'
import { WaybillCard } from './waybill.tsx'
import { WithParcel } from './with-parcel.tsx'

/** One of the user's parcels with all details and actions; a list of all parcels if the URL names none. */
export function ParcelSummaryScreen() {
  const [params] = useSearchParams()
  const tracking_id = params.get('parcel')
  const listed = useListedParcel(tracking_id)
  if (tracking_id === null) return <ParcelList />
  return (
    <WithParcel
      title={listed === undefined ? 'Your parcel' : titleOf(listed)}
      back={back}
      waiting={<WaitingSummary listed={listed} />}
      beside={
        listed === undefined ? (
          <Skeleton count={2} className={styles.waitingCards} />
        ) : (
          <ContentsCard parcel={listed} />
        )
      }
    >
      {(parcel) => <Summary parcel={parcel} />}
    </WithParcel>
  )
}

const back = { to: '/waybill/summary', label: 'My parcels' }

const titleOf = ({ route }: Parcel) => `${route.from_city} → ${route.to_city}`

/**
 * The skeleton of a parcel's page: its state and its waybill, filled with the data of the list if the person came from
 * it.
 */
function WaitingSummary({ listed }: { listed: Parcel | undefined }) {
  return (
    <>
      <Card label="Status">
        {listed && <p className={styles.state}>{listed.tracking.words}</p>}
        <Skeleton count={1} />
        {listed && <TrackingLine tracking={listed.tracking} />}
      </Card>
      {listed?.waybill !== null && (
        <StubSkeleton head={listed && <b>{listed.carrier.name}</b>}>
          <Skeleton count={1} />
        </StubSkeleton>
      )}
    </>
  )
}

function Summary({ parcel }: { parcel: Parcel }) {
  const { tracking, tracking_id, can, driver, claims } = parcel
  const [doing, setDoing] = useState<'cancel' | 'claim'>()
  const close = () => setDoing(undefined)
  return (
    <Page
      title={titleOf(parcel)}
      back={back}
      aside={
        <>
          <ContentsCard parcel={parcel} />
          <ParcelPriceCard parcel={parcel} />
          <Refunds refunds={parcel.refunds} />
          {can.cancel && (
            <Button kind="quiet-danger" onClick={() => setDoing('cancel')}>
              Cancel parcel
            </Button>
          )}
        </>
      }
    >
      <StateCard parcel={parcel} />
      <WaybillCard parcel={parcel} />
      <PinCard parcel={parcel} />
      {driver !== null && (
        <ParcelDriverCard driver={driver} label="Driver">
          <h2>Driver</h2>
        </ParcelDriverCard>
      )}
      <ParcelStorageCard parcel={parcel} />
      {parcel.waybill !== null && !hasParcelEnded(tracking.state) && (
        <PushPrompt reference={tracking_id} of="parcel" />
      )}
      <ClaimList tracking_id={tracking_id} claims={claims} />
      <ButtonRow wide>
        {can.claim && <Button onClick={() => setDoing('claim')}>Claim</Button>}
        <ButtonLink to="/send-parcel">Send another parcel</ButtonLink>
      </ButtonRow>
      <ClaimDialog parcel={parcel} open={doing === 'claim'} onClose={close} />
      <CancelParcelDialog parcel={parcel} open={doing === 'cancel'} onClose={close} />
    </Page>
  )
}

const inTrouble = new Set(['on_hold', 'damaged', 'lost'])

/** The state of the parcel, the next step, and a link. */
function StateCard({ parcel }: { parcel: Parcel }) {
  const { tracking, tracking_id, can, carrier, price } = parcel
  const asked = useQuery({ ...getParcelQuery(tracking_id), enabled: false })
  const isBad = inTrouble.has(tracking.state)
  return (
    <Card label="Status">
      {tracking.state === 'cancelled' && <ErrorDrawing picture="unsent" />}
      <p className={styles.state} role="status">
        {tracking.words}
      </p>
      <Notice
        tone={isBad ? 'danger' : tracking.state === 'delivered' ? 'success' : 'warning'}
        actions={
          can.pay ? (
            <ButtonLink to={`/waybill/proceed?parcel=${tracking_id}`} kind="primary">
              Pay {formatNaira(price.total_kobo)}
            </ButtonLink>
          ) : isBad && carrier.phone !== null ? (
            <ButtonAnchor href={`tel:${carrier.phone}`}>Call {carrier.name}</ButtonAnchor>
          ) : undefined
        }
      >
        {describeParcelNextStep(parcel)}
      </Notice>
      <TrackingLine tracking={tracking} />
      <RefreshButton query={asked} />
    </Card>
  )
}
