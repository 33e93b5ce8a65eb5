import type { ParcelState } from '#contract/parcels/rules'
import { alone, outside } from '#server/jobs/jobs'
import { type Room, counted } from '#server/room'
import { measureInsurance } from './insurance.ts'
import { parcelPayable } from './payable.ts'
import { parcelRoutes } from './routes.ts'
import { countOnTheWay, forgetSender, isSending } from './upkeep-repository.ts'
import { endParcels, parcelJobs, parcelsOfPerson } from './upkeep.ts'

type ParcelKind = ParcelState | 'claim_answered'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /**
     * Ends unpaid parcels, plans again those that missed their bus, and deletes personal data after its retention.
     */
    'parcel.sweep': Record<string, never>
    /** Notifies a parcel's sender and receiver of its state when the job runs. */
    'parcel.tell': { parcel_id: string; kind: ParcelKind; news_id: string }
    /** Pushes the parcel's state when the job runs to one phone of its sender; `news_id` once. */
    'parcel.push': { subscription_id: string; news_id: string; parcel_id: string; kind: ParcelKind }
    /** The receiver's SMS. Its text is written by the job, since it may contain the pickup PIN. */
    'parcel.text': { parcel_id: string; kind: ParcelKind }
  }
}

export const room: Room = {
  routes: parcelRoutes,
  plans: {
    'parcel.sweep': { ...alone, cron: '*/5 * * * *' },
    'parcel.tell': { ...outside, at_once: 2 },
    'parcel.push': { ...outside, at_once: 2 },
    'parcel.text': { ...outside, at_once: 2 },
  },
  jobs: parcelJobs,
  payables: [parcelPayable],
  figures: [
    {
      name: 'insurance_kobo',
      help: 'What the insurance has, and what claims wait for',
      read: measureInsurance,
    },
  ],
  personalData: {
    export: async (ctx, person_id) => ({ parcels: await parcelsOfPerson(ctx, person_id) }),
    left: async (db, person_id) =>
      counted(await countOnTheWay(db, person_id), 'parcel on the way', 'parcels on the way'),
    isBusy: isSending,
    end: endParcels,
    forget: forgetSender,
  },
}
