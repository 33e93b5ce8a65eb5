import type { TripPushPayload } from '#contract/notifications/model'
import { exclusiveSchedulePlan, longRetryPlan } from '#server/jobs/jobs'
import { type Room, describeCount } from '#server/room'
import { endTripBookings, reseatTrip, resumeDepartures } from './departures/index.ts'
import {
  countUpcomingTrips,
  endBookingsOfPerson,
  findBookingIds,
  erasePersonTravellers,
  isErasureBlockedByTrip,
  deleteExpiredBookingData,
  selectBookingSubjects,
} from './erase-repository.ts'
import { sendBookingCodeSms } from './guests/index.ts'
import { deleteOldReminders, pushTripNews, remindTravellers } from './news/index.ts'
import { bookingPayable, forgetBookingPaymentRecords, returnTripPayable } from './payable/index.ts'
import { listBookingsById } from './record/index.ts'
import { notifyOfDueReservations, countOpenReservations } from './reservations/index.ts'
import { bookingRoutes } from './routes.ts'
import { sweepBookings } from './upkeep.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    'hold.sweep': Record<string, never>
    /** Sends a code to the phone of a booking for this device, if `phone` is the booking's phone. */
    'booking.code': { reference: string; phone: string; device: string; network: string }
    /** Reminds people of reservations that end soon, and writes to those who did not pay. */
    'reservation.announce': Record<string, never>
    /** Ends the bookings of a departure that its operator has cancelled. */
    'trip.end': { trip_id: string }
    /** Reseats the travellers of a departure that has another vehicle now. */
    'trip.reseat': { change_id: string }
    /** Enqueues `trip.end` and `trip.reseat` again for departures that they left unfinished. */
    'trip.resume': Record<string, never>
    /** Notifies one phone of the state of a booking's trip at the time when the job runs; once per `news_id`. */
    'trip.push': {
      subscription_id: string
      news_id: string
      booking_id: string
      kind: TripPushPayload['kind']
    }
    /** Reminds travellers whose reminder is due (`findBookingIdsToRemind`). */
    'trip.remind': Record<string, never>
  }
}

export const room: Room = {
  routes: bookingRoutes,
  plans: {
    'hold.sweep': { ...exclusiveSchedulePlan, cron: '* * * * *' },
    'reservation.announce': { ...exclusiveSchedulePlan, cron: '* * * * *' },
    'booking.code': { ...longRetryPlan, at_once: 4 },
    'trip.end': longRetryPlan,
    'trip.reseat': longRetryPlan,
    'trip.resume': { ...exclusiveSchedulePlan, cron: '50 * * * *' },
    'trip.push': { ...longRetryPlan, at_once: 4 },
    'trip.remind': { ...exclusiveSchedulePlan, cron: '*/10 * * * *' },
  },
  jobs: (deps) => ({
    'hold.sweep': async () => void (await sweepBookings(deps.db)),
    'reservation.announce': () => notifyOfDueReservations(deps),
    'booking.code': (code) => sendBookingCodeSms(deps, code),
    'trip.end': ({ trip_id }) => endTripBookings(deps.db, trip_id),
    'trip.reseat': ({ change_id }) => reseatTrip(deps, change_id),
    'trip.resume': () => resumeDepartures(deps.db),
    'trip.push': (push) => pushTripNews(deps, push),
    'trip.remind': () => remindTravellers(deps),
  }),
  payables: [bookingPayable, returnTripPayable],
  waiting: [{ subject: 'reservations', scope: 'counter', count: countOpenReservations }],
  personalData: {
    export: async ({ db }, person_id) => ({
      bookings: await listBookingsById(db, await findBookingIds(db, person_id)),
    }),
    left: async (db, person_id) =>
      describeCount(await countUpcomingTrips(db, person_id), 'coming trip'),
    isBusy: isErasureBlockedByTrip,
    end: endBookingsOfPerson,
    selectSubjects: selectBookingSubjects,
    async forget(tx, person_id) {
      await erasePersonTravellers(tx, person_id)
      await forgetBookingPaymentRecords(tx, person_id)
    },
    async tidy(db) {
      await deleteExpiredBookingData(db)
      await deleteOldReminders(db)
    },
  },
}
