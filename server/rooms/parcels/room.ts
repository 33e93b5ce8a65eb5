import type { ParcelState } from '#contract/parcels/rules'
import { exclusiveSchedulePlan, longRetryPlan } from '#server/jobs/jobs'
import { type Room, describeCount } from '#server/room'
import { countWaitingClaims } from './answer-repository.ts'
import { countWaitingParcels } from './event-repository.ts'
import { readInsuranceMetric } from './insurance.ts'
import { parcelPayable } from './payable.ts'
import { parcelRoutes } from './routes.ts'
import {
  countParcelsOnTheWay,
  deleteSenderData,
  hasOpenParcel,
  selectParcelSubjects,
} from './upkeep-repository.ts'
import { cancelPersonParcels, makeParcelJobs, exportParcels } from './upkeep.ts'

type ParcelKind = ParcelState | 'not_handed_in' | 'claim_answered'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Ends unpaid parcels, moves those that missed their bus to a later one, and deletes personal data in time. */
    'parcel.sweep': Record<string, never>
    /** Notifies a parcel's sender and receiver of its state at the time the job runs. */
    'parcel.tell': { parcel_id: string; kind: ParcelKind; news_id: string }
    /** Pushes the parcel's state, at the time the job runs, to one phone of its sender, once for each `news_id`. */
    'parcel.push': { subscription_id: string; news_id: string; parcel_id: string; kind: ParcelKind }
    /** Sends the receiver's SMS. The job writes its text, since it may contain the pickup PIN. */
    'parcel.text': { parcel_id: string; kind: ParcelKind }
  }
}

export const room: Room = {
  routes: parcelRoutes,
  plans: {
    'parcel.sweep': { ...exclusiveSchedulePlan, cron: '*/5 * * * *' },
    'parcel.tell': { ...longRetryPlan, at_once: 2 },
    'parcel.push': { ...longRetryPlan, at_once: 2 },
    'parcel.text': { ...longRetryPlan, at_once: 2 },
  },
  jobs: makeParcelJobs,
  payables: [parcelPayable],
  waiting: [
    { subject: 'parcels', scope: 'counter', count: countWaitingParcels },
    { subject: 'claims', scope: 'claims', count: countWaitingClaims },
  ],
  figures: [
    {
      name: 'insurance_kobo',
      help: 'What the insurance has, and what claims wait for',
      read: readInsuranceMetric,
    },
  ],
  personalData: {
    export: async (ctx, person_id) => ({ parcels: await exportParcels(ctx, person_id) }),
    left: async (db, person_id) =>
      describeCount(
        await countParcelsOnTheWay(db, person_id),
        'parcel on the way',
        'parcels on the way',
      ),
    isBusy: hasOpenParcel,
    end: cancelPersonParcels,
    selectSubjects: selectParcelSubjects,
    forget: deleteSenderData,
  },
}
