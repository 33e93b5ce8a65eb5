import { formatNaira } from '#contract/money'
import type { Parcel } from '#contract/parcels/model'
import { hasParcelEnded } from '#contract/parcels/rules'
import { PushPrompt } from '#features/notifications'
import { getParcelQuery } from './queries.ts'
import { TrackingLine } from './tracking/index.ts'
import { Refunds } from '#features/wallet'
import { RefreshButton } from '#ui/query-result'
import { Button, ButtonAnchor, ButtonLink } from '#ui/button'
import { ButtonRow, Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { ErrorDrawing } from '#ui/pictures/error-state'
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
  if (params.get('parcel') === null) return <ParcelList />
  return <WithParcel title="Your parcel">{(parcel) => <Summary parcel={parcel} />}</WithParcel>
}

function Summary({ parcel }: { parcel: Parcel }) {
  const { route, tracking, tracking_id, can, driver, claims } = parcel
  const [doing, setDoing] = useState<'cancel' | 'claim'>()
  const close = () => setDoing(undefined)
  return (
    <Page
      title={`${route.from_city} → ${route.to_city}`}
      back={{ to: '/waybill/summary', label: 'My parcels' }}
      aside={
        <>
          <ContentsCard parcel={parcel} />
          <ParcelPriceCard parcel={parcel} />
          <Refunds refunds={parcel.refunds} />
          {can.cancel && (
            <Button kind="quiet-harm" onClick={() => setDoing('cancel')}>
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
        kind={isBad ? 'harm' : tracking.state === 'delivered' ? 'done' : 'mind'}
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
