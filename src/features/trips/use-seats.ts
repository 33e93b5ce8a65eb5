import { maxSeats } from '#contract/policy'
import type { Seat } from '#contract/trips'
import { useDraft } from '#lib/drafts'
import { useCallback } from 'react'

/**
 * The seats a person has chosen on a trip, kept on the phone until they are held. Seats that were taken
 * by someone else in the meantime drop out by themselves and are named in `lost`.
 */
export function useSeats(trip: string, seats: readonly Seat[]) {
  const draft = useDraft<number[]>(`seats-${trip}`, [])
  const free = new Set(seats.filter((seat) => seat.state === 'free').map((seat) => seat.number))
  const chosen = draft.value.filter((seat) => free.has(seat))
  const lost = draft.value.filter((seat) => !free.has(seat))
  const { change } = draft
  const toggle = useCallback(
    (seat: number) =>
      change((before) => {
        if (before.includes(seat)) return before.filter((one) => one !== seat)
        return before.length >= maxSeats ? before : [...before, seat].toSorted((a, b) => a - b)
      }),
    [change],
  )
  return { chosen, lost, toggle, choose: change, forget: draft.discard }
}
