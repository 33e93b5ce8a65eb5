import type { TripNews } from '#contract/notifications/model'
import { alone, outside } from '#server/jobs/jobs'
import { type Room, counted } from '#server/room'
import { endTrip, reseatTrip } from './departures/index.ts'
import {
  countComing,
  endBookings,
  findIdsOf,
  forgetBooked,
  isTravelling,
  tidyBooked,
} from './erase-repository.ts'
import { textBookingCode } from './guests/index.ts'
import { forgetReminders, pushTripNews, remindTravellers } from './news/index.ts'
import { bookingPayable, forgetBookingMessages, returnTripPayable } from './payable/index.ts'
import { bookingsById } from './record/index.ts'
import { bookingRoutes } from './routes.ts'
import { keepBookingsCurrent } from './upkeep.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    'hold.sweep': Record<string, never>
    /** Sends a code to a booking's phone, if it is this one, for this device. */
    'booking.code': { reference: string; phone: string; device: string; network: string }
    /** Ends the bookings of a departure that its operator has cancelled. */
    'trip.end': { trip_id: string }
    /** Reseats the travellers of a departure that has got another vehicle. */
    'trip.reseat': { change_id: string }
    /** Notifies one phone of the state of a booking's trip when the job runs; once per `news_id`. */
    'trip.push': {
      subscription_id: string
      news_id: string
      booking_id: string
      kind: TripNews['kind']
    }
    /** Reminds travellers of the trips of tomorrow. */
    'trip.remind': Record<string, never>
  }
}

export const room: Room = {
  routes: bookingRoutes,
  plans: {
    'hold.sweep': { ...alone, cron: '* * * * *' },
    'booking.code': { ...outside, at_once: 2 },
    'trip.end': outside,
    'trip.reseat': outside,
    'trip.push': { ...outside, at_once: 4 },
    'trip.remind': { ...alone, cron: '*/10 * * * *' },
  },
  jobs: (deps) => ({
    'hold.sweep': async () => void (await keepBookingsCurrent(deps.db)),
    'booking.code': (code) => textBookingCode(deps, code),
    'trip.end': ({ trip_id }) => endTrip(deps.db, trip_id),
    'trip.reseat': ({ change_id }) => reseatTrip(deps, change_id),
    'trip.push': (push) => pushTripNews(deps, push),
    'trip.remind': () => remindTravellers(deps),
  }),
  payables: [bookingPayable, returnTripPayable],
  personalData: {
    export: async ({ db }, person_id) => ({
      bookings: await bookingsById(db, await findIdsOf(db, person_id)),
    }),
    left: async (db, person_id) => counted(await countComing(db, person_id), 'coming trip'),
    isBusy: isTravelling,
    end: endBookings,
    async forget(tx, person_id) {
      await forgetBooked(tx, person_id)
      await forgetBookingMessages(tx, person_id)
    },
    async tidy(db) {
      await tidyBooked(db)
      await forgetReminders(db)
    },
  },
}
