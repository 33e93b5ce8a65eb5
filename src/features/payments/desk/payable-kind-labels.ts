import type { StaffRefund } from '#contract/payments/model'

/** Labels of what was paid for, by the kind of the payable. */
export const payableKindLabels: Record<StaffRefund['kind'], string> = {
  booking: 'Booking',
  return_trip: 'Return trip',
  parcel: 'Parcel',
  charter: 'Charter',
  invoice: 'Invoice',
  wallet: 'Money added to a wallet',
}
