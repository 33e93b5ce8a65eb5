import { maxSeats } from '#contract/policy'
import type { TripDetail } from '#contract/trips/model'
import { useDraft } from '#lib/drafts'

interface Chosen {
  seats: number[]
  /** The adult fare when the last of them was chosen. */
  fare_kobo: number | null
}

/**
 * The chosen seats on a trip, stored on the phone until they are held; at first those that they hold already
 * (`held`), which are free to them. Seats that others took meanwhile are removed and listed in `lost`;
 * `fare_before_kobo`: the adult fare when they chose, if it has changed.
 */
export function useSeats(
  { id, seats, fare_kobo }: Pick<TripDetail, 'id' | 'seats' | 'fare_kobo'>,
  held: readonly number[],
) {
  const draft = useDraft<Chosen | undefined>(`seats-${id}`, undefined)
  const value = draft.value ?? { seats: [...held], fare_kobo }
  const free = new Set(seats.filter((seat) => seat.state === 'free').map((seat) => seat.number))
  const chosen = value.seats.filter((seat) => free.has(seat))
  const lost = value.seats.filter((seat) => !free.has(seat))
  const isOther = chosen.length > 0 && value.fare_kobo !== fare_kobo
  const choose = (next: number[] | ((before: number[]) => number[])) =>
    draft.change((before) => ({
      seats: typeof next === 'function' ? next(before?.seats ?? [...held]) : next,
      fare_kobo,
    }))
  const toggle = (seat: number) =>
    choose((before) => {
      if (before.includes(seat)) return before.filter((one) => one !== seat)
      return before.length >= maxSeats ? before : [...before, seat].toSorted((a, b) => a - b)
    })
  return {
    chosen,
    lost,
    toggle,
    choose,
    forget: () => void draft.discard(),
    fare_before_kobo: isOther ? value.fare_kobo : null,
  }
}
