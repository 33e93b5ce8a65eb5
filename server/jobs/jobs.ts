import type { QueueOptions, QueuePolicy } from 'pg-boss'
import type { TripNews } from '#contract/notifications/model'
import type { ParcelState } from '#contract/parcels/states'

type ParcelKind = ParcelState | 'claim_answered'

/** What an SMS is: a code somebody asked for, what somebody has paid for (tickets, pickup PINs), or news. */
export type SmsKind = 'code' | 'own_code' | 'paid' | 'news'

/** Every job by its name, with what it is given. A job may run twice, so its effect must not. */
export interface JobPayloads {
  /** Asks the provider what became of a payment. */
  'payment.check': { reference: string }
  /** Asks about every payment that should have ended by now. */
  'payment.reconcile': Record<string, never>
  'refund.submit': { refund_id: string }
  'hold.sweep': Record<string, never>
  /** Makes the departures of the days ahead out of the schedules. */
  'trip.roll': Record<string, never>
  'ticket.send': { booking_id: string }
  'mail.send': { to: string; subject: string; text: string; html?: string }
  /** `kind`: news unless told. `booking_id`: whose ticket it is. */
  'sms.send': { to: string; text: string; kind?: SmsKind; booking_id?: string }
  /** Tells one phone how the trip of a booking, or a parcel, stands when the job runs; `news_id` once. */
  'push.send': { subscription_id: string; news_id: string } & (
    | { booking_id: string; kind: TripNews['kind'] }
    | { parcel_id: string; kind: ParcelKind }
  )
  /** Tells a parcel's sender and its receiver what became of it, as it stands when the job runs. */
  'parcel.tell': { parcel_id: string; kind: ParcelKind; news_id: string }
  /** The receiver's SMS. It may say the pickup PIN, which therefore stands in no job. */
  'parcel.text': { parcel_id: string; kind: ParcelKind }
  /** Writes to the addresses of a new account. `network`: whence it was asked, as the limits know it. */
  'account.welcome': { person_id: string; network?: string }
  /** Sends a code for a new password, if an account has this address. */
  'account.forgot': { login: string; network?: string; asked_by?: string }
  /** Sends a code to a booking's phone, if it is this one, for this device. */
  'booking.code': { reference: string; phone: string; device: string; network: string }
  /** Looks for sums that should be zero and are not. */
  'ledger.check': Record<string, never>
  /** Lets go of answers and limits that nobody needs any more, and of what was promised to be forgotten. */
  'house.tidy': Record<string, never>
  /** Gives points and referral rewards for trips that were travelled, and lets points lapse. */
  'rewards.sweep': Record<string, never>
  /** Erases the accounts whose owners asked for it 14 days ago. */
  'profile.erase': Record<string, never>
  /** Ends unpaid parcels, plans anew what missed its bus, and forgets people of parcels that ended. */
  'parcel.sweep': Record<string, never>
  /** Scans the demo's parcels on, so that they move while one watches. */
  'demo.parcels': Record<string, never>
  /** A stand-in's message that arrives late. */
  'sandbox.tell': { provider: 'paystack' | 'flutterwave'; reference: string }
}
export type JobName = keyof JobPayloads

interface JobPlan extends QueueOptions {
  /** `short`: one waiting job a key, so that asking twice does it once. */
  policy?: QueuePolicy
  /** Makes the job by itself, in the home zone's time. */
  cron?: string
  /** How many run at once in one process. */
  at_once?: number
}

/** A job whose process fell silent for so long is given to another. */
export const heartbeatSeconds = 20

const outside = { retryLimit: 12, retryDelay: 5, retryBackoff: true, retryDelayMax: 1800 }
const alone: JobPlan = { policy: 'exclusive', retryLimit: 0, expireInSeconds: 600 }

/** How each job is tried again, how many of it run at once, and when it makes itself. */
export const jobPlans: Record<JobName, JobPlan> = {
  'payment.check': { ...outside, policy: 'short', at_once: 4 },
  'payment.reconcile': { ...alone, cron: '* * * * *' },
  'refund.submit': { ...outside, policy: 'short', at_once: 2 },
  'hold.sweep': { ...alone, cron: '* * * * *' },
  // With nothing to make it costs next to nothing, so a night that failed is made up for within the hour.
  'trip.roll': {
    ...alone,
    cron: '10 * * * *',
    retryLimit: 5,
    retryDelay: 60,
    retryBackoff: true,
    expireInSeconds: 3600,
  },
  'ticket.send': { ...outside, at_once: 2 },
  'mail.send': { ...outside, at_once: 4 },
  'sms.send': { ...outside, at_once: 2 },
  'push.send': { ...outside, at_once: 4 },
  'parcel.tell': { ...outside, at_once: 2 },
  'parcel.text': { ...outside, at_once: 2 },
  'account.welcome': { ...outside, at_once: 2 },
  'account.forgot': { ...outside, at_once: 2 },
  'booking.code': { ...outside, at_once: 2 },
  'ledger.check': { ...alone, cron: '*/10 * * * *' },
  'house.tidy': { ...alone, cron: '40 2 * * *' },
  'rewards.sweep': { ...alone, cron: '*/5 * * * *' },
  'profile.erase': { ...alone, cron: '20 3 * * *' },
  'parcel.sweep': { ...alone, cron: '*/5 * * * *' },
  'demo.parcels': { ...alone, cron: '* * * * *' },
  'sandbox.tell': outside,
}
