import * as endpoints from '#contract/bookings/endpoints'
import { subscribePush } from '#contract/notifications/endpoints'
import { updateTripStatus } from '#contract/trips/endpoints'
import { serve } from '#server/http/serve'
import * as changes from './changes/index.ts'
import * as departures from './departures/index.ts'
import * as guests from './guests/index.ts'
import * as holds from './holds/index.ts'
import * as news from './news/index.ts'
import * as service from './service.ts'

export const bookingRoutes = [
  serve(endpoints.holdSeats, holds.holdSeats),
  serve(endpoints.setPassengers, holds.setPassengers),
  serve(endpoints.releaseHold, holds.releaseHold),
  serve(endpoints.listBookings, service.listBookings),
  serve(endpoints.sendBookingCode, guests.sendBookingCode),
  serve(endpoints.proveBooking, guests.proveBooking),
  serve(endpoints.getBooking, service.getBooking),
  serve(endpoints.previewCancellation, changes.previewCancellation),
  serve(endpoints.cancelBooking, changes.cancelBooking),
  serve(endpoints.listRescheduleOptions, changes.listRescheduleOptions),
  serve(endpoints.rescheduleBooking, changes.rescheduleBooking),
  serve(updateTripStatus, departures.updateTripStatus),
  serve(endpoints.previewTripCancellation, departures.previewTripCancellation),
  serve(endpoints.cancelTrip, departures.cancelTrip),
  serve(endpoints.previewVehicleChange, departures.previewVehicleChange),
  serve(endpoints.changeVehicle, departures.changeVehicle),
  // A guest's phone is notified about the booking that they can open.
  serve(subscribePush, news.subscribePush),
]
