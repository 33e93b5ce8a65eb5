import type { Booking } from '#contract/bookings/model'
import type { Shape } from '#contract/shape'
import { listTravellersQuery } from '#features/profile'
import { serverNow } from '#lib/clock'
import { read } from '#lib/device'
import { type Draft, useDraft } from '#lib/drafts'
import { readStoredUser, useUser } from '#lib/session'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  type PassengersDraft,
  makeFormFromBooking,
  makePassengerDraft,
  makePassengersDraft,
  copyFormToSeats,
} from './passenger-form.ts'
import { makeTravellersDraftName } from './unpaid.tsx'

/** The shape of a stored `PassengersDraft`. It also checks the older draft, for which there is no initial form. */
const formShape: Shape = {
  passengers: { '*': { '*': ['string', 'number', 'boolean'] } },
  contact: { '*': 'string' },
  next_of_kin: { '*': 'string' },
}

/**
 * Returns the form of a booking, stored on the phone. A new booking starts with the draft of the previous unpaid
 * booking on this phone, seat by seat; the older draft is then deleted, unless that booking can still be finished. If
 * there is none, the form of a single seat starts with the details of the logged-in user, if they have saved them.
 */
export function useTravellersDraft(booking: Booking): Draft<PassengersDraft> {
  const { reference, passengers } = booking
  const [initial] = useState(() =>
    passengers.length > 0 ? makeFormFromBooking(booking) : makePassengersDraft(readStoredUser()),
  )
  const [before] = useState(() => {
    const unpaid = read('unpaid_booking')
    return passengers.length > 0 || unpaid?.reference === reference ? undefined : unpaid
  })
  const draft = useDraft(makeTravellersDraftName(reference), initial, formShape)
  const older = useDraft<PassengersDraft | undefined>(
    makeTravellersDraftName(before?.reference ?? ''),
    undefined,
    formShape,
  )
  const olderForm = older.value
  const carryOver = useEffectEvent(() => {
    const { seats = [] } = before ?? {}
    if (before === undefined || olderForm === undefined || draft.value !== initial) return
    draft.change((now) => (now === initial ? copyFormToSeats(booking, { seats }, olderForm) : now))
    draft.flush()
    // A new hold of the same trip has replaced the older one.
    const isReplaced = before.trip === booking.trip.id
    if (isReplaced || Date.parse(before.until) <= serverNow()) void older.discard()
  })
  const isReady = draft.is_ready && olderForm !== undefined
  useEffect(() => {
    if (isReady) carryOver()
  }, [isReady])
  const isEmpty = draft.is_ready && older.is_ready && olderForm === undefined
  useOwnDetails(booking, isEmpty && draft.value === initial ? draft : undefined)
  return draft
}

/** Fills a single seat with the saved details of the logged-in user, once they are loaded. `empty`: the empty form. */
function useOwnDetails(
  { seats, passengers }: Booking,
  empty: Draft<PassengersDraft> | undefined,
): void {
  const user = useUser()
  const isAlone = user !== undefined && passengers.length === 0 && seats.length === 1
  const { data: saved = [] } = useQuery({ ...listTravellersQuery, enabled: isAlone })
  const me = saved.find(({ full_name }) => full_name === user?.full_name)
  const fill = useEffectEvent(() => {
    const [seat = 0] = seats
    if (me !== undefined)
      empty?.change((form) => ({ ...form, passengers: { [seat]: makePassengerDraft(me) } }))
  })
  const isDue = isAlone && empty !== undefined && me !== undefined
  useEffect(() => {
    if (isDue) fill()
  }, [isDue])
}
