import type { ParcelEventKind } from '#contract/parcels/rules'
import type { PaymentDeps } from '#server/context'
import { inTransaction } from '#server/db/client'
import { maxMovingParcels, makeMovingParcel } from '#demo/country/parcels'
import * as moving from '#demo/country/parcels-moving'
import { findDeparture } from '#demo/country/parcels-past'
import { areAllProvidersStandIns } from '#demo/sandbox/companies'
import { answerCharterRequests } from './bidding.ts'
import { offerBuses } from './waitlist.ts'
import { notifyOfParcel } from '#server/rooms/parcels'
import { payParcel, type ParcelContext, reportScans, makeScan, sendParcel } from './parcels.ts'
import type { JobHandlers } from '#server/jobs/queue'

/**
 * The shortest time between two scans of a parcel, seconds: `watched` while a demo person is active, otherwise `alone`.
 * The longest time is twice that.
 */
const waits = { watched: 120, alone: 2400 }

const steps: readonly ParcelEventKind[] = [
  'received',
  'loaded',
  'in_transit',
  'ready_for_pickup',
  'delivered',
]
const stepsOverHub: readonly ParcelEventKind[] = steps.toSpliced(3, 0, 'at_hub', 'in_transit')

/** Returns the jobs that move the demo's parcels and play its operators. */
export function makeDemoJobs(deps: PaymentDeps): JobHandlers {
  return {
    'demo.parcels': () => moveParcels(deps),
    'demo.requests': () => offerBuses(deps),
    'demo.charters': () => answerCharterRequests(deps),
  }
}

/**
 * Scans at most two parcels of the demo as their operators would, and replaces delivered parcels with new ones. Does
 * nothing without a demo country, or if real payment companies are configured.
 */
export async function moveParcels(deps: PaymentDeps, seconds = waits): Promise<void> {
  const { db, config } = deps
  const kid = config.ticket_keys.find(({ state }) => state === 'active')?.kid
  if (!areAllProvidersStandIns(config) || kid === undefined) return
  const ground = await moving.findParcelJobContext(db)
  if (ground === undefined) return
  const inStage = (work: (stage: ParcelContext) => Promise<void>) =>
    inTransaction(db, (tx) => work({ ...deps, db: tx, kid, ...ground }))
  for (const one of await moving.findDueParcels(db, seconds))
    await inStage((stage) => scanOn(stage, one))
  const { under_way, ever } = await moving.countDemoParcels(db)
  for (let more = 0; under_way + more < maxMovingParcels; more += 1)
    await inStage((stage) => sendAnother(stage, ever + more))
}

async function sendAnother(stage: ParcelContext, number: number): Promise<void> {
  const { db, seed } = stage
  const about = `moving ${number}`
  const it = makeMovingParcel(number)
  const way = await findDeparture(db, { ...it, hub: true }, about)
  if (way === undefined) return
  const parcel = await sendParcel(stage, it, way, {
    number,
    ref: moving.makeMovingParcelRef(seed, number),
  })
  await payParcel(stage, it, parcel, about)
  await notifyOfParcel(db, parcel.id, 'paid')
}

async function scanOn(stage: ParcelContext, parcel: moving.MovingParcel): Promise<void> {
  const { operator_id, waybill, hub, scans } = parcel
  const kind = (hub === null ? steps : stepsOverHub)[scans]
  if (kind === undefined) return
  const driver = Number.parseInt(parcel.id.slice(-4), 16)
  await reportScans(stage, operator_id, waybill, [
    makeScan(stage, parcel, parcel, kind, Date.now(), driver),
  ])
}
