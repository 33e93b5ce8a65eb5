import { formatCount, formatKm } from '#contract/quantities'
import { withdrawCharterRequest } from '#contract/charters/requests/endpoints'
import type { CharterOffer, CharterRequest } from '#contract/charters/requests/model'
import { formatNaira } from '#contract/money'
import { charterPaths, charterLabels } from '#features/charters'
import { call } from '#lib/api'
import { serverNow } from '#lib/clock'
import { computeDay, formatDayShort, formatDayTime, formatTime } from '#lib/format'
import { FactList } from '#ui/facts'
import { RefreshButton } from '#ui/query-result'
import { Button, ButtonLink } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { FailureNotice } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AcceptOfferDialog } from './accept-dialog.tsx'
import styles from './requests.module.css'
import { OfferTable, OfferCard } from './offers.tsx'
import { getCharterRequestQuery, storeRequest } from './queries.ts'
import { requestStateLabels } from './labels.ts'

/** One of the user's requests, with its offers side by side, so that one can be chosen. */
export function CharterRequestView({ request }: { request: CharterRequest }) {
  const [accepting, setAccepting] = useState<CharterOffer>()
  const [withdrawing, setWithdrawing] = useState(false)
  const asked = useQuery({ ...getCharterRequestQuery(request.reference), enabled: false })
  const { offers, can } = request
  return (
    <Page
      title="Your request"
      under={`${charterLabels.route(request)} · ${charterLabels.days(request)}`}
      back={{ to: '/profile/charters', label: 'My charters' }}
      aside={<RequestedJourney request={request} />}
    >
      <RequestStatusNotice request={request} />
      {offers.length > 1 && <OfferTable offers={offers} />}
      {offers.length > 0 && (
        <ul className={styles.offers} aria-label="Offers">
          {offers.map((offer) => (
            <OfferCard
              key={offer.id}
              offer={offer}
              of={request.state}
              onAccept={
                can.accept && offer.state === 'open' ? () => setAccepting(offer) : undefined
              }
            />
          ))}
        </ul>
      )}
      <RefreshButton query={asked} />
      {can.withdraw && (
        <ButtonRow>
          <Button kind="quiet-danger" onClick={() => setWithdrawing(true)}>
            Cancel the request
          </Button>
        </ButtonRow>
      )}
      <AcceptOfferDialog
        request={request}
        offer={accepting}
        onClose={() => setAccepting(undefined)}
      />
      <WithdrawButton request={request} open={withdrawing} onClose={() => setWithdrawing(false)} />
    </Page>
  )
}

function RequestStatusNotice({ request }: { request: CharterRequest }) {
  const { state, offers, operators_asked, open_until, charter } = request
  const open = offers.filter((offer) => offer.state === 'open').length
  if (state === 'accepted')
    return (
      <Notice
        tone="success"
        title={requestStateLabels.accepted}
        actions={
          charter !== null && (
            <ButtonLink to={charterPaths.charter(charter)} kind="primary">
              See the charter
            </ButtonLink>
          )
        }
      >
        The other offers have ended.
      </Notice>
    )
  if (state !== 'open')
    return (
      <Notice
        tone="warning"
        title={requestStateLabels[state]}
        actions={
          <ButtonLink to="/charter-request" kind="primary">
            Ask again
          </ButtonLink>
        }
      />
    )
  return (
    <Notice
      tone={open > 0 ? 'success' : 'info'}
      live="polite"
      title={
        open > 0
          ? `${formatCount(open, 'offer')} so far`
          : operators_asked === 0
            ? 'No operator has a vehicle for this yet.'
            : `We asked ${formatCount(operators_asked, 'operator')}. Offers appear here as they come in.`
      }
    >
      {Date.parse(open_until) < serverNow()
        ? 'Operators can no longer answer. Accept an offer while it is valid.'
        : `Operators can answer until ${formatDayTime(open_until)}. We will tell you when an offer comes in.`}
    </Notice>
  )
}

function RequestedJourney({ request }: { request: CharterRequest }) {
  const { kind, occasion, stops, starts_at, travellers, luggage, needs, budget_kobo } = request
  return (
    <Card label="What you asked for">
      <h2>What you asked for</h2>
      <FactList
        facts={[
          ['Trip', charterLabels.kind[kind]],
          ['For', occasion && charterLabels.occasion[occasion]],
          [
            'Places',
            stops
              .map(({ city, address }) => (address === null ? city : `${city}, ${address}`))
              .join(' → '),
          ],
          ['Days', charterLabels.days(request)],
          ['Leaves', `${formatDayShort(computeDay(starts_at), false)}, ${formatTime(starts_at)}`],
          ['Distance', formatKm(request.km)],
          ['Who', charterLabels.travellers(travellers)],
          ['Luggage', luggage],
          ['Needs', needs],
          ['Budget', budget_kobo === null ? null : formatNaira(budget_kobo)],
          ['Number', request.reference],
        ]}
      />
    </Card>
  )
}

function WithdrawButton({
  request: { reference },
  open,
  onClose,
}: {
  request: CharterRequest
  open: boolean
  onClose: () => void
}) {
  const queries = useQueryClient()
  const ending = useMutation({
    mutationFn: () => call(withdrawCharterRequest, { reference }),
    onSuccess: (next) => {
      storeRequest(queries, next)
      onClose()
    },
    onError: () => void queries.invalidateQueries({ queryKey: ['getCharterRequest', reference] }),
  })
  return (
    <Dialog open={open} onClose={onClose} title="Cancel the request?">
      <p>All offers end.</p>
      <FailureNotice error={ending.error} offline="No network. Try again when it is back." />
      <Button kind="danger" busy={ending.isPending} onClick={() => ending.mutate()}>
        Cancel the request
      </Button>
      <Button onClick={onClose}>Keep it</Button>
    </Dialog>
  )
}
