import { maxSeats } from '#contract/policy'
import type { TripDetail } from '#contract/trips/model'
import { useDraft } from '#lib/drafts'
import { useCallback } from 'react'

interface Chosen {
  seats: number[]
  /** The adult fare when the last of them was chosen. */
  fare_kobo: number | null
}

/**
 * The seats a person has chosen on a trip, kept on the phone until they are held. Seats that were taken
 * by someone else in the meantime drop out by themselves and are named in `lost`; `fare_before_kobo` is
 * the adult fare at which they chose, where it is another one now.
 */
export function useSeats({ id, seats, fare_kobo }: Pick<TripDetail, 'id' | 'seats' | 'fare_kobo'>) {
  const draft = useDraft<Chosen>(`seats-${id}`, { seats: [], fare_kobo: null })
  const free = new Set(seats.filter((seat) => seat.state === 'free').map((seat) => seat.number))
  const chosen = draft.value.seats.filter((seat) => free.has(seat))
  const lost = draft.value.seats.filter((seat) => !free.has(seat))
  const isOther = chosen.length > 0 && draft.value.fare_kobo !== fare_kobo
  const { change } = draft
  const choose = useCallback(
    (next: number[] | ((before: number[]) => number[])) =>
      change((before) => ({
        seats: typeof next === 'function' ? next(before.seats) : next,
        fare_kobo,
      })),
    [change, fare_kobo],
  )
  const toggle = useCallback(
    (seat: number) =>
      choose((before) => {
        if (before.includes(seat)) return before.filter((one) => one !== seat)
        return before.length >= maxSeats ? before : [...before, seat].toSorted((a, b) => a - b)
      }),
    [choose],
  )
  return {
    chosen,
    lost,
    toggle,
    choose,
    forget: () => void draft.discard(),
    fare_before_kobo: isOther ? draft.value.fare_kobo : null,
  }
}
