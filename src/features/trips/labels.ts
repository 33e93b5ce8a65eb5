import { formatCount } from '#contract/quantities'
import type { ListedTrip, Seat } from '#contract/trips/model'
import type { amenities, partsOfDay } from '#contract/trips/rules'

export const amenityLabels: Record<(typeof amenities)[number], string> = {
  ac: 'Air conditioning',
  wifi: 'Wi-Fi',
  usb: 'Phone charging',
  tv: 'TV',
  toilet: 'Toilet',
  meal: 'Meal',
  reclining: 'Reclining seats',
  luggage: 'Extra luggage',
}

export const partOfDayLabels: Record<(typeof partsOfDay)[number], string> = {
  early: 'Before 6 AM',
  morning: '6 AM to noon',
  afternoon: 'Noon to 5 PM',
  evening: 'After 5 PM',
}

export const vehicleSizeLabels = {
  small: 'Small (car)',
  medium: 'Medium (bus)',
  large: 'Large (coach)',
} as const

export const tripSortLabels = {
  departure: 'Earliest',
  price: 'Cheapest',
  duration: 'Fastest',
  rating: 'Best rated',
} as const

const kindLabels: Record<Seat['kind'], string> = {
  front: 'in front',
  window: 'window',
  aisle: 'aisle',
  middle: 'middle',
  rear: 'rear bench',
}

const stateLabels: Record<Seat['state'], string> = {
  free: 'free',
  held: 'being booked by somebody',
  sold: 'sold',
  blocked: 'kept by the operator',
}

/** Describes a seat, for screen readers and the list: "Seat 4, window, row 2, free". */
export function describeSeat(seat: Seat): string {
  return `Seat ${seat.number}, ${kindLabels[seat.kind]}, row ${seat.row}, ${stateLabels[seat.state]}`
}

/** Returns whether every seat is sold. A seat then comes free only through a cancellation. */
export const isSoldOut = ({ seats_left, seats_held }: ListedTrip) =>
  seats_left === 0 && seats_held === 0

/**
 * "1 seat left", "4 seats left", "Full", "Sales closed". If too few are left for `passengers`, it adds how many seats
 * other people hold without having paid, which may come free.
 */
export function describeSeatsLeft(trip: ListedTrip, passengers: number): string {
  const { seats_left, seats_held } = trip
  if (trip.sales_closed === true) return 'Sales closed'
  if (isSoldOut(trip)) return 'Full'
  const left = formatCount(seats_left, 'seat left', 'seats left')
  if (seats_left >= passengers || seats_held === 0) return left
  return seats_left === 0
    ? describeHeldSeats(seats_held)
    : `${left}. ${describeHeldSeats(seats_held)}`
}

/** "4 seats are being booked, some may come free" */
export const describeHeldSeats = (seats: number) =>
  formatCount(
    seats,
    'seat is being booked and may come free',
    'seats are being booked, some may come free',
  )
