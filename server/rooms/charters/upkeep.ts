import type { Charter } from '#contract/charters/trips/model'
import { formatNaira } from '#contract/money'
import type { ProfileExport } from '#contract/profile/model'
import type { Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { runEachDespiteFailures } from '#server/jobs/each-alone'
import type { JobHandlers } from '#server/jobs/queue'
import {
  endCharterWithRefund,
  notifyCharterCustomer,
  notifyCharterOperator,
  findChartersOfPerson,
  findCharter,
  lockCharter,
} from './trips/index.ts'
import type { JourneyStop } from './journey/index.ts'
import { findRequestsOfPerson } from './requests/index.ts'
import {
  completeOverdueCharters,
  expireCharterOffers,
  expireUnpaidCharters,
  findOverdueCharters,
  findNoShowCharters,
  findCancellableCharters,
  deleteExpiredCharterData,
  claimBalanceReminders,
  withdrawAllRequests,
} from './upkeep-repository.ts'

const batch = 100

export function makeCharterJobs({ db }: Deps): JobHandlers {
  return { 'charter.sweep': () => sweepCharters(db) }
}

/**
 * Releases unpaid vehicles, reminds of balances, completes charters without an end code, expires offers and requests,
 * deletes old personal data, and ends charters with an overdue balance or without a start code. It can be repeated. A
 * failure to end one charter does not stop the others and is thrown at the end.
 */
export async function sweepCharters(db: Db): Promise<void> {
  for (let ended = batch; ended === batch;)
    ended = await inTransaction(db, (tx) => expireUnpaidCharters(tx, batch))
  await inTransaction(db, async (tx) => {
    for (const id of await claimBalanceReminders(tx, batch))
      await notifyCharterCustomer(tx, id, 'reminder')
  })
  await inTransaction(db, async (tx) => {
    for (const id of await completeOverdueCharters(tx, batch))
      await notifyCharterCustomer(tx, id, 'ended')
  })
  await expireCharterOffers(db)
  await deleteExpiredCharterData(db)
  const lapsed = await findOverdueCharters(db, batch)
  const never_begun = await findNoShowCharters(db, batch)
  const endings = [
    ...lapsed.map((one) => ({ ...one, from: 'booked', to: 'lapsed' }) as const),
    ...never_begun.map((one) => ({ ...one, from: 'paid', to: 'operator_cancelled' }) as const),
  ]
  await runEachDespiteFailures(endings, (ending) => endCharter(db, ending))
}

interface EndingCharter {
  id: string
  reference: string
  from: Charter['state']
  to: 'lapsed' | 'operator_cancelled'
}

/** Ends one charter, unless its state has changed since it was selected. */
async function endCharter(db: Db, { id, reference, from, to }: EndingCharter): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockCharter(tx, reference)
    const row = await findCharter(tx, id)
    if (row.state !== from) return
    await endCharterWithRefund(tx, row, to, 'wallet')
    await notifyCharterCustomer(tx, id, to)
    if (to === 'lapsed') await notifyCharterOperator(tx, id, to)
  })
}

type FlatRow = ProfileExport['more'][string][number]

const placesOf = (stops: readonly JourneyStop[]) =>
  stops.map(({ city, address }) => (address === null ? city : `${address}, ${city}`)).join('; ')

/** One row for each charter, newest first. Times are in UTC, amounts are text in naira. */
export async function exportCharters(db: Db, person_id: string): Promise<FlatRow[]> {
  return (await findChartersOfPerson(db, person_id)).map((row) => ({
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
    price: formatNaira(row.price.total_kobo),
    paid: formatNaira(row.paid_kobo),
    driver: row.driver_name,
    review: row.review?.body ?? null,
    created_at: row.created_at.toISOString(),
  }))
}

/** One row for each request, newest first. Times are in UTC, amounts are text in naira. */
export async function exportCharterRequests(db: Db, person_id: string): Promise<FlatRow[]> {
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
    budget: row.budget_kobo === null ? null : formatNaira(row.budget_kobo),
    contact_name: row.contact_name,
    contact_phone: row.contact_phone,
    offers: row.offers.length,
    created_at: row.created_at.toISOString(),
  }))
}

/**
 * Cancels a person's charters, refunds to the wallet what the cancellation tiers allow, and withdraws the requests. The
 * operators of paid charters are notified, so that no driver sets out.
 */
export async function cancelPersonCharters(tx: Db, person_id: string): Promise<void> {
  for (const { id } of await findCancellableCharters(tx, person_id)) {
    const row = await findCharter(tx, id)
    await endCharterWithRefund(tx, row, 'cancelled', 'wallet')
    if (row.paid_kobo > 0) await notifyCharterOperator(tx, id, 'cancelled')
  }
  await withdrawAllRequests(tx, person_id)
}
