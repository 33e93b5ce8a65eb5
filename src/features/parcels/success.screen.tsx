import type { Parcel } from '#contract/parcels/model'
import { PushPrompt } from '#features/notifications'
import { deletePendingPayment } from '#features/payments'
import { write } from '#lib/device'
import { saveParcel } from '#lib/vault'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { SuccessHeading } from '#ui/success'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { describeParcelNextStep } from './next-step.ts'
import { ContentsCard, PinCard, ParcelPriceCard } from './parcel-cards.tsx'
import { WaybillCard } from './waybill.tsx'
import { WithParcel } from './with-parcel.tsx'

/**
 * The screen after a payment. It stores the waybill on the phone immediately, and shows all that the sender needs at
 * the counter.
 */
export function ParcelPaidScreen() {
  return (
    <WithParcel title="Your parcel">
      {(parcel) =>
        parcel.waybill === null ? (
          <Navigate to={`/waybill/proceed?parcel=${parcel.tracking_id}`} replace />
        ) : (
          <PaidParcel parcel={parcel} />
        )
      }
    </WithParcel>
  )
}

/** `Paid. Drop it off at Jibowu Motor Park.`: that it is paid, and what the sender does now. */
const paidTitle = ({ drop_off }: Parcel) =>
  drop_off.at === 'door'
    ? 'Paid. It is picked up at your door.'
    : `Paid. Drop it off at ${drop_off.name}.`

function PaidParcel({ parcel }: { parcel: Parcel }) {
  const isKept = useKeeping(parcel)
  return (
    <Page
      title={paidTitle(parcel)}
      heading={<SuccessHeading>{paidTitle(parcel)}</SuccessHeading>}
      sub="Your parcel"
      long
      narrow
      bar={
        <ButtonLink to={`/waybill/summary?parcel=${parcel.tracking_id}`} kind="primary" wide>
          See the parcel
        </ButtonLink>
      }
    >
      <Notice tone="warning" title={describeParcelNextStep(parcel)} />
      <div data-torn>
        <WaybillCard parcel={parcel} />
      </div>
      <PinCard parcel={parcel} />
      {isKept && (
        <Notice tone="success" title="The waybill is saved on this phone." live="polite">
          It opens without a network. The receiver gets the PIN by SMS.
        </Notice>
      )}
      <PushPrompt reference={parcel.tracking_id} of="parcel" />
      <ContentsCard parcel={parcel} />
      <ParcelPriceCard parcel={parcel} />
    </Page>
  )
}

/**
 * Stores the paid parcel on the phone in two stores, so that it opens even if one of them is lost. Returns whether it
 * is stored.
 */
function useKeeping(parcel: Parcel): boolean {
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    deletePendingPayment({ kind: 'parcel', reference: parcel.tracking_id })
    const isWritten = write('current_parcel_booking', parcel)
    void navigator.storage?.persist?.().catch(() => undefined)
    void saveParcel(parcel.tracking, parcel).then((isSaved) => setKept(isSaved || isWritten))
  }, [parcel])
  return isKept
}
