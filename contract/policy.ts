/** Refund tiers, in hours before departure. The fee is a share of the seat's price. */
export const refundTiers = [
  {
    code: 'day_before',
    from_hours: 24,
    fee_percent: 10,
    sentence: '24 hours or more before: 10% fee',
  },
  { code: 'same_day', from_hours: 6, fee_percent: 25, sentence: '24 to 6 hours before: 25% fee' },
  { code: 'late', from_hours: 1, fee_percent: 50, sentence: '6 hours to 1 hour before: 50% fee' },
  { code: 'closed', from_hours: 0, fee_percent: 100, sentence: 'Later: no refund' },
] as const

/** The policy in short, for search results and operators' pages. */
export const refundPolicySentence =
  'Cancel 24 hours or more before: we keep 10% and the booking fee. Later we keep more, in the last hour the whole fare. Move once, up to 1 hour before. Operator cancels: full refund.'

const movedPolicySentence =
  'Moved once, so it cannot be moved again. If you cancel, the fee is at least what it was when you moved. If the operator cancels, you get a full refund.'

/**
 * Describes what cancelling costs now, at `hours` before departure. Returns an empty text after departure, and while
 * the first tier applies, since `refundPolicySentence` begins with that tier.
 */
export function describeCurrentFee(hours: number): string {
  const { code, fee_percent } = findRefundTierAt(hours)
  if (code === 'day_before' || hours < 0) return ''
  if (code === 'closed') return 'Cancel now: no refund.'
  return `Cancel now: we keep ${fee_percent}% and the booking fee.`
}

export const describeRefundPolicy = (reschedules_left: number): string =>
  reschedules_left > 0 ? refundPolicySentence : movedPolicySentence

/** The rule for a move and a later cancellation, in short. */
export const reschedulePolicySentence =
  'Once, free of charge, up to 1 hour before you leave. For a cheaper trip we refund the difference, but never more than cancelling would refund now. If you cancel after moving, the fee is at least what it was when you moved, on the price you paid first.'

/** The largest number of seats in one booking. */
export const maxSeats = 6

/** Minutes for which a hold lasts, unless a payment by transfer or USSD extends it. */
export const holdMinutes = 10

/** Minutes that a hold lasts in total if a transfer or USSD payment was started. */
export const extendedHoldMinutes = 30

/** The longest time for which seats are reserved for somebody who pays at the park, in hours. */
export const reservationHours = 6

/** Hours before departure at which a reservation ends: what a desk proposes, and the most that an operator can set. */
export const reservationLeadHours = { usual: 2, most: 6 }

/**
 * Returns how many reservations a person may have open at the same time. `unpaid`: how many they left unpaid, or
 * released in the second half of their time, in the last `unpaidReservationDays`.
 */
export const countAllowedReservations = (unpaid: number): number =>
  unpaid === 0 ? 2 : unpaid < 3 ? 1 : 0

/** Days for which an unpaid reservation lowers the number of reservations that a person may have. */
export const unpaidReservationDays = 90

/** Working days a refund to a card or account usually takes. */
export const refundWorkingDays = 10

/** Minutes before departure at which the sale of seats ends. */
export const saleClosesMinutes = 10

/** Minutes before departure at which passengers should be at the park. */
export const arriveEarlyMinutes = 30

/**
 * Days after arrival until a passenger's address, phone, next of kin and the name of a baby on their lap are deleted
 * (Nigeria Data Protection Act 2023). The passenger form promises this; the job `house.tidy` deletes them.
 */
export const passengerDataDays = 30

/**
 * Days until the personal data and the contents of a parcel are deleted: after its end, or after its creation if it
 * never ended.
 */
export const parcelDataDays = { ended: 30, endless: 180 }

/**
 * Returns the refund tier at `hours` before departure. With `least_fee_percent`, returns the first later tier with at
 * least that fee. Returns `closed` after departure.
 */
export function findRefundTierAt(
  hours: number,
  least_fee_percent = 0,
): (typeof refundTiers)[number] {
  const holds = (tier: (typeof refundTiers)[number]) =>
    hours >= tier.from_hours && tier.fee_percent >= least_fee_percent
  return refundTiers.find(holds) ?? refundTiers[3]
}
