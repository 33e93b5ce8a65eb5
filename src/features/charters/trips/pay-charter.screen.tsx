import { describeFuelAndTolls } from '#contract/charters/rules'
import type { Charter } from '#contract/charters/trips/model'
import { formatNaira } from '#contract/money'
import { charterPaths } from '#features/charters'
import { getPaymentQuery, PaymentFlow } from '#features/payments'
import { WalletFunds } from '#features/wallet'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { PaymentsCard, CharterTripCard } from './charter-cards.tsx'
import { describeCharterNextStep } from './next-step.ts'
import { WithCharter } from './with-charter.tsx'

/** Pays the open instalment of a charter: its deposit, its balance or the full price. */
export function PayCharterScreen() {
  const [params] = useSearchParams()
  return (
    <WithCharter reference={params.get('charter') ?? ''} title="Pay">
      {(charter) => <CharterPayment charter={charter} />}
    </WithCharter>
  )
}

function CharterPayment({ charter }: { charter: Charter }) {
  const { reference, instalments, can, paid_kobo } = charter
  const open = instalments.find(({ state }) => state === 'open')
  // This screen pays only the instalment that was open when it was opened. For the next one, it must be opened again.
  const [paying] = useState(open?.id)
  const isPaid = instalments.some(({ id, state }) => id === paying && state === 'paid')
  const isAllPaid = open === undefined && !charter.pending_payment
  const hasLanded = useHasLanded()
  if (isPaid || (paid_kobo > 0 && (isAllPaid || hasLanded)))
    return <Navigate to={charterPaths.paid(reference)} replace />
  return (
    <Page
      title="Pay"
      sub="Step 3 of 3"
      back={{ to: `/profile/charters/${reference}`, label: 'The charter' }}
      aside={
        <>
          <PaymentsCard charter={charter} />
          <CharterTripCard charter={charter} />
        </>
      }
    >
      <PaymentFlow
        due={{ kind: 'charter', reference }}
        Funds={WalletFunds}
        total_kobo={open?.amount_kobo ?? 0}
        part={open?.kind}
        started={charter.pending_payment ?? undefined}
        instead={can.pay ? undefined : <NothingToPayNotice />}
        deadline={can.pay && open !== undefined && <AmountDue charter={charter} open={open} />}
        done={<CharterAgainLink />}
      />
    </Page>
  )
}

/** Which part of the price is to be paid, and until when. */
function AmountDue({
  charter,
  open: { kind, amount_kobo },
}: {
  charter: Charter
  open: Charter['instalments'][number]
}) {
  const { vehicle, offer_terms } = charter
  const part = kind === 'all' ? 'full price' : 'deposit'
  const extra = offer_terms ?? describeFuelAndTolls(charter.kind, vehicle.fuel_included)
  return (
    <>
      <p>
        {kind !== 'balance' && <b>{`${formatNaira(amount_kobo)} is the ${part}. `}</b>}
        {describeCharterNextStep(charter)}
      </p>
      <p>{extra}</p>
    </>
  )
}

/** Returns whether the payment named in the URL has succeeded, perhaps before the person returned. */
function useHasLanded(): boolean {
  const [params] = useSearchParams()
  const { data } = useQuery(getPaymentQuery(params.get('payment') ?? ''))
  return data?.status === 'succeeded' && data.outcome.startsWith('confirmed')
}

function NothingToPayNotice() {
  return (
    <Notice
      tone="warning"
      title="This charter can no longer be paid."
      actions={<CharterAgainLink />}
    >
      If you have already paid, we refund you automatically.
    </Notice>
  )
}

function CharterAgainLink() {
  return (
    <ButtonLink to="/charter-type" kind="primary">
      Charter a vehicle
    </ButtonLink>
  )
}
