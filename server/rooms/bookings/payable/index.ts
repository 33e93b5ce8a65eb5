export { bookingPayable } from './booking-payable.ts'
export { forgetBookingPaymentRecords } from './payable-repository.ts'
export { returnTripPayable } from './return-trip-payable.ts'
