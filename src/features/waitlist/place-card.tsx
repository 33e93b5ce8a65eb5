import { formatCount, formatSeats, pluralize } from '#contract/quantities'
import { formatNaira } from '#contract/money'
import type { WaitlistEntry } from '#contract/waitlist/model'
import { formatDayTime } from '#lib/format'
import { clientOnlyPart } from '#lib/lazy'
import { ButtonLink } from '#ui/button'
import { ConfirmButton } from '#ui/confirm-button'
import { FailureNotice } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { useMutation } from '@tanstack/react-query'
import { declineSeatOffer, leaveWaitlist, useRefreshWaitlists } from './queries.ts'
import { formatDaySpan } from './form-model.ts'
import styles from './waitlist.module.css'

/** Loaded on demand, because only people with an offer need it. */
const Countdown = clientOnlyPart(async () => (await import('#ui/countdown')).Countdown)

const stateLabels: Record<WaitlistEntry['state'], string> = {
  waiting: 'Waiting',
  offered: 'Seats held for you',
  taken: 'Booked',
  lapsed: 'Not taken in time',
  left: 'You left',
  ended: 'Over',
}

/** One entry of the user in the waitlist: its state, held seats, and buttons to leave. */
export function WaitlistEntryCard({ place }: { place: WaitlistEntry }) {
  const { request, trip, state, travellers, max_fare_kobo } = place
  const of = request ?? trip
  const ends = [request?.from ?? trip?.from.city, request?.to ?? trip?.to.city]
  const road = `${ends[0]?.name ?? ''} to ${ends[1]?.name ?? ''}`
  if (of === null) return null
  return (
    <Card as="li" label={road}>
      <p className={styles.state} data-state={state}>
        {stateLabels[state]}
      </p>
      <h2 className={styles.road}>{road}</h2>
      <p className={styles.soft}>
        {request !== null
          ? formatDaySpan(request)
          : trip !== null && `${formatDayTime(trip.departs_at, trip.zone)} · ${trip.operator.name}`}
        {' · '}
        {formatCount(travellers, 'traveller')}
        {max_fare_kobo !== null && ` · up to ${formatNaira(max_fare_kobo)} each`}
      </p>
      {state === 'waiting' && <p>{describeWait(place)}</p>}
      <Offer place={place} />
      <LeaveWaitlistButtons place={place} road={road} />
    </Card>
  )
}

function describeWait({ request, ahead }: WaitlistEntry): string {
  const before =
    ahead === 0
      ? 'You are first in line.'
      : `${formatCount(ahead, 'traveller')} ${pluralize(ahead, 'is', 'are')} before you.`
  if (request === null) return `Sold out. ${before}`
  const want = pluralize(request.travellers, 'wants', 'want')
  return `${formatCount(request.travellers, 'traveller')} ${want} this. ${request.departures > 0 ? before : 'No operator has offered a bus yet.'}`
}

/** The held seats, with the deadline and the price. */
function Offer({ place }: { place: WaitlistEntry }) {
  const refresh = useRefreshWaitlists()
  const offer = place.offers.find(({ state }) => state === 'open' || state === 'taken')
  if (offer === undefined || (place.state !== 'offered' && place.state !== 'taken')) return null
  const { trip, seats, total_kobo, booking, expires_at } = offer
  return (
    <>
      <p>
        {place.request !== null &&
          `${trip.operator.name}, ${formatDayTime(trip.departs_at, trip.zone)}, `}
        {trip.vehicle.name}, {formatSeats(seats)}. <b>{formatNaira(total_kobo)}</b>
      </p>
      {offer.state === 'open' ? (
        <>
          <Countdown until={expires_at} label="Held for" onEnd={() => void refresh()} />
          <ButtonLink to={`/bookride/passenger-details?booking=${booking}`} kind="primary">
            Take the {pluralize(seats.length, 'seat')}
          </ButtonLink>
        </>
      ) : (
        <div>
          <ButtonLink to={`/ticket/${booking}`}>See the ticket</ButtonLink>
        </div>
      )}
    </>
  )
}

/**
 * The button that leaves the waitlist with one tap and, if there is an offer, one that declines it but keeps the
 * request.
 */
function LeaveWaitlistButtons({ place, road }: { place: WaitlistEntry; road: string }) {
  const refresh = useRefreshWaitlists()
  const leaving = useMutation({ mutationFn: () => leaveWaitlist(place.id), onSettled: refresh })
  const declining = useMutation({
    mutationFn: () => declineSeatOffer(place.id),
    onSettled: refresh,
  })
  if (place.state !== 'waiting' && place.state !== 'offered') return null
  return (
    <>
      <FailureNotice error={leaving.error ?? declining.error} />
      <ButtonRow>
        {place.state === 'offered' && place.request !== null && (
          <ConfirmButton
            yes="Yes, decline it"
            busy={declining.isPending}
            onConfirm={declining.mutate}
          >
            Decline this bus
          </ConfirmButton>
        )}
        <ConfirmButton
          name={`Leave the waiting list, ${road}`}
          yes="Yes, leave it"
          busy={leaving.isPending}
          onConfirm={leaving.mutate}
        >
          Leave the waiting list
        </ConfirmButton>
      </ButtonRow>
    </>
  )
}
