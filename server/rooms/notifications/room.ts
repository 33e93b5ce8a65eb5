import type { TripNews } from '#contract/notifications/model'
import type { ParcelState } from '#contract/parcels/states'
import type { SmsKind } from '#server/platform/sms-figures'
import { alone, outside } from '#server/jobs/jobs'
import type { Room } from '#server/room'
import { forgetLetters } from './erase-repository.ts'
import { forgetOldPhones, phonesOf } from './push-repository.ts'
import { forgetReminders } from './reminder-repository.ts'
import { notificationRoutes } from './routes.ts'
import { notificationJobs } from './service.ts'

/** News that say all themselves. `alone`: nothing else tells the person, so a phone that is gone is made up for. */
interface PersonWords {
  title: string
  body: string
  url: string
  alone: boolean
}

type ParcelKind = ParcelState | 'claim_answered'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    'ticket.send': { booking_id: string }
    'mail.send': { to: string; subject: string; text: string; html?: string }
    /** `kind`: news unless told. `booking_id`: whose ticket it is. */
    'sms.send': { to: string; text: string; kind?: SmsKind; booking_id?: string }
    /** Tells one phone how the trip of a booking, or a parcel, stands when the job runs; `news_id` once. */
    'push.send': { subscription_id: string; news_id: string } & (
      | { booking_id: string; kind: TripNews['kind'] }
      | { parcel_id: string; kind: ParcelKind }
      | ({ person_id: string; until: string } & PersonWords)
    )
    /** Reminds travellers of the trips of tomorrow. */
    'trip.remind': Record<string, never>
    /** Tells a parcel's sender and its receiver what became of it, as it stands when the job runs. */
    'parcel.tell': { parcel_id: string; kind: ParcelKind; news_id: string }
    /** The receiver's SMS. It may say the pickup PIN, which therefore stands in no job. */
    'parcel.text': { parcel_id: string; kind: ParcelKind }
  }
}

export const room: Room = {
  routes: notificationRoutes,
  plans: {
    'ticket.send': { ...outside, at_once: 2 },
    'mail.send': { ...outside, at_once: 4 },
    'sms.send': { ...outside, at_once: 2 },
    'push.send': { ...outside, at_once: 4 },
    'trip.remind': { ...alone, cron: '*/10 * * * *' },
    'parcel.tell': { ...outside, at_once: 2 },
    'parcel.text': { ...outside, at_once: 2 },
  },
  jobs: notificationJobs,
  personalData: {
    export: async ({ db }, person_id) => ({ phones: await phonesOf(db, person_id) }),
    forget: forgetLetters,
    tidy: async (db) => {
      await forgetOldPhones(db)
      await forgetReminders(db)
    },
  },
}
