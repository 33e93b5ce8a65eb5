import type { Charter } from '#contract/charters/trips/model'
import { formatNaira } from '#contract/money'
import { charterPaths } from '#features/charters'
import { deletePendingPayment } from '#features/payments'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { SuccessHeading } from '#ui/success'
import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { CharterDriverCard } from './driver-card.tsx'
import { FlightCard, PaymentsCard, CharterTripCard } from './charter-cards.tsx'
import { describeCharterNextStep } from './next-step.ts'
import { WithCharter } from './with-charter.tsx'

/**
 * The screen after a payment, at `/charter-marketplace/confirm-payment/success?charter=`: what was paid, and the next
 * step.
 */
export function CharterPaidScreen() {
  const [params] = useSearchParams()
  // With `?payment=`, the person returns from a payment company. The pay screen checks whether they have paid.
  const payment = params.get('payment')
  const came = payment === null ? '' : `&payment=${payment}`
  return (
    <WithCharter reference={params.get('charter') ?? ''} title="Your charter">
      {(charter) =>
        charter.paid_kobo === 0 || payment !== null ? (
          <Navigate to={`${charterPaths.pay(charter.reference)}${came}`} replace />
        ) : (
          <PaidCharter charter={charter} />
        )
      }
    </WithCharter>
  )
}

function PaidCharter({ charter }: { charter: Charter }) {
  const { reference, paid_kobo, instalments } = charter
  useEffect(() => {
    deletePendingPayment({ kind: 'charter', reference })
  }, [reference])
  const open = instalments.find(({ state }) => state === 'open')
  const title =
    open === undefined ? 'Paid. Your vehicle is booked.' : 'Deposit paid. Your vehicle is booked.'
  return (
    <Page
      title={title}
      heading={<SuccessHeading>{title}</SuccessHeading>}
      sub="Your charter"
      long
      narrow
      bar={
        <ButtonLink to={charterPaths.charter(reference)} kind="primary" wide>
          See the charter
        </ButtonLink>
      }
    >
      <Notice tone="success" live="polite" title={`${formatNaira(paid_kobo)} paid`}>
        {describeCharterNextStep(charter)}
      </Notice>
      <CharterDriverCard charter={charter} />
      <FlightCard charter={charter} />
      <CharterTripCard charter={charter} />
      <PaymentsCard charter={charter} />
    </Page>
  )
}
