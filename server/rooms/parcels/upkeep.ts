import type { Parcel } from '#contract/parcels/model'
import type { Context, Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { announceParcel, pushParcelNews, tellParcel, textReceiver } from './news/index.ts'
import { nextDepartures } from '#server/rooms/trips'
import { eachAlone } from '#server/jobs/each-alone'
import type { JobHandlers } from '#server/jobs/queue'
import { watchInsurance } from './insurance.ts'
import { planOf } from './quote.ts'
import { dropOldQuotes } from './quote-repository.ts'
import { findAllOfUser } from './repository.ts'
import { callOff } from './service.ts'
import {
  endUnpaid,
  findLeftBehind,
  findToCallOff,
  forgetEnded,
  planAnew,
} from './upkeep-repository.ts'
import { parcelsOf } from './view.ts'

const batch = 200

/** Jobs that keep parcels current and tell their people of it. */
export function parcelJobs(deps: Deps): JobHandlers {
  return {
    'parcel.sweep': async () => {
      await keepParcelsCurrent(deps.db)
      await watchInsurance(deps)
    },
    'parcel.tell': (news) => tellParcel(deps, news),
    'parcel.push': (push) => pushParcelNews(deps, push),
    'parcel.text': (news) => textReceiver(deps, news),
  }
}

/**
 * Ends unpaid parcels, plans again those whose bus left without them, and deletes personal data after its retention.
 * Repeatable.
 */
async function keepParcelsCurrent(db: Db): Promise<void> {
  for (let ended = batch; ended === batch;) ended = await inTransaction(db, endBatch)
  await forgetEnded(db)
  await dropOldQuotes(db)
  await eachAlone(await findLeftBehind(db), async (left) => {
    const which = { after_minutes: 0, days: 3, limit: 1, operators: [left.operator] }
    const [bus] = await nextDepartures(db, left, which)
    if (bus === undefined) return
    for (const id of left.ids) await planAnew(db, id, planOf(bus))
  })
}

async function endBatch(tx: Db): Promise<number> {
  const ids = await endUnpaid(tx, batch)
  for (const id of ids) await announceParcel(tx, id, 'cancelled')
  return ids.length
}

/** Everything a person sent, for the export. */
export async function parcelsOfPerson(ctx: Context, user_id: string): Promise<Parcel[]> {
  return parcelsOf(ctx, await findAllOfUser(ctx.db, user_id))
}

/** Cancels a person's parcels that were never accepted; refunds go to their wallet. */
export async function endParcels(tx: Db, person_id: string): Promise<void> {
  for (const id of await findToCallOff(tx, person_id)) await callOff(tx, id, 'wallet')
}
