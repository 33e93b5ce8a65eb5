import {
  cancelBooking,
  listRescheduleOptions,
  previewCancellation,
  rescheduleBooking,
} from '#contract/bookings/change-endpoints'
import {
  cancelTrip,
  changeVehicle,
  previewTripCancellation,
  previewVehicleChange,
} from '#contract/bookings/departure-endpoints'
import { updateTripStatus } from '#contract/trips/endpoints'
import { serve } from '#server/http/serve'
import * as cancelling from './cancel-service.ts'
import * as departures from './departure-service.ts'
import * as rescheduling from './reschedule-service.ts'
import * as telling from './status-service.ts'
import * as vehicles from './vehicle-service.ts'

export const changeRoutes = [
  serve(previewCancellation, (ctx, input) => cancelling.previewCancellation(ctx, input)),
  serve(cancelBooking, (ctx, input) => cancelling.cancelBooking(ctx, input)),
  serve(listRescheduleOptions, (ctx, input) => rescheduling.listRescheduleOptions(ctx, input)),
  serve(rescheduleBooking, (ctx, input) => rescheduling.rescheduleBooking(ctx, input)),
  serve(updateTripStatus, telling.updateTripStatus),
  serve(previewTripCancellation, departures.previewTripCancellation),
  serve(cancelTrip, departures.cancelTrip),
  serve(previewVehicleChange, vehicles.previewVehicleChange),
  serve(changeVehicle, vehicles.changeVehicle),
]
