import type { Booking } from '#contract/bookings/model'
import type { Shape } from '#contract/shape'
import { read } from '#lib/device'
import { type Draft, useDraft } from '#lib/drafts'
import { readStoredUser } from '#lib/session'
import { useEffect, useEffectEvent, useState } from 'react'
import { type PassengersDraft, makeFormFromBooking, makePassengersDraft, copyFormToSeats } from './passenger-form.ts'
import { makeTravellersDraftName } from './unpaid.tsx'

/** The shape of a `PassengersDraft`, also without one as example. */
const formShape: Shape = {
  passengers: { '*': { '*': ['string', 'number', 'boolean'] } },
  contact: { '*': 'string' },
  next_of_kin: { '*': 'string' },
}

/**
 * Returns the form of a booking, stored on the phone. A new booking starts with the draft of the previous unpaid
 * booking on this phone, seat by seat. The older draft is then deleted. Without one, a single seat is first that of the
 * logged-in user, if they have saved their own details.
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
  const typed = older.value
  const carryOver = useEffectEvent(() => {
    const { seats = [] } = before ?? {}
    if (typed === undefined) return
    draft.change((now) => (now === initial ? copyFormToSeats(booking, { seats }, typed) : now))
    draft.flush()
    void older.discard()
  })
  const isReady = draft.is_ready && typed !== undefined
  useEffect(() => {
    if (isReady) carryOver()
  }, [isReady])
  return draft
}
