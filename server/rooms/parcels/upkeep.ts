import type { Parcel } from '#contract/parcels/model'
import type { Context, Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import {
  notifyOfParcel,
  pushParcelNews,
  sendParcelNotifications,
  sendReceiverSms,
} from './news/index.ts'
import { listNextDepartures } from '#server/rooms/trips'
import { runEachDespiteFailures } from '#server/jobs/each-alone'
import type { JobHandlers } from '#server/jobs/queue'
import { payWaitingClaims } from './insurance.ts'
import { toCarriagePlan } from './quote.ts'
import { deleteOldQuotes } from './quote-repository.ts'
import { findParcelsOfUser } from './repository.ts'
import { cancelParcelForSender } from './service.ts'
import {
  endHandInPeriod,
  endUnpaidParcels,
  findParcelsToReplan,
  findCancellableParcels,
  deleteExpiredParcelData,
  replanParcel,
} from './upkeep-repository.ts'
import { toParcels } from './view.ts'

const batch = 200

/** Returns the jobs that keep parcels current and notify their senders and receivers. */
export function makeParcelJobs(deps: Deps): JobHandlers {
  return {
    'parcel.sweep': async () => {
      await keepParcelsCurrent(deps.db)
      await payWaitingClaims(deps)
    },
    'parcel.tell': (news) => sendParcelNotifications(deps, news),
    'parcel.push': (push) => pushParcelNews(deps, push),
    'parcel.text': (news) => sendReceiverSms(deps, news),
  }
}

/**
 * Ends unpaid parcels, moves those whose bus left without them to a later bus, unless they were not handed in for two
 * weeks, and deletes personal data after its retention. Safe to repeat.
 */
async function keepParcelsCurrent(db: Db): Promise<void> {
  for (let ended = batch; ended === batch;) ended = await inTransaction(db, endBatch)
  for (let ended = batch; ended === batch;) ended = await inTransaction(db, endHandInPeriodOfBatch)
  await deleteExpiredParcelData(db)
  await deleteOldQuotes(db)
  await runEachDespiteFailures(await findParcelsToReplan(db), async (left) => {
    const which = { after_minutes: 0, days: 3, limit: 1, operators: [left.operator] }
    const [bus] = await listNextDepartures(db, left, which)
    if (bus === undefined) return
    for (const id of left.ids) await replanParcel(db, id, toCarriagePlan(bus))
  })
}

async function endBatch(tx: Db): Promise<number> {
  const ids = await endUnpaidParcels(tx, batch)
  for (const id of ids) await notifyOfParcel(tx, id, 'cancelled')
  return ids.length
}

async function endHandInPeriodOfBatch(tx: Db): Promise<number> {
  const ids = await endHandInPeriod(tx, batch)
  for (const id of ids) await notifyOfParcel(tx, id, 'not_handed_in')
  return ids.length
}

/** Returns all parcels that a person has sent, for the export of their data. */
export async function exportParcels(ctx: Context, user_id: string): Promise<Parcel[]> {
  return toParcels(ctx, await findParcelsOfUser(ctx.db, user_id))
}

/** Cancels a person's parcels that were never accepted; refunds go to their wallet. */
export async function cancelPersonParcels(tx: Db, person_id: string): Promise<void> {
  for (const id of await findCancellableParcels(tx, person_id))
    await cancelParcelForSender(tx, id, 'wallet')
}
