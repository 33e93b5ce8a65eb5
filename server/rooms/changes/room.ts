import type { Room } from '#server/room'
import { outside } from '#server/jobs/jobs'
import { endTrip } from './cancel-service.ts'
import { reseatTrip } from './vehicle-service.ts'
import { forgetBookingMessages } from './payable-repository.ts'
import { bookingPayable } from './payable.ts'
import { returnTripPayable } from './return-payable.ts'
import { changeRoutes } from './routes.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Ends the bookings of a departure that its operator has cancelled. */
    'trip.end': { trip_id: string }
    /** Seats the travellers of a departure again that has got another vehicle. */
    'trip.reseat': { change_id: string }
  }
}

export const room: Room = {
  routes: changeRoutes,
  plans: { 'trip.end': outside, 'trip.reseat': outside },
  jobs: (deps) => ({
    'trip.end': ({ trip_id }) => endTrip(deps.db, trip_id),
    'trip.reseat': ({ change_id }) => reseatTrip(deps, change_id),
  }),
  payables: [bookingPayable, returnTripPayable],
  personalData: { forget: forgetBookingMessages },
}
