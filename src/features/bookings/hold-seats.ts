import { holdSeats } from '#contract/bookings/endpoints'
import type { Booking } from '#contract/bookings/model'
import { pluralize } from '#contract/quantities'
import { isOutcomeUnknown } from '#lib/api/idempotency-key'
import { call, CallError } from '#lib/api'
import { rememberPage } from '#lib/browser'
import { serverNow } from '#lib/clock'
import { read, write } from '#lib/device'
import { getCurrentOwner } from '#lib/device/owner'
import { useOnline } from '#lib/online'
import { storeProof } from '#lib/session/proofs'
import { showToast } from '#lib/toast'
import { onlineManager, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import {
  deleteHoldAttempt,
  findHoldAttempt,
  findResumedAttemptKey,
  abandonHoldAttempt,
  type HoldAttempt,
  isSameHold,
  useHoldAttempt,
} from './hold-attempt.ts'
import { getBookingQuery, storeBooking } from './queries.ts'
import { makeReturnSearchPath } from './book-again.tsx'
import { storeUnpaidBooking } from './unpaid.tsx'

/**
 * Holds `seats` of a trip and opens the screen for the travellers. `way_out` is the reference of the outbound booking
 * if this is its return trip. With a `return_date`, the return trip is chosen next. Without an answer, repeats the same
 * call while the screen is open and after a reload, but not before the seats are known (`areSeatsKnown`). Once the
 * person has left the page or changed the seats, repeats it only when they ask for it.
 */
export function useHoldSeats({
  trip_id,
  seats,
  areSeatsKnown,
  way_out,
  return_date,
  onHeld,
}: {
  trip_id: string
  seats: readonly number[]
  /** False until the choice of seats that is stored on this phone has been read. */
  areSeatsKnown: boolean
  way_out: string | undefined
  /** The day of the return trip in the search, if a return trip is chosen next. */
  return_date: string | undefined
  onHeld: () => void
}) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { key: visit } = useLocation()
  const input = { trip_id, seats: [...seats], ...(way_out && { way_out }) }
  const [isChecking, setChecking] = useState(false)
  /** Ignores another tap before the button is rendered as busy. */
  const isUnderWay = useRef(false)
  const holding = useMutation({
    mutationFn: (all: readonly number[]) =>
      holdWithProof({ input: { ...input, seats: [...all] }, visit }, () => setChecking(true)),
    onMutate: rememberPage,
    onSettled: () => {
      isUnderWay.current = false
      setChecking(false)
    },
    onSuccess: async (booking, _, isStillHere) => {
      storeBooking(queries, booking)
      onHeld()
      const reference = way_out ?? booking.reference
      // The outbound booking now has a return trip.
      if (way_out !== undefined)
        await queries
          .fetchQuery({ ...getBookingQuery(way_out), staleTime: 0 })
          .catch(() => undefined)
      if (!isStillHere()) return reportHold(booking)
      void navigate(
        way_out === undefined && return_date !== undefined
          ? makeReturnSearchPath(booking, return_date)
          : `/bookride/passenger-details?booking=${reference}`,
      )
    },
    onError: () => {
      void queries.invalidateQueries({ queryKey: ['getTrip', trip_id] })
    },
  })
  const start = (all: readonly number[] = seats) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    holding.mutate(all)
  }
  const attempt = useHoldAttempt(trip_id)
  const isSame = attempt !== undefined && isSameHold(attempt.input, input)
  const isUnknown = isSame && attempt.is_probable
  const [resumed] = useState(() => findResumedAttemptKey(trip_id, visit))
  const wasTried = holding.submittedAt > 0
  const isOurs = attempt !== undefined && (wasTried || attempt.key === resumed)
  useGivingUp(isOurs && areSeatsKnown ? attempt : undefined, isSame)
  const isRepeated = isUnknown && isOurs && areSeatsKnown && !attempt.is_given_up
  const repeat = () => findHoldAttempt(input) && start()
  useRepeats(isRepeated && !holding.isPending, wasTried, repeat)
  return {
    error: holding.error,
    isPending: holding.isPending,
    /** Whether the phone is solving the proof of work. */
    isChecking,
    /** Whether the seats are probably held, because the call was sent and its answer is missing. */
    isUnknown,
    /** Whether the call is repeated automatically. */
    isRepeated,
    /** Holds the seats, or the given ones, which are chosen with the same tap. */
    start,
  }
}

/**
 * Says that seats are held whose answer came after the person had left the page, and stores the booking, so that it can
 * be finished. Another booking that can be finished stays instead; the toast then names the reference of the new one.
 * The server has released an earlier hold of the same departure, but neither a reservation nor a booking whose payment
 * is under way.
 */
function reportHold(booking: Booking): void {
  const { reference, seats, trip } = booking
  const entry = read('unpaid_booking')
  const canFinishOther =
    entry !== undefined &&
    Date.parse(entry.until) > serverNow() &&
    (getDepartureId(entry.trip) !== getDepartureId(trip.id) ||
      entry.reserved === true ||
      read('pending_payment')?.['booking'] === entry.reference)
  if (!canFinishOther) storeUnpaidBooking(booking)
  const text = pluralize(seats.length, 'Your seat is held', 'Your seats are held')
  const route = `${trip.from.city.name} → ${trip.to.city.name}`
  showToast(`${text}: ${route}.${canFinishOther ? ` Reference: ${reference}.` : ''}`)
}

/** Returns the id of a trip without its stops. */
const getDepartureId = (trip_id = '') => trip_id.split('.')[0]

/** Gives up an attempt of this visit when the person leaves the page, or while they have chosen other seats. */
function useGivingUp(attempt: HoldAttempt | undefined, isSame: boolean): void {
  const key = attempt?.key
  useEffect(() => {
    if (key === undefined) return
    const page = pageOfTrip()
    if (!isSame) abandonHoldAttempt({ key })
    return () => {
      if (pageOfTrip() !== page) abandonHoldAttempt({ key })
    }
  }, [key, isSame])
}

const pageOfTrip = () =>
  location.pathname + String(new URLSearchParams(location.search).get('trip'))

/** Calls `repeat` while `isDue`: immediately after a reload, otherwise after pauses that grow. */
function useRepeats(isDue: boolean, wasTried: boolean, repeat: () => void): void {
  const online = useOnline()
  const tries = useRef(0)
  const ask = useEffectEvent(() => {
    tries.current += 1
    repeat()
  })
  useEffect(() => {
    if (!isDue || !online) return
    const pause = wasTried ? Math.min(3000 * 2 ** tries.current, 30_000) : 0
    const timer = setTimeout(ask, pause)
    return () => clearTimeout(timer)
  }, [isDue, online, wasTried])
}

/**
 * Holds seats and stores on this phone the token that proves the booking is the guest's. If the server requires proof
 * of work, calls `onPuzzle`, solves the puzzle and calls again.
 */
async function holdWithProof(
  { input, visit }: Pick<HoldAttempt, 'input' | 'visit'>,
  onPuzzle: () => void,
): Promise<Booking> {
  const open = findHoldAttempt(input)
  const attempt = open ? { ...open, visit } : makeAttempt(input, visit)
  return sendAttempt(attempt).catch(async (error: unknown) => {
    if (!(error instanceof CallError) || error.puzzle === undefined) throw error
    onPuzzle()
    const { solveProofOfWork } = await import('./puzzle.ts').catch(() => {
      throw new CallError({ is_offline: true })
    })
    const proof = await solveProofOfWork(error.puzzle)
    return sendAttempt(makeAttempt({ ...input, proof }, visit))
  })
}

const makeAttempt = (input: HoldAttempt['input'], visit: string): HoldAttempt => ({
  input,
  key: crypto.randomUUID(),
  owner: getCurrentOwner(),
  at: serverNow(),
  is_probable: onlineManager.isOnline(),
  visit,
  is_given_up: false,
})

/**
 * Sends an attempt. It is stored until it has an answer, so that the call can be repeated with its idempotency key: the
 * server then returns the hold that it made the first time.
 */
async function sendAttempt(attempt: HoldAttempt): Promise<Booking> {
  const is_probable = attempt.is_probable || onlineManager.isOnline()
  // Without any network the call certainly does not reach the server, so there is nothing to repeat.
  if (navigator.onLine) write('hold_attempt', { ...attempt, is_probable, is_given_up: false })
  const { input, key } = attempt
  try {
    const booking = await call(holdSeats, input, { key })
    if (booking.guest_token !== undefined)
      storeProof(booking.reference, { token: booking.guest_token })
    write('current_booking', { reference: input.way_out ?? booking.reference })
    deleteHoldAttempt(attempt)
    return booking
  } catch (error) {
    if (!isOutcomeUnknown(error)) deleteHoldAttempt(attempt)
    throw error
  }
}
