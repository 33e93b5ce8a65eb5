import { type BookingRow, listTravellingSeats } from '#server/rooms/bookings/record'
import { computeBookingPrice, computeSeatsPrice } from '#server/rooms/bookings/changes'

/**
 * The effect of another vehicle on a booking: travellers on the seats `from` get the seats `to`, in order; those on
 * `lost` get none.
 */
export interface BookingSeatChange {
  row: BookingRow
  from: number[]
  to: number[]
  lost: number[]
}

interface Claim {
  seat: number
  leg: number
  booking_id: string | null
}

/** Returns the seats of a vehicle that are not claimed on a booking's legs, lowest first. */
function freeFor(row: BookingRow, sellable: readonly number[], claims: readonly Claim[]) {
  const taken = new Set(
    claims.filter(({ leg }) => leg >= row.leg_from && leg < row.leg_to).map(({ seat }) => seat),
  )
  return sellable.filter((seat) => !taken.has(seat)).toSorted((a, b) => a - b)
}

/**
 * Returns the new seats of a booking: seats that exist in the new vehicle stay, the others are replaced by free ones.
 */
export function assignSeats(
  row: BookingRow,
  sellable: readonly number[],
  free: readonly number[],
): BookingSeatChange {
  const misfits = listTravellingSeats(row).filter((seat) => !sellable.includes(seat))
  const to = free.slice(0, misfits.length)
  return { row, from: misfits.slice(0, to.length), to: [...to], lost: misfits.slice(to.length) }
}

/** Plans new seats for all paid bookings in the order of payment, exactly as the job `trip.reseat` assigns them. */
export function planSeats(
  rows: readonly BookingRow[],
  sellable: readonly number[],
  claims: readonly Claim[],
): BookingSeatChange[] {
  const taken = [...claims]
  return rows.map((row) => {
    const seating = assignSeats(row, sellable, freeFor(row, sellable, taken))
    for (const seat of seating.to)
      for (let leg = row.leg_from; leg < row.leg_to; leg += 1)
        taken.push({ seat, leg, booking_id: row.id })
    return seating
  })
}

/** Returns the travellers of a booking who get another seat, or who lose theirs (`new_seat` is null). */
export function listSeatChanges({ row, from, to, lost }: BookingSeatChange) {
  const nameOf = (seat: number) =>
    row.passengers.find((one) => one.seat === seat && one.state === 'travelling')?.full_name ??
    'Traveller'
  const change = (seat: number, new_seat: number | null) => ({
    booking: row.reference,
    traveller: nameOf(seat),
    seat,
    new_seat,
  })
  return [
    ...from.map((seat, index) => change(seat, to[index] ?? null)),
    ...lost.map((seat) => change(seat, null)),
  ]
}

/** Returns the claimed seats that belong to no booking: sold at the operator's counter, or set aside. */
export function listBlockedSeats(claims: readonly Claim[]): number[] {
  const seats = claims.filter(({ booking_id }) => booking_id === null).map(({ seat }) => seat)
  return [...new Set(seats)].toSorted((a, b) => a - b)
}

/** Reduces the seat prices of a fare to this percentage; fees stay. Amounts are in kobo. */
export function reduceFare(fare: BookingRow['fare'], percent: number): BookingRow['fare'] {
  const less = (kobo: number) => Math.round((kobo * percent) / 100)
  const lines = fare.lines.map((line) => {
    if (line.code !== 'seat') return line
    const unit_kobo = less(line.unit_kobo)
    return { ...line, unit_kobo, amount_kobo: unit_kobo * line.quantity }
  })
  return {
    ...fare,
    lines,
    seat_fare_kobo: less(fare.seat_fare_kobo),
    total_kobo: lines.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0),
    ...(fare.fee_bases && { fee_bases: fare.fee_bases.map(less) }),
  }
}

/**
 * Returns the refund of a booking, in kobo: everything for travellers without a seat, and the difference for the
 * others.
 */
export function computeVehicleChangeRefund(
  { row, lost }: Pick<BookingSeatChange, 'row' | 'lost'>,
  percent: number,
): { refund_kobo: number; difference_kobo: number } {
  const open = row.paid_kobo - row.refunded_kobo
  const refund_kobo = Math.min(open, computeSeatsPrice(row, lost))
  const rest = {
    ...row,
    passengers: row.passengers.map((one) =>
      lost.includes(one.seat) ? { ...one, state: 'cancelled' as const } : one,
    ),
  }
  const travels = rest.passengers.some(({ state }) => state === 'travelling')
  if (!travels || percent === 100) return { refund_kobo, difference_kobo: 0 }
  const difference =
    computeBookingPrice(rest) -
    computeBookingPrice({ ...rest, fare: reduceFare(row.fare, percent) })
  return { refund_kobo, difference_kobo: Math.max(0, Math.min(open - refund_kobo, difference)) }
}
