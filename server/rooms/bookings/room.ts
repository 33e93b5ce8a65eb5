import { alone, outside } from '#server/jobs/jobs'
import { type Room, counted } from '#server/room'
import {
  countComing,
  endBookings,
  findIdsOf,
  forgetBooked,
  isTravelling,
  tidyBooked,
} from './erase-repository.ts'
import { bookingJobs } from './guest-service.ts'
import { bookingRoutes } from './routes.ts'
import { bookingsById } from './view.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    'hold.sweep': Record<string, never>
    /** Sends a code to a booking's phone, if it is this one, for this device. */
    'booking.code': { reference: string; phone: string; device: string; network: string }
  }
}

export const room: Room = {
  routes: bookingRoutes,
  plans: {
    'hold.sweep': { ...alone, cron: '* * * * *' },
    'booking.code': { ...outside, at_once: 2 },
  },
  jobs: bookingJobs,
  personalData: {
    export: async ({ db }, person_id) => ({
      bookings: await bookingsById(db, await findIdsOf(db, person_id)),
    }),
    left: async (db, person_id) => counted(await countComing(db, person_id), 'coming trip'),
    isBusy: isTravelling,
    end: endBookings,
    forget: forgetBooked,
    tidy: tidyBooked,
  },
}
