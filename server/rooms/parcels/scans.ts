import type { Input, Output } from '#contract/endpoint'
import { normaliseReference } from '#contract/reference'
import type {
  listOperatorParcels as listOperatorParcelsEndpoint,
  reportParcelEvents as reportParcelEventsEndpoint,
} from '#contract/parcels/endpoints'
import type { ParcelScanResult } from '#contract/parcels/tracking'
import type { Context, Deps } from '#server/context'
import { announceParcel } from './news/index.ts'
import { requireOperator } from '#server/rooms/operators'
import { hashEnteredPin } from '#server/platform/pickup-pin'
import {
  type DemoCounterParcel,
  findDemoCounterParcels,
  findCounterParcels,
  lockScannedParcels,
  type ScannedCode,
  recordParcelScan,
} from './event-repository.ts'

/**
 * Stores an operator's scans, each once. The final state is the same in whatever order they arrive. Parcels of other
 * operators are `unknown`. Sender and receiver are notified of each new state.
 */
export async function reportParcelEvents(
  ctx: Context,
  { events }: Input<typeof reportParcelEventsEndpoint>,
): Promise<Output<typeof reportParcelEventsEndpoint>> {
  const by = requireOperator(ctx)
  const read = events.map(({ parcel }) => parseScannedCode(parcel))
  const parcels = await lockScannedParcels(ctx.db, by.operator_id, read)
  const results: ParcelScanResult[] = []
  for (const event of events) {
    const { waybill, tracking_id } = parseScannedCode(event.parcel)
    const parcel = parcels.find((one) => one.waybill === waybill || one.tracking_id === tracking_id)
    if (parcel === undefined) {
      results.push({ id: event.id, result: 'unknown' })
      continue
    }
    const pin = event.pin === undefined ? null : hashEnteredPin(ctx.config, parcel, event.pin)
    const { result, state, has_moved } = await recordParcelScan(ctx.db, by, parcel.id, event, pin)
    if (has_moved) await announceParcel(ctx.db, parcel.id, state)
    results.push({ id: event.id, result, state })
  }
  return results
}

const parseScannedCode = (read: string): ScannedCode => ({
  waybill: read.toUpperCase().replaceAll(/[\s-]/g, ''),
  tracking_id: normaliseReference(read),
})

/** Returns paid parcels that the calling operator carries: those not delivered, or those that a search finds. */
export async function listOperatorParcels(
  ctx: Context,
  { place }: Input<typeof listOperatorParcelsEndpoint>,
): Promise<Output<typeof listOperatorParcelsEndpoint>> {
  const rows = await findCounterParcels(ctx.db, requireOperator(ctx).operator_id, place)
  return rows.map((row) => ({ ...row, departs_at: row.departs_at.toISOString() }))
}

/**
 * For the demo's counter, returns the paid parcel of a waybill or tracking ID as typed; without one, the last twenty.
 */
export async function listDemoCounterParcels(
  { db }: Pick<Deps, 'db'>,
  written?: string,
): Promise<DemoCounterParcel[]> {
  return findDemoCounterParcels(db, written === undefined ? undefined : parseScannedCode(written))
}
