/**
 * Whether travel insurance is sold for a booking: not where the operator insures its passengers, unless it was bought
 * before the operator did.
 */
export const isInsurable = (booking: {
  insurance: boolean
  insurer?: string | null | undefined
}): boolean => booking.insurance || (booking.insurer ?? null) === null
