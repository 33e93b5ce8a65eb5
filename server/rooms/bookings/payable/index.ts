export { bookingPayable } from './booking-payable.ts'
export { forgetBookingPaymentMessages } from './payable-repository.ts'
export { returnTripPayable } from './return-trip-payable.ts'
