import * as z from 'zod/mini'
import { bookingFeeKobo, insuranceKobo, vatPercent } from './money.ts'
import { kobo, signedKobo } from './shapes.ts'

/** The values that decide a seat's price. `fare_percent`: the share that this kind of traveller pays. */
export interface SeatPrice {
  label: string
  fare_percent: number
}

/** A traveller type, by its code, with its share of the fare. */
export interface PassengerTypePrice extends SeatPrice {
  code: string
}

/** VAT on our booking fee, kobo per seat, rounded to whole kobo. */
export const bookingFeeVatKobo = Math.round((bookingFeeKobo * vatPercent) / 100)

/** Returns the total for one adult seat in kobo: fare, park fee, booking fee and its VAT. */
export function computeAdultTotal(seat_fare_kobo: number, park_fee_kobo: number): number {
  return computeFareShare(seat_fare_kobo, 100) + park_fee_kobo + bookingFeeKobo + bookingFeeVatKobo
}

/** Returns a share of a fare, rounded down to whole naira, since nobody pays kobo at a motor park. */
export function computeFareShare(seat_fare_kobo: number, percent: number): number {
  return Math.floor((seat_fare_kobo * percent) / 10_000) * 100
}

/** Returns the fare lines of a booking and their sum. Seats of the same kind share a line. */
export function priceFare(
  seat_fare_kobo: number,
  park_fee_kobo: number,
  seats: readonly SeatPrice[],
  insurance: boolean,
): Fare {
  const quantity = seats.length
  const byKind = new Map<string, FareLine>()
  for (const { label, fare_percent } of seats) {
    const unit_kobo = computeFareShare(seat_fare_kobo, fare_percent)
    const line = byKind.get(label) ?? {
      code: 'seat',
      label,
      quantity: 0,
      unit_kobo,
      amount_kobo: 0,
    }
    byKind.set(label, {
      ...line,
      quantity: line.quantity + 1,
      amount_kobo: line.amount_kobo + unit_kobo,
    })
  }
  const perSeat = (code: FareLine['code'], label: string, unit_kobo: number): FareLine[] =>
    unit_kobo === 0 ? [] : [{ code, label, quantity, unit_kobo, amount_kobo: unit_kobo * quantity }]
  const lines = [
    ...byKind.values(),
    ...perSeat('park_fee', 'Park fee', park_fee_kobo),
    ...perSeat('booking_fee', 'Booking fee', bookingFeeKobo),
    ...perSeat('vat', `VAT ${vatPercent}% on the booking fee`, bookingFeeVatKobo),
    ...(insurance ? perSeat('insurance', 'Travel insurance', insuranceKobo) : []),
  ]
  return { lines, total_kobo: lines.reduce((sum, line) => sum + line.amount_kobo, 0) }
}

export const FareLine = z.object({
  code: z.enum([
    'seat',
    'park_fee',
    'booking_fee',
    'insurance',
    'luggage',
    'discount',
    'wallet',
    'vat',
    'change_fee',
    'credit',
  ]),
  label: z.string(),
  quantity: z.int(),
  unit_kobo: signedKobo,
  amount_kobo: signedKobo,
})

export type FareLine = z.output<typeof FareLine>

/** `total_kobo` is the sum of the amounts of `lines`. */
export const Fare = z.object({ lines: z.array(FareLine), total_kobo: kobo })

export type Fare = z.output<typeof Fare>
