import type { CounterMeans } from '#contract/counter/rules'
import { computeFareShare } from '#contract/fare'
import type { PassengerType } from '#contract/lookups/model'
import type { TripDetail } from '#contract/trips/model'

/** The fields of one traveller, all empty. */
export const emptyWalkIn = {
  full_name: '',
  gender: '',
  passenger_type: 'adult',
  phone: '',
  address: '',
}

export type WalkInText = typeof emptyWalkIn

export const emptyKin = { full_name: '', phone: '', relationship: '' }

export interface SaleText {
  travellers: readonly WalkInText[]
  kin: typeof emptyKin
  means: CounterMeans
}

const isFilled = (text: string) => text.trim() !== ''

/** Returns the fields that were filled in. */
const filled = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => isFilled(text)))

/** Returns the text of the traveller on the seat at `index`. */
export const travellerAt = ({ travellers }: SaleText, index: number): WalkInText =>
  travellers[index] ?? emptyWalkIn

/** Returns the price of seats for these kinds of travellers, kobo; the server checks it again. */
export function priceSeats(
  { fare_kobo, fare_lines }: TripDetail,
  types: readonly PassengerType[],
  travellers: readonly WalkInText[],
): number {
  const seat_kobo = fare_lines[0]?.amount_kobo ?? 0
  return travellers.reduce((sum, { passenger_type }) => {
    const percent = types.find(({ code }) => code === passenger_type)?.fare_percent ?? 100
    return sum + (fare_kobo ?? 0) - seat_kobo + computeFareShare(seat_kobo, percent)
  }, 0)
}

/** Returns the input of a sale. Empty fields are omitted; the manifest lists what is missing. */
export function readSale(
  text: SaleText,
  sale: { shift: string; trip_id: string; seats: readonly number[]; total_kobo: number },
) {
  const { seats, ...rest } = sale
  const kin = filled(text.kin)
  return {
    ...rest,
    means: text.means,
    passengers: seats.map((seat, index) => {
      const { phone, address, ...needed } = travellerAt(text, index)
      return { seat, ...needed, ...filled({ phone, address }) }
    }),
    ...(Object.keys(kin).length > 0 && { next_of_kin: { ...emptyKin, ...kin } }),
  }
}
