import {
  getBooking,
  holdSeats,
  listBookings,
  releaseHold,
  setPassengers,
  proveBooking,
  sendBookingCode,
} from '#contract/bookings/endpoints'
import { serve } from '#server/http/serve'
import * as guests from './guest-service.ts'
import * as holds from './hold-service.ts'
import * as service from './service.ts'

export const bookingRoutes = [
  serve(holdSeats, (ctx, input) => holds.holdSeats(ctx, input)),
  serve(setPassengers, (ctx, input) => holds.setPassengers(ctx, input)),
  serve(releaseHold, (ctx, input) => holds.releaseHold(ctx, input)),
  serve(listBookings, (ctx, input) => service.listBookings(ctx, input)),
  serve(sendBookingCode, (ctx, input) => guests.sendBookingCode(ctx, input)),
  serve(proveBooking, (ctx, input) => guests.proveBooking(ctx, input)),
  serve(getBooking, (ctx, input) => service.getBooking(ctx, input)),
]
