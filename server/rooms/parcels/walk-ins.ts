import type * as endpoints from '#contract/counter/endpoints'
import type { Input } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { formatNaira } from '#contract/money'
import { computeNonRefundableKobo } from '#contract/parcels/price'
import type { Parcel } from '#contract/parcels/model'
import type { PinRecipient } from '#contract/counter/parcels'
import { hasParcelEnded, parcelPayHours, statesWithPinMessage } from '#contract/parcels/rules'
import type { ParcelScanResult } from '#contract/parcels/tracking'
import type { Context } from '#server/context'
import { readClock } from '#server/db/clock'
import type { Db } from '#server/db/client'
import type { OperatorPrincipal } from '#server/platform/actor'
import { makeId, makeReference } from '#server/platform/ids'
import { firstPickupPinNumber, hashEnteredPin, hashIssuedPin } from '#server/platform/pickup-pin'
import { payAtCounter } from '#server/rooms/payments'
import { lockScannedParcels, recordParcelScan } from './event-repository.ts'
import { notifyOfParcel } from './news/index.ts'
import { makeCounterQuote } from './quote.ts'
import { findCarrierCode } from './quote-repository.ts'
import { insertParcel, lockParcel, type ParcelRow } from './repository.ts'
import { parseScannedCode } from './scans.ts'
import { cancelParcelForSender, readParcel, requireQuotedPlaces, saveNewPin } from './service.ts'
import { findStorageFeeDue } from './storage.ts'
import { toParcel, toParcelColumns, toQuoteColumns } from './view.ts'

type WalkIn = Omit<Input<typeof endpoints.sellParcelAtCounter>, 'shift' | 'means'>

/** The functions for parcels that an operator's counter needs. The caller must have checked whose counter it is. */
export const parcelSalesAtCounter = {
  sell: sellWalkInParcel,
  read: readSoldParcel,
  cancel: cancelWalkInParcel,
  renewPin: renewSoldPin,
  deliver: deliverForFee,
}

/**
 * Sells a parcel to a sender who has paid the operator directly. Creates the parcel, records it as paid and accepts it
 * at the counter, in one transaction. Returns its id. Throws the refusals of `sellParcelAtCounter` about the parcel and
 * its price.
 */
async function sellWalkInParcel(
  { db, config }: Pick<Context, 'db' | 'config'>,
  clerk: OperatorPrincipal,
  { quote: asked, total_kobo, ...input }: WalkIn,
): Promise<string> {
  const { operator_id } = clerk
  const quote = await makeCounterQuote(db, await findCarrierCode(db, operator_id), asked)
  requireQuotedPlaces(input, asked)
  const price_kobo = quote.parcel.price.total_kobo
  if (price_kobo !== total_kobo)
    throw makeRefusal('price_changed', {
      detail: `The price is ${formatNaira(price_kobo)} now. Tell the sender before you sell.`,
    })
  const id = makeId()
  const pin_hash = hashIssuedPin(config, id)
  const parcel = {
    id,
    tracking_id: makeReference(),
    user_id: null,
    ...toQuoteColumns(quote),
    ...toParcelColumns(input),
    pin_hash,
    client_ref: null,
  }
  await insertParcel(db, parcel, makeId(), parcelPayHours)
  const goods = { pin_hash: pin_hash.toString('hex') }
  const outcome = await payAtCounter(db, { kind: 'parcel', payable_id: id, operator_id, goods })
  if (outcome !== 'confirmed') throw new Error(`a new parcel is ${outcome}`)
  const scan = {
    id: makeId(),
    parcel: parcel.tracking_id,
    kind: 'received',
    occurred_at: (await readClock(db)).toISOString(),
    place: asked.drop_off.location,
  } as const
  const { result } = await recordParcelScan(db, clerk, id, scan, null)
  if (result !== 'recorded') throw new Error(`a new parcel is accepted as ${result}`)
  for (const kind of ['paid', 'received'] as const) await notifyOfParcel(db, id, kind)
  return id
}

/**
 * Returns a parcel that a counter sold, with its PIN if `with_pin` and it has not been loaded. `cancel_kobo`: what its
 * sender gets back if it is cancelled now; null if it cannot be cancelled.
 */
async function readSoldParcel(
  ctx: Context,
  id: string,
  { with_pin = false } = {},
): Promise<{ parcel: Parcel; cancel_kobo: number | null }> {
  const row = await readParcel(ctx.db, id)
  const parcel = await toParcel(ctx, row)
  const refund_kobo = row.paid_kobo - computeNonRefundableKobo(row.price.lines)
  // Display only the first PIN: a renewed one is only for the person who gets it by SMS.
  const mayShowPin = with_pin && row.state === 'received' && row.pin_issue === firstPickupPinNumber
  return {
    parcel: mayShowPin ? parcel : { ...parcel, pickup_pin: null },
    cancel_kobo: row.may_cancel ? refund_kobo : null,
  }
}

/** Cancels a parcel that a counter sold, without paying the refund out. Throws `parcel_closed` and `parcel_loaded`. */
async function cancelWalkInParcel(tx: Db, id: string): Promise<void> {
  const { state, may_cancel } = await lockParcelById(tx, id)
  if (hasParcelEnded(state)) throw makeRefusal('parcel_closed')
  if (!may_cancel) throw makeRefusal('parcel_loaded')
  await cancelParcelForSender(tx, id, 'source')
}

/**
 * Makes a new PIN for a parcel that a counter sold. Returns who gets it by SMS now. Throws `parcel_closed`, and 429
 * after three renewals in a day.
 */
async function renewSoldPin(
  ctx: Pick<Context, 'db' | 'config'>,
  id: string,
): Promise<PinRecipient['sent_to']> {
  const row = await lockParcelById(ctx.db, id)
  await saveNewPin(ctx, row)
  const { state } = row
  const sent_to = statesWithPinMessage.includes(state)
    ? 'receiver'
    : state === 'return_in_transit'
      ? 'sender'
      : null
  if (sent_to !== null) await notifyOfParcel(ctx.db, id, state)
  return sent_to
}

/** Finds a parcel by its id and locks it until the transaction ends. */
async function lockParcelById(tx: Db, id: string): Promise<ParcelRow> {
  const { tracking_id } = await readParcel(tx, id)
  await lockParcel(tx, tracking_id)
  return readParcel(tx, id)
}

/**
 * Hands a parcel of the clerk's operator over to its receiver, who has paid this storage fee. The parcel was handed
 * over only if the result is `recorded`. A wrong PIN is counted. Throws `not_found`, and `price_changed` if another fee
 * is due.
 */
async function deliverForFee(
  { db, config }: Pick<Context, 'db' | 'config'>,
  clerk: OperatorPrincipal,
  given: { reference: string; pin: string; place?: string | undefined; storage_kobo: number },
): Promise<{ parcel_id: string } & ParcelScanResult> {
  const [parcel] = await lockScannedParcels(db, clerk.operator_id, [
    parseScannedCode(given.reference),
  ])
  if (parcel === undefined) throw makeRefusal('not_found')
  const due_kobo = findStorageFeeDue(parcel, parcel.server_time)
  if (!hasParcelEnded(parcel.state) && due_kobo !== given.storage_kobo)
    throw makeRefusal('price_changed', {
      detail: `The storage fee is ${formatNaira(due_kobo)} now. Tell the receiver before you take it.`,
    })
  const scan = {
    id: makeId(),
    parcel: parcel.tracking_id,
    kind: 'delivered',
    occurred_at: parcel.server_time.toISOString(),
    place: given.place,
  } as const
  const pin = hashEnteredPin(config, parcel, given.pin)
  const { result, state, has_moved } = await recordParcelScan(db, clerk, parcel.id, scan, pin)
  if (has_moved) await notifyOfParcel(db, parcel.id, state)
  return { parcel_id: parcel.id, id: scan.id, result, state }
}
