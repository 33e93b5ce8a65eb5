import { formatCount } from '#contract/quantities'
import type { Seat } from '#contract/trips/model'
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

export const sizeLabels = {
  small: 'Small (car)',
  medium: 'Medium (bus)',
  large: 'Large (coach)',
} as const

export const sortLabels = {
  departure: 'Earliest',
  price: 'Cheapest',
  duration: 'Fastest',
  rating: 'Best rated',
} as const

const kindWords: Record<Seat['kind'], string> = {
  front: 'in front',
  window: 'window',
  aisle: 'aisle',
  middle: 'middle',
  rear: 'rear bench',
}

const stateWords: Record<Seat['state'], string> = {
  free: 'free',
  held: 'being booked by somebody',
  sold: 'sold',
  blocked: 'kept by the operator',
}

/** Describes a seat, for screen readers and the list: "Seat 4, window, row 2, free". */
export function seatLabel(seat: Seat): string {
  return `Seat ${seat.number}, ${kindWords[seat.kind]}, row ${seat.row}, ${stateWords[seat.state]}`
}

/** "1 seat left", "4 seats left", "Sold out". */
export function seatsLeftLabel(seats: number): string {
  if (seats === 0) return 'Sold out'
  return formatCount(seats, 'seat left', 'seats left')
}
