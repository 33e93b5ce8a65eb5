export { bookingPayable } from './booking-payable.ts'
export { forgetBookingMessages } from './payable-repository.ts'
export { returnTripPayable } from './return-trip-payable.ts'
