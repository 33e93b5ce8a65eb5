import { getCharterContract } from '#contract/charters/trips/endpoints'
import type { Charter } from '#contract/charters/trips/model'
import { charterPaths, charterLabels, useListedCharter } from '#features/charters'
import { Refunds } from '#features/wallet'
import { callFile } from '#lib/api'
import { saveFile } from '#lib/browser'
import { RefreshButton } from '#ui/query-result'
import { Button, ButtonLink } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { Card, Page, Skeleton } from '#ui/page'
import { ErrorDrawing } from '#ui/pictures/error-state'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { CancelCharterDialog } from './cancel-dialog.tsx'
import { CharterDriverCard } from './driver-card.tsx'
import { FlightCard, PaymentsCard, CharterTripCard } from './charter-cards.tsx'
import styles from './trips.module.css'
import { ChangeDatesDialog, ChangeFlightDialog } from './change-dialogs.tsx'
import { describeCharterNextStep } from './next-step.ts'
import { CharterReviewCard } from './review-card.tsx'
import { WithCharter } from './with-charter.tsx'
import { makeCharterTitle, charterStateLabels } from './labels.ts'
import { getCharterQuery } from './queries.ts'

/** One of the user's charters with all details and actions, at `/profile/charters/:reference`. */
export function CharterScreen() {
  const { reference = '' } = useParams()
  const listed = useListedCharter(reference)
  return (
    <WithCharter
      reference={reference}
      title={listed === undefined ? 'Your charter' : makeCharterTitle(listed)}
      {...(listed && { under: underTitle(listed) })}
      back={back}
      waiting={
        <>
          <Card label="Status">
            {listed && <p className={styles.state}>{charterStateLabels[listed.state]}</p>}
            <Skeleton count={1} />
          </Card>
          <Skeleton count={1} className={styles.waitingDriver} />
        </>
      }
      beside={
        listed === undefined ? (
          <Skeleton count={2} className={styles.waitingTrip} />
        ) : (
          <CharterTripCard charter={listed} />
        )
      }
    >
      {(charter) => <OneCharter charter={charter} />}
    </WithCharter>
  )
}

const back = { to: '/profile/charters', label: 'My charters' }

const underTitle = (charter: Charter) => `${charter.vehicle.name} · ${charterLabels.days(charter)}`

type OpenDialog = 'cancel' | 'dates' | 'flight' | undefined

function OneCharter({ charter }: { charter: Charter }) {
  const [doing, setDoing] = useState<OpenDialog>()
  const close = () => setDoing(undefined)
  const { can } = charter
  return (
    <Page
      title={makeCharterTitle(charter)}
      under={underTitle(charter)}
      back={back}
      aside={
        <>
          <CharterTripCard charter={charter} />
          <PaymentsCard charter={charter} />
          {can.cancel && (
            <Button kind="quiet-danger" onClick={() => setDoing('cancel')}>
              Cancel charter
            </Button>
          )}
        </>
      }
    >
      <CharterStatusNotice charter={charter} />
      <Refunds refunds={charter.refunds} />
      <CharterDriverCard charter={charter} />
      <FlightCard charter={charter} />
      <CharterReviewCard charter={charter} />
      <ButtonRow wide>
        {can.contract && <Contract reference={charter.reference} />}
        {charter.invoice !== null && (
          <ButtonLink to={`/invoice-checkout?reference=${charter.invoice}`}>Invoice</ButtonLink>
        )}
        {can.change_dates && <Button onClick={() => setDoing('dates')}>Change the date</Button>}
        {can.change_flight && <Button onClick={() => setDoing('flight')}>Change the flight</Button>}
      </ButtonRow>
      <ChangeDatesDialog charter={charter} open={doing === 'dates'} onClose={close} />
      <ChangeFlightDialog charter={charter} open={doing === 'flight'} onClose={close} />
      <CancelCharterDialog charter={charter} open={doing === 'cancel'} onClose={close} />
    </Page>
  )
}

const tones = {
  awaiting_payment: 'warning',
  booked: 'warning',
  paid: 'success',
  under_way: 'success',
  completed: 'success',
  expired: 'info',
  lapsed: 'danger',
  cancelled: 'info',
  operator_cancelled: 'danger',
} as const

function CharterStatusNotice({ charter }: { charter: Charter }) {
  const { state, can, reference } = charter
  const asked = useQuery({ ...getCharterQuery(reference), enabled: false })
  return (
    <Card label="Status">
      {state.endsWith('cancelled') && <ErrorDrawing picture="cancelled" />}
      <p className={styles.state} role="status">
        {charterStateLabels[state]}
      </p>
      <Notice
        tone={tones[state]}
        actions={
          can.pay && (
            <ButtonLink to={charterPaths.pay(reference)} kind="primary">
              Pay
            </ButtonLink>
          )
        }
      >
        {describeCharterNextStep(charter)}
      </Notice>
      <RefreshButton query={asked} />
    </Card>
  )
}

function Contract({ reference }: { reference: string }) {
  const saving = useMutation({
    mutationFn: async () => saveFile(await callFile(getCharterContract, { reference })),
  })
  return (
    <>
      <Button busy={saving.isPending} onClick={() => saving.mutate()}>
        Contract (PDF)
      </Button>
      <FailureNotice
        error={saving.error}
        offline="No network. You can get the contract when you are online."
      />
    </>
  )
}
