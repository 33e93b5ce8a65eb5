import type { Charter } from '#contract/charters/model'
import { naira } from '#contract/money'
import type { ProfileExport } from '#contract/profile/model'
import type { Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { eachAlone } from '#server/jobs/each-alone'
import type { JobHandlers } from '#server/jobs/queue'
import {
  endWithRefund,
  announceCharter,
  findTripsOfPerson,
  findCharter,
  lockCharter,
} from './trips/index.ts'
import type { KeptStop } from './journey/index.ts'
import { findRequestsOfPerson } from './requests/index.ts'
import {
  completeLeft,
  endOffers,
  expireUnpaid,
  findLapsed,
  findNeverBegun,
  findToCancel,
  forgetEnded,
  takeReminders,
  withdrawAll,
} from './upkeep-repository.ts'

const batch = 100

/** Jobs that keep charters current. */
export function charterJobs({ db }: Deps): JobHandlers {
  return { 'charter.sweep': () => keepChartersCurrent(db) }
}

/**
 * Releases unpaid vehicles, reminds of balances, ends charters without balance or vehicle, and expired offers and
 * requests. Repeatable; a failure does not stop the others and is thrown at the end.
 */
export async function keepChartersCurrent(db: Db): Promise<void> {
  for (let ended = batch; ended === batch;)
    ended = await inTransaction(db, (tx) => expireUnpaid(tx, batch))
  await inTransaction(db, async (tx) => {
    for (const id of await takeReminders(tx, batch)) await announceCharter(tx, id, 'reminder')
  })
  await inTransaction(db, async (tx) => {
    for (const id of await completeLeft(tx, batch)) await announceCharter(tx, id, 'ended')
  })
  await endOffers(db)
  await forgetEnded(db)
  const lapsed = await findLapsed(db, batch)
  const never_begun = await findNeverBegun(db, batch)
  const endings = [
    ...lapsed.map((one) => ({ ...one, from: 'booked', to: 'lapsed' }) as const),
    ...never_begun.map((one) => ({ ...one, from: 'paid', to: 'operator_cancelled' }) as const),
  ]
  await eachAlone(endings, (ending) => endOne(db, ending))
}

interface Ending {
  id: string
  reference: string
  from: Charter['state']
  to: 'lapsed' | 'operator_cancelled'
}

/** Ends one charter, unless it has changed since. */
async function endOne(db: Db, { id, reference, from, to }: Ending): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockCharter(tx, reference)
    const row = await findCharter(tx, id)
    if (row.state !== from) return
    await endWithRefund(tx, row, to, 'wallet')
    await announceCharter(tx, id, to)
  })
}

type FlatRow = ProfileExport['more'][string][number]

const placesOf = (stops: readonly KeptStop[]) =>
  stops.map(({ city, address }) => (address === null ? city : `${address}, ${city}`)).join('; ')

/** A person's charters for the export. */
export async function chartersOfPerson(db: Db, person_id: string): Promise<FlatRow[]> {
  return (await findTripsOfPerson(db, person_id)).map((row) => ({
    reference: row.reference,
    kind: row.kind,
    occasion: row.occasion,
    state: row.state,
    vehicle: row.vehicle.name,
    operator: row.operator.name,
    places: placesOf(row.stops),
    starts_at: row.starts_at.toISOString(),
    until: row.until_day,
    travellers: row.travellers,
    luggage: row.luggage,
    needs: row.needs,
    contact_name: row.contact_name,
    contact_phone: row.contact_phone,
    flight: row.flight?.number ?? null,
    name_board: row.flight?.name_board ?? null,
    price: naira(row.price.total_kobo),
    paid: naira(row.paid_kobo),
    driver: row.driver_name,
    review: row.review?.body ?? null,
    created_at: row.created_at.toISOString(),
  }))
}

/** A person's charter requests for the export. */
export async function requestsOfPerson(db: Db, person_id: string): Promise<FlatRow[]> {
  return (await findRequestsOfPerson(db, person_id)).map((row) => ({
    reference: row.reference,
    kind: row.kind,
    occasion: row.occasion,
    state: row.state,
    places: placesOf(row.stops),
    starts_at: row.starts_at.toISOString(),
    until: row.until_day,
    travellers: row.travellers,
    luggage: row.luggage,
    needs: row.needs,
    budget: row.budget_kobo === null ? null : naira(row.budget_kobo),
    contact_name: row.contact_name,
    contact_phone: row.contact_phone,
    offers: row.offers.length,
    created_at: row.created_at.toISOString(),
  }))
}

/** Cancels a person's charters by their tiers, into the wallet, and withdraws their requests. */
export async function endAllOf(tx: Db, person_id: string): Promise<void> {
  for (const { id } of await findToCancel(tx, person_id))
    await endWithRefund(tx, await findCharter(tx, id), 'cancelled', 'wallet')
  await withdrawAll(tx, person_id)
}
