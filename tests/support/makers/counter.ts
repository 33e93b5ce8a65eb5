import {
  allotSeats,
  openShift,
  type sellAllottedSeats,
  type sellAtCounter,
  sellParcelAtCounter,
} from '#contract/counter/endpoints'
import type { NewAllotment } from '#contract/counter/allotments'
import type { Input } from '#contract/endpoint'
import { computeAdultTotal } from '#contract/fare'
import { quoteParcel } from '#contract/parcels/endpoints'
import type { ParcelQuoteInput } from '#contract/parcels/model'
import { aParcelInput, aQuoteInput } from './parcels.ts'
import type { MadeTrip } from './trips.ts'
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

/** Makes the input for selling seats for cash to adults who give only their names. */
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

/** Sets seats of a trip of `aTrip` aside for a new phone; returns them with their tickets. */
export async function anAllotment(
  { call }: TestServer,
  as: Caller,
  wanted: { shift: string; trip_id: string; seats: number[] },
): Promise<NewAllotment> {
  const device = crypto.randomUUID()
  const { status, data, text } = await call(allotSeats, { ...wanted, device }, { as })
  if (status !== 200) throw new Error(text)
  return data
}

/** Makes the report of a sale of allotted seats for cash, made a minute ago. */
export function anAllottedSale(
  { id, shift }: Pick<NewAllotment, 'id' | 'shift'>,
  seats: readonly number[],
  over: Partial<Input<typeof sellAllottedSeats>> = {},
): Input<typeof sellAllottedSeats> {
  const { trip_id: _, ...sale } = aSaleInput(shift, '', seats)
  return { ...sale, id, sold_at: new Date(Date.now() - 60_000).toISOString(), ...over }
}

type WalkInInput = Input<typeof sellParcelAtCounter>

/** Makes the input for selling a small parcel of clothes for cash, at its price, to a sender without an account. */
export async function aWalkInInput(
  { call }: TestServer,
  shift: string,
  trip: MadeTrip,
  {
    quote: priced = {},
    ...over
  }: Partial<Omit<WalkInInput, 'quote'>> & { quote?: Partial<ParcelQuoteInput> } = {},
): Promise<WalkInInput> {
  const { trip_id: _, ...quote } = aQuoteInput(trip, priced)
  const total_kobo = over.total_kobo ?? (await call(quoteParcel, quote, {})).data.total_kobo
  const { sender, receiver, contents, pick_up } = aParcelInput(quote)
  return {
    shift,
    quote,
    sender,
    receiver,
    contents,
    pick_up,
    nothing_prohibited: true,
    means: 'cash',
    ...over,
    total_kobo,
  }
}

/** Sells a parcel as `aWalkInInput` says; returns the answer. */
export async function aWalkInParcel(
  server: TestServer,
  as: Caller,
  ...[shift, trip, over]: [shift: string, trip: MadeTrip, over?: Partial<WalkInInput>]
) {
  const input = await aWalkInInput(server, shift, trip, over)
  const { status, data, text } = await server.call(sellParcelAtCounter, input, { as })
  if (status !== 200) throw new Error(text)
  return data
}
