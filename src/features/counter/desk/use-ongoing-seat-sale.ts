import { sellAtCounter, sellReturnAtCounter } from '#contract/counter/endpoints'
import type { CounterSale, CounterSaleInput, ReturnSaleInput } from '#contract/counter/model'
import type { Shape } from '#contract/shape'
import type { TripDetail } from '#contract/trips/model'
import { call } from '#lib/api'
import { useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { seatsQuery } from './queries.ts'
import { emptySeatSaleDraft, type SeatSaleDraft } from './seat-sale-draft.ts'
import { type OngoingSale, useOngoingSale } from './use-ongoing-sale.ts'

/** A sale of seats of one trip, or of a return trip. */
export type SeatSaleInput = z.output<typeof CounterSaleInput> | z.output<typeof ReturnSaleInput>

/** `back`: the other direction, if a return trip was sold. */
type SoldSeats = readonly [out: CounterSale, back?: CounterSale]

export type OngoingSeatSale = OngoingSale<SeatSaleDraft, SeatSaleInput, SoldSeats>

const storedInput: Shape = {
  trip_id: 'string',
  passengers: [{ full_name: 'string', seat: 'number' }],
  total_kobo: 'number',
}

/** Returns what a clerk of this operator has typed of a sale of seats, and the sale while it has no answer. */
export function useOngoingSeatSale(operator: string): OngoingSeatSale {
  const client = useQueryClient()
  const reload = (input: SeatSaleInput) => {
    void client.invalidateQueries(seatsQuery(input.trip_id))
    if ('back' in input) void client.invalidateQueries(seatsQuery(input.back.trip_id))
  }
  return useOngoingSale({
    scope: { kind: 'seats', operator },
    shape: storedInput,
    empty: emptySeatSaleDraft,
    send: sell,
    onSold: (input) => {
      const seats = input.passengers.map(({ seat }) => seat)
      // The next sale shows these seats as sold before the seats are loaded again.
      client.setQueryData(
        seatsQuery(input.trip_id).queryKey,
        (seen) => seen && markSold(seen, seats),
      )
      reload(input)
    },
    onRefused: reload,
  })
}

/** Returns a trip with seats marked as sold. */
const markSold = (trip: TripDetail, sold: readonly number[]): TripDetail => ({
  ...trip,
  seats: trip.seats.map((seat) => (sold.includes(seat.number) ? { ...seat, state: 'sold' } : seat)),
})

async function sell(input: SeatSaleInput, key: string): Promise<SoldSeats> {
  if (!('back' in input)) return [await call(sellAtCounter, input, { key })]
  const { out, back } = await call(sellReturnAtCounter, input, { key })
  return [out, back]
}
