import { formatCount, formatSeats, pluralize } from '#contract/quantities'
import { formatNaira } from '#contract/money'
import type { TripDetail } from '#contract/trips/model'
import { useHoldSeats } from '#features/bookings'
import { describeError } from '#lib/api/error'
import { CallError } from '#lib/api'
import { makeLoginPath } from '#lib/browser'
import { useOnline } from '#lib/online'
import { useUser } from '#lib/session'
import { parseDayParameter } from '#lib/url-parameters'
import { Button, ButtonAnchor, ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { useSearchParams } from 'react-router-dom'
import styles from './trip.module.css'
import { makeWaitlistPath } from './waitlist-path.ts'

interface Props {
  trip: TripDetail
  isClosed: boolean
  chosen: readonly number[]
  /** The seats that are held if nobody has chosen any; undefined if too few are free. */
  offered: number[] | undefined
  /** Whether the phone has been searched for the seats chosen earlier. */
  isReady: boolean
  /** The seats that this phone already holds, and the path of the next step with them. */
  held?: { seats: number[]; next: string } | undefined
  /** The reference of the held booking to which this is the return trip. */
  wayOut: string | undefined
  onChoose: (seats: number[]) => void
  onHeld: () => void
}

/**
 * A bar with the current price and the next step, always in reach of the thumb: holding the chosen seats, or, before
 * any is chosen, those that are offered. Holding seats requires the network.
 */
export function HoldBar(props: Props) {
  const { trip, isClosed, chosen, offered, isReady, held, wayOut, onChoose, onHeld } = props
  const online = useOnline()
  const holding = useHoldSeats({
    trip_id: trip.id,
    seats: chosen,
    areSeatsKnown: isReady,
    way_out: wayOut,
    return_date: parseDayParameter(useSearchParams()[0], 'return') || undefined,
    onHeld,
  })
  const closed = isClosed || trip.fare_kobo === null
  const count = chosen.length || (offered?.length ?? 1)
  const total = trip.fare_kobo === null ? null : trip.fare_kobo * count
  const holdAny = () => {
    if (offered === undefined) return
    // Choose the offered seats first: if they cannot be held, the map then shows which seats were meant.
    onChoose(offered)
    holding.start(offered)
  }
  return (
    <>
      {holding.error !== null && (
        <div className={styles.problem}>
          <HoldFailureNotice
            error={holding.error}
            isUnknown={holding.isUnknown}
            isRepeated={holding.isRepeated || holding.isPending}
            wait={makeWaitlistPath(trip.id, Math.max(1, chosen.length))}
          />
        </div>
      )}
      {holding.isChecking && (
        <p className={styles.problem} role="status">
          Checking that you are a person…
        </p>
      )}
      {!online && !closed && holding.error === null && (
        <p className={styles.problem} role="status">
          Holding seats needs a network. What you choose stays on this phone.
        </p>
      )}
      <p className={styles.price}>
        <b>{total === null ? 'Fare not known' : formatNaira(total)}</b>
        <span>
          {chosen.length > 0
            ? formatSeats(chosen, 'Seat')
            : closed
              ? ''
              : offered === undefined
                ? pluralize(count, 'Choose a seat', `Choose ${formatCount(count, 'seat')}`)
                : pluralize(count, 'Or choose one', `Or choose ${count}`)}
        </span>
      </p>
      {held?.seats.join() === chosen.join() ? (
        <ButtonLink to={held.next} kind="primary">
          Continue
        </ButtonLink>
      ) : chosen.length === 0 && offered !== undefined && !closed ? (
        <Button kind="primary" waitsForNetwork disabled={!isReady} onClick={holdAny}>
          {pluralize(count, 'Hold any seat', `Hold any ${count}`)}
        </Button>
      ) : (
        <Button
          kind="primary"
          busy={holding.isPending}
          waitsForNetwork={!holding.isChecking}
          disabled={closed || chosen.length === 0}
          onClick={() => holding.start()}
        >
          {closed
            ? 'Not on sale'
            : holding.isUnknown
              ? 'Ask again'
              : pluralize(chosen.length, 'Hold seat', 'Hold seats')}
        </Button>
      )}
    </>
  )
}

/**
 * Explains why the seats are not held. If many people share the IP address, a login distinguishes them. The chosen
 * seats remain.
 */
function HoldFailureNotice({
  error,
  isUnknown,
  isRepeated,
  wait,
}: {
  error: Error
  /** Whether the seats may be held nevertheless. */
  isUnknown: boolean
  /** Whether the call is repeated automatically. */
  isRepeated: boolean
  wait: string
}) {
  const user = useUser()
  const canLogIn = user === undefined && error instanceof CallError && error.code === 'network_busy'
  return (
    <Notice
      tone="danger"
      live="assertive"
      actions={
        canLogIn ? (
          <ButtonAnchor href={makeLoginPath()}>Log in</ButtonAnchor>
        ) : error instanceof CallError && error.code === 'seats_kept' ? (
          <ButtonLink to={wait}>Join the waiting list</ButtonLink>
        ) : error instanceof CallError && error.code === 'too_many_holds' ? (
          <ButtonLink to="/profile/trip">My trips</ButtonLink>
        ) : undefined
      }
    >
      {describeError(
        error,
        isUnknown
          ? `No answer came, so we do not know yet whether your seats are held. ${isRepeated ? 'We keep asking' : 'Ask again'}: you never hold them twice.`
          : 'No network. Your seats are not held yet. Try again when the network is back.',
      )}
    </Notice>
  )
}
