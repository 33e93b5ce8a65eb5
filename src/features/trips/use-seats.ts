import { maxSeats } from '#contract/policy'
import type { Shape } from '#contract/shape'
import type { TripDetail } from '#contract/trips/model'
import { useDraft } from '#lib/drafts'

interface SeatSelection {
  seats: number[]
  /** The adult fare at the time when the last seat was chosen. */
  fare_kobo: number | null
}

const selectionShape: Shape = { seats: ['number'], fare_kobo: ['number', 'null'] }

/**
 * Returns the chosen seats of a trip, stored on the phone until they are held. At first, these are the seats that the
 * phone already holds (`held`), which are free to it. Seats that others have taken are left out and listed in `lost`
 * until the person picks again. `fare_before_kobo` is the adult fare when the seats were chosen, if it has changed.
 */
export function useChosenSeats(
  { id, seats, fare_kobo }: Pick<TripDetail, 'id' | 'seats' | 'fare_kobo'>,
  held: readonly number[],
) {
  const draft = useDraft<SeatSelection | undefined>(`seats-${id}`, undefined, selectionShape)
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
      // A lost seat that is free again must not return by itself: the person has chosen others meanwhile.
      const still = before.filter((one) => free.has(one))
      if (still.includes(seat)) return still.filter((one) => one !== seat)
      return still.length >= maxSeats ? still : [...still, seat].toSorted((a, b) => a - b)
    })
  return {
    /** Whether the phone has been searched for the seats chosen earlier. */
    is_ready: draft.is_ready,
    chosen,
    lost,
    toggle,
    choose,
    forget: () => void draft.discard(),
    fare_before_kobo: isOther ? value.fare_kobo : null,
  }
}
