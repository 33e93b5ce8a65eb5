import type { StaffRefund } from '#contract/payments/model'

/** What a refund is for, by its kind. */
export const refundedKinds: Record<StaffRefund['kind'], string> = {
  booking: 'Booking',
  return_trip: 'Return trip',
  parcel: 'Parcel',
  charter: 'Charter',
  invoice: 'Invoice',
  wallet: 'Money added to a wallet',
}
