/**
 * Whether travel insurance is sold for a booking. Not if the operator insures its passengers, unless it was bought
 * before.
 */
export const isInsurable = (booking: {
  insurance: boolean
  insurer?: string | null | undefined
}): boolean => booking.insurance || (booking.insurer ?? null) === null

export const genders = ['female', 'male'] as const

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

/** Whether a booking is to be paid. Its hold may have expired since, or the money may be on its way. */
export const isUnpaid = ({ status }: { status: (typeof bookingStatuses)[number] }): boolean =>
  status === 'held' || status === 'awaiting_payment'
