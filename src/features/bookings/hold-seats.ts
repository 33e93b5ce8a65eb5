import { holdSeats } from '#contract/bookings/endpoints'
import type { Booking } from '#contract/bookings/model'
import type { Input } from '#contract/endpoint'
import { useIdempotencyKey } from '#lib/api/idempotency-key'
import { call, CallError } from '#lib/api'
import { write } from '#lib/device'
import { storeProof } from '#lib/session/proofs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { getBookingQuery, storeBooking } from './queries.ts'

/**
 * Holds `seats` of a trip and continues to the travellers. `way_out` is the outbound booking if this is its return
 * trip.
 */
export function useHoldSeats({
  trip_id,
  seats,
  way_out,
  onHeld,
}: {
  trip_id: string
  seats: readonly number[]
  way_out: string | undefined
  onHeld: () => void
}) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const act = useIdempotencyKey()
  const [isChecking, setChecking] = useState(false)
  /** Ignores a second tap that comes before the button is rendered as busy. */
  const isUnderWay = useRef(false)
  const holding = useMutation({
    mutationFn: () =>
      holdWithProof(
        { trip_id, seats: [...seats], ...(way_out && { way_out }) },
        act.keyFor(`${trip_id} ${seats.join(',')} ${way_out}`),
        () => setChecking(true),
      ),
    onSettled: () => {
      isUnderWay.current = false
      setChecking(false)
    },
    onSuccess: async (booking) => {
      act.settle()
      storeBooking(queries, booking)
      onHeld()
      const reference = way_out ?? booking.reference
      // The outbound booking now has a return trip.
      if (way_out !== undefined)
        await queries
          .fetchQuery({ ...getBookingQuery(way_out), staleTime: 0 })
          .catch(() => undefined)
      void navigate(`/bookride/passenger-details?booking=${reference}`)
    },
    onError: (error) => {
      act.settle(error)
      void queries.invalidateQueries({ queryKey: ['getTrip', trip_id] })
    },
  })
  return {
    error: holding.error,
    isPending: holding.isPending,
    /** Whether the phone is solving the proof of work. */
    isChecking,
    start: () => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      holding.mutate()
    },
  }
}

/**
 * Holds seats and stores on this phone the token that proves the booking is the guest's. `key` makes a repeated call
 * harmless. If the server requires proof of work, calls `onPuzzle`, solves the puzzle and calls again.
 */
async function holdWithProof(
  input: Input<typeof holdSeats>,
  key: string,
  onPuzzle: () => void,
): Promise<Booking> {
  const booking = await call(holdSeats, input, { key }).catch(async (error: unknown) => {
    if (!(error instanceof CallError) || error.puzzle === undefined) throw error
    onPuzzle()
    const { solveProofOfWork } = await import('./puzzle.ts').catch(() => {
      throw new CallError({ is_offline: true })
    })
    return call(holdSeats, { ...input, proof: await solveProofOfWork(error.puzzle) })
  })
  if (booking.guest_token !== undefined)
    storeProof(booking.reference, { token: booking.guest_token })
  write('current_booking', { reference: input.way_out ?? booking.reference })
  return booking
}
