import * as z from 'zod/mini'
import { CreateParcelInput, Parcel, ParcelQuoteInput } from '#contract/parcels/model'
import { ParcelScan, ParcelScanResult } from '#contract/parcels/tracking'
import { id, instant, kobo, reference } from '#contract/shapes'
import { Shift } from './model.ts'
import { counterMeans } from './rules.ts'

/**
 * The sale of a parcel in an open shift to a sender who needs no account. `quote`: the input for its price; the parcel
 * goes with the next bus of the operator, from the counter `quote.drop_off`. `total_kobo`: the price that the clerk
 * named to the sender.
 */
export const WalkInParcelInput = z.strictObject({
  shift: id,
  quote: z.omit(ParcelQuoteInput, { trip_id: true }),
  ...z.pick(CreateParcelInput, {
    sender: true,
    receiver: true,
    contents: true,
    note: true,
    pick_up: true,
  }).shape,
  nothing_prohibited: z.literal(true, 'Ask the sender, and confirm that nothing is prohibited.'),
  means: z.enum(counterMeans, 'Choose how they pay.'),
  total_kobo: kobo,
})

export type WalkInParcelInput = z.output<typeof WalkInParcelInput>

/**
 * A parcel that was just sold. Its `pickup_pin` is null, because answers of writes are stored, and a PIN must never be
 * stored.
 */
export const WalkInParcelSale = z.object({ reference: z.string(), parcel: Parcel, shift: Shift })

export type WalkInParcelSale = z.output<typeof WalkInParcelSale>

/**
 * A parcel that the counter has sold. Only the clerk who sold it gets its `pickup_pin`, in the same shift and while the
 * parcel is still at the counter. `cancel_kobo`: what is paid out if it is cancelled now; null if it cannot be
 * cancelled.
 */
export const ParcelSale = z.object({
  parcel: Parcel,
  means: z.enum(counterMeans),
  sold_at: instant,
  amount_kobo: kobo,
  paid_out_kobo: kobo,
  cancel_kobo: z.nullable(kobo),
})

export type ParcelSale = z.output<typeof ParcelSale>

/**
 * Who gets the new PIN by SMS now: the receiver of a parcel that has arrived, or the sender of one that is on its
 * return. Null for a parcel that has not arrived, whose receiver gets the PIN on arrival.
 */
export const PinRecipient = z.object({ sent_to: z.nullable(z.enum(['receiver', 'sender'])) })

export type PinRecipient = z.output<typeof PinRecipient>

/** `refund_kobo` is the sum from `getParcelSale`. */
export const ParcelRefundInput = z.strictObject({ reference, refund_kobo: kobo })

export const ParcelRefund = z.object({ parcel: Parcel, paid_kobo: kobo, shift: Shift })

/**
 * The delivery of a parcel for which a storage fee is due. The fee goes into an open shift. `storage_kobo`: the fee
 * that the clerk named to the receiver.
 */
export const DeliverParcelInput = z.strictObject({
  shift: id,
  reference,
  ...z.required(z.pick(ParcelScan, { pin: true })).shape,
  ...z.pick(ParcelScan, { place: true }).shape,
  means: z.enum(counterMeans, 'Choose how they pay.'),
  storage_kobo: kobo.check(z.minimum(1)),
})

/** The answer to a delivery. If the result is not `recorded`, no fee was taken. */
export const DeliveryAnswer = z.object({ ...ParcelScanResult.shape, shift: Shift })

export type DeliveryAnswer = z.output<typeof DeliveryAnswer>
