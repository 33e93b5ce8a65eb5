import * as endpoints from '#contract/bookings/endpoints'
import { subscribePush } from '#contract/notifications/endpoints'
import { setTripSales, updateTripStatus } from '#contract/trips/endpoints'
import { bindEndpoint } from '#server/http/serve'
import * as changes from './changes/index.ts'
import * as departures from './departures/index.ts'
import * as guests from './guests/index.ts'
import * as holds from './holds/index.ts'
import * as news from './news/index.ts'
import * as reservations from './reservations/index.ts'
import * as service from './service.ts'

export const bookingRoutes = [
  bindEndpoint(endpoints.holdSeats, holds.holdSeats),
  bindEndpoint(endpoints.setPassengers, holds.setPassengers),
  bindEndpoint(endpoints.reserveBooking, reservations.reserveBooking),
  bindEndpoint(endpoints.releaseHold, holds.releaseHold),
  bindEndpoint(endpoints.listBookings, service.listBookings),
  bindEndpoint(endpoints.sendBookingCode, guests.sendBookingCode),
  bindEndpoint(endpoints.proveBooking, guests.proveBooking),
  bindEndpoint(endpoints.getBooking, service.getBooking),
  bindEndpoint(endpoints.previewCancellation, changes.previewCancellation),
  bindEndpoint(endpoints.cancelBooking, changes.cancelBooking),
  bindEndpoint(endpoints.listRescheduleOptions, changes.listRescheduleOptions),
  bindEndpoint(endpoints.rescheduleBooking, changes.rescheduleBooking),
  bindEndpoint(updateTripStatus, departures.updateTripStatus),
  bindEndpoint(setTripSales, departures.setTripSales),
  bindEndpoint(endpoints.previewTripCancellation, departures.previewTripCancellation),
  bindEndpoint(endpoints.cancelTrip, departures.cancelTrip),
  bindEndpoint(endpoints.previewVehicleChange, departures.previewVehicleChange),
  bindEndpoint(endpoints.changeVehicle, departures.changeVehicle),
  // This endpoint belongs to the contract of notifications. It is bound here, because this room checks whether a guest
  // may open the booking to which they subscribe.
  bindEndpoint(subscribePush, news.subscribePush),
]
