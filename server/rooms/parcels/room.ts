import { alone } from '#server/jobs/jobs'
import { type Room, counted } from '#server/room'
import { measureInsurance } from './insurance.ts'
import { parcelPayable } from './payable.ts'
import { parcelRoutes } from './routes.ts'
import { countOnTheWay, forgetSender, isSending } from './upkeep-repository.ts'
import { endParcels, parcelJobs, parcelsOfPerson } from './upkeep.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Ends unpaid parcels, plans again what missed its bus, and forgets people of parcels that ended. */
    'parcel.sweep': Record<string, never>
  }
}

export const room: Room = {
  routes: parcelRoutes,
  plans: {
    'parcel.sweep': { ...alone, cron: '*/5 * * * *' },
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
