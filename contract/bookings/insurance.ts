/**
 * Whether travel insurance is sold for a booking. Not if the operator insures its passengers, unless it was bought
 * before.
 */
export const isInsurable = (booking: {
  insurance: boolean
  insurer?: string | null | undefined
}): boolean => booking.insurance || (booking.insurer ?? null) === null
