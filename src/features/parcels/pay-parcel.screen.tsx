import type { Parcel } from '#contract/parcels/model'
import { PaymentFlow } from '#features/payments'
import { WalletFunds } from '#features/wallet'
import { ButtonLink } from '#ui/button'
import { Page } from '#ui/page'
import { ErrorState } from '#ui/pictures/error-state'
import { Navigate } from 'react-router-dom'
import { describeParcelNextStep } from './next-step.ts'
import { ContentsCard, ParcelPriceCard } from './parcel-cards.tsx'
import { sendingSteps } from './sending-steps.tsx'
import { WithParcel } from './with-parcel.tsx'

/** Pays for a parcel. The sender has hours to pay, with the same methods as for seats. */
export function PayParcelScreen() {
  return (
    <WithParcel title="Pay" sub={sendingSteps.pay}>
      {(parcel) => <ParcelPayment parcel={parcel} />}
    </WithParcel>
  )
}

function ParcelPayment({ parcel }: { parcel: Parcel }) {
  const { tracking_id, waybill, can, price, tracking } = parcel
  if (waybill !== null && tracking.state !== 'cancelled')
    return <Navigate to={`/waybill/success?parcel=${tracking_id}`} replace />
  return (
    <Page
      title="Pay"
      sub={sendingSteps.pay}
      back={{ to: `/waybill/summary?parcel=${tracking_id}`, label: 'The parcel' }}
      aside={
        <>
          <ParcelPriceCard parcel={parcel} />
          <ContentsCard parcel={parcel} />
        </>
      }
    >
      <PaymentFlow
        due={{ kind: 'parcel', reference: tracking_id }}
        Funds={WalletFunds}
        total_kobo={price.total_kobo}
        started={parcel.pending_payment ?? undefined}
        instead={can.pay ? undefined : <NothingToPayNotice parcel={parcel} />}
        deadline={can.pay && <p>{describeParcelNextStep(parcel)}</p>}
        done={<SendAgainLink />}
      />
    </Page>
  )
}

function NothingToPayNotice({ parcel: { tracking } }: { parcel: Parcel }) {
  return (
    <ErrorState
      picture="unsent"
      title={
        tracking.state === 'cancelled'
          ? 'This parcel was cancelled.'
          : 'The time to pay for this parcel is over.'
      }
      action={<SendAgainLink />}
    >
      If you have already paid, we refund you in full automatically.
    </ErrorState>
  )
}

function SendAgainLink() {
  return (
    <ButtonLink to="/send-parcel" kind="primary">
      Send a parcel
    </ButtonLink>
  )
}
