import type { Input, Output } from '#contract/endpoint'
import { parsePhone } from '#contract/phone'
import { isReference, hasOldWaybillForm, normaliseReference } from '#contract/reference'
import type {
  listOperatorParcels as listOperatorParcelsEndpoint,
  reportParcelEvents as reportParcelEventsEndpoint,
} from '#contract/parcels/endpoints'
import type { ParcelScanResult } from '#contract/parcels/tracking'
import type { Context, Deps } from '#server/context'
import { notifyOfParcel } from './news/index.ts'
import { requireOperator } from '#server/rooms/operators'
import { hashEnteredPin } from '#server/platform/pickup-pin'
import {
  type CounterSearch,
  type ParcelForDemoCounter,
  findCounterParcels,
  findParcelsForDemoCounter,
  lockScannedParcels,
  type ScannedCode,
  recordParcelScan,
} from './event-repository.ts'
import { findStorageFeeDue, priceStorage } from './storage.ts'

/**
 * Stores the scans of an operator, each once. The final state is the same in whatever order they arrive. Parcels of
 * other operators are `unknown`. Sender and receiver are notified of each new state. While a storage fee is due, a
 * member cannot deliver by a scan, only by `deliverParcel`, which enters the fee in their drawer.
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
    const isForDrawer = by.member_id !== null && event.kind === 'delivered'
    if (isForDrawer && findStorageFeeDue(parcel, parcel.server_time) > 0) {
      results.push({ id: event.id, result: 'storage_due', state: parcel.state })
      continue
    }
    const pin = event.pin === undefined ? null : hashEnteredPin(ctx.config, parcel, event.pin)
    const { result, state, has_moved } = await recordParcelScan(ctx.db, by, parcel.id, event, pin)
    if (has_moved) await notifyOfParcel(ctx.db, parcel.id, state)
    results.push({ id: event.id, result, state })
  }
  return results
}

/** Returns what a scanner read as a waybill's number and as a tracking ID. */
export const parseScannedCode = (read: string): ScannedCode => ({
  waybill: read.toUpperCase().replaceAll(/[\s-]/g, ''),
  tracking_id: normaliseReference(read),
})

/** Returns paid parcels that the calling operator carries: those not delivered, or those that a search finds. */
export async function listOperatorParcels(
  ctx: Context,
  { place, search }: Input<typeof listOperatorParcelsEndpoint>,
): Promise<Output<typeof listOperatorParcelsEndpoint>> {
  const { operator_id } = requireOperator(ctx)
  const rows = await findCounterParcels(ctx.db, operator_id, { place, search: searchOf(search) })
  return rows.map(({ server_time, ready_at, ended_at, weight_grams, add_on_names, ...row }) => ({
    ...row,
    add_ons: add_on_names,
    departs_at: row.departs_at.toISOString(),
    storage:
      row.state === 'return_in_transit'
        ? null
        : priceStorage({ ...row, ready_at, ended_at, weight_grams }, server_time),
  }))
}

function searchOf(written: string | undefined): CounterSearch | undefined {
  if (written === undefined) return undefined
  const isNumber = isReference(written) || hasOldWaybillForm(written)
  return isNumber ? parseScannedCode(written) : { phone: parsePhone(written) ?? written }
}

/**
 * For the demo's counter, returns the paid parcel of a waybill or tracking ID as typed; without one, the last twenty.
 */
export async function listParcelsForDemoCounter(
  { db }: Pick<Deps, 'db'>,
  written?: string,
): Promise<ParcelForDemoCounter[]> {
  return findParcelsForDemoCounter(
    db,
    written === undefined ? undefined : parseScannedCode(written),
  )
}
