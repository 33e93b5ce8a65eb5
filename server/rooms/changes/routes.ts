import {
  cancelBooking,
  listRescheduleOptions,
  previewCancellation,
  rescheduleBooking,
} from '#contract/changes/endpoints'
import { updateTripStatus } from '#contract/trips/endpoints'
import { serve } from '#server/http/serve'
import * as cancelling from './cancel-service.ts'
import * as rescheduling from './reschedule-service.ts'
import * as telling from './status-service.ts'

export const changeRoutes = [
  serve(previewCancellation, (ctx, input) => cancelling.previewCancellation(ctx, input)),
  serve(cancelBooking, (ctx, input) => cancelling.cancelBooking(ctx, input)),
  serve(listRescheduleOptions, (ctx, input) => rescheduling.listRescheduleOptions(ctx, input)),
  serve(rescheduleBooking, (ctx, input) => rescheduling.rescheduleBooking(ctx, input)),
  serve(updateTripStatus, telling.updateTripStatus),
]
