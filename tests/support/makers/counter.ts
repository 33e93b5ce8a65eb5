import { openShift, type sellAtCounter } from '#contract/counter/endpoints'
import type { Input } from '#contract/endpoint'
import { computeAdultTotal } from '#contract/fare'
import type { Caller, TestServer } from '#tests/support/server/test-server'

/** The price of an adult's seat on a trip of `aTrip`, kobo. */
export const adultSeatKobo = computeAdultTotal(850_000, 20_000)

/** Opens a shift with ₦10,000 in the drawer, or with another float. */
export async function aShift({ call }: TestServer, as: Caller, float_kobo = 1_000_000) {
  const { status, data, text } = await call(openShift, { float_kobo }, { as })
  if (status !== 200) throw new Error(text)
  return data
}

type SaleInput = Input<typeof sellAtCounter>

/** The sale of seats for cash to adults who give only their names. */
export function aSaleInput(
  shift: string,
  trip_id: string,
  seats: readonly number[],
  over: Partial<SaleInput> = {},
): SaleInput {
  return {
    shift,
    trip_id,
    passengers: seats.map((seat) => ({
      seat,
      full_name: `Musa Bello ${'abcdefgh'[seat % 8] ?? 'z'}`,
      gender: 'male',
      passenger_type: 'adult',
    })),
    means: 'cash',
    total_kobo: adultSeatKobo * seats.length,
    ...over,
  }
}
