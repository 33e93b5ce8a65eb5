/**
 * Returns whether travel insurance is sold for a booking: if the booking already has it, or if the operator does not
 * insure its passengers.
 */
export const isInsurable = (booking: {
  insurance: boolean
  insurer?: string | null | undefined
}): boolean => booking.insurance || (booking.insurer ?? null) === null

export const genders = ['female', 'male'] as const

export const genderLabels = {
  female: 'Female',
  male: 'Male',
} as const satisfies Record<(typeof genders)[number], string>

export const relationships = [
  'parent',
  'spouse',
  'sibling',
  'child',
  'relative',
  'friend',
  'guardian',
] as const

export const bookingStatuses = [
  'held',
  'awaiting_payment',
  'confirmed',
  'travelled',
  'completed',
  'expired',
  'cancelled',
  'operator_cancelled',
] as const

/** Returns whether a booking still has to be paid. Even so, its hold may be over, or a payment may be in progress. */
export const isUnpaid = ({ status }: { status: (typeof bookingStatuses)[number] }): boolean =>
  status === 'held' || status === 'awaiting_payment'

/** Returns whether a booking is paid and not cancelled, before its trip or after it. */
export const isPaid = ({ status }: { status: (typeof bookingStatuses)[number] }): boolean =>
  status === 'confirmed' || status === 'travelled' || status === 'completed'

export const maxListedBookings = 100

export const directionLabels = { out: 'Outbound', back: 'Return' } as const

/** The most reservations that a search at the counter finds, those of the next departures first. */
export const maxFoundReservations = 20
