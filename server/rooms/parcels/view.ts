import { hasParcelEnded } from '#contract/parcels/rules'
import type { CreateParcelInput, ParcelDriver, Parcel } from '#contract/parcels/model'
import { getParcelPhoto } from '#contract/parcels/endpoints'
import type { Context } from '#server/context'
import { findPickupPin } from '#server/platform/pickup-pin'
import { findClaimsByParcel, canClaimParcel } from './claims.ts'
import { makeParcelPhotoPath } from './photo.ts'
import { findHandInTime, type UsableQuote } from './quote.ts'
import { findParcelRefunds, type ParcelRow } from './repository.ts'
import { toTrackings } from './tracking.ts'

/** The number of wrong PINs after which a PIN is locked. */
const pinTries = 5

/** Returns the columns of a parcel that come from its quote. */
export const toQuoteColumns = ({ quote_id, asked, parcel }: UsableQuote) => ({
  quote_id,
  size_code: parcel.size.code,
  weight_grams: parcel.grams,
  measures: parcel.measures,
  type_code: parcel.type.code,
  add_ons: parcel.add_ons,
  declared_value_kobo: asked.declared_value_kobo,
  cover_kobo: parcel.cover_kobo,
  drop_off_location_id: parcel.counters.drop_off?.id ?? null,
  pick_up_location_id: parcel.counters.pick_up?.id ?? null,
})

/** A sender's input about people, places and contents. */
type SenderInput = Pick<
  CreateParcelInput,
  'sender' | 'receiver' | 'contents' | 'note' | 'drop_off' | 'pick_up'
>

/** Returns the sender's input as columns of a parcel. `toParcels` is the reverse. */
export const toParcelColumns = (input: SenderInput) => ({
  drop_off_address: addressAt(input.drop_off),
  pick_up_address: addressAt(input.pick_up),
  sender_name: input.sender.full_name,
  sender_phone: input.sender.phone,
  receiver_name: input.receiver.full_name,
  receiver_phone: input.receiver.phone,
  contents: input.contents,
  note: input.note ?? null,
})

const addressAt = (end: CreateParcelInput['drop_off']) =>
  end?.at === 'door' ? (end.address ?? null) : null

export async function toParcel(ctx: Context, row: ParcelRow): Promise<Parcel> {
  const [parcel] = await toParcels(ctx, [row])
  if (parcel === undefined) throw new Error('each row is a parcel')
  return parcel
}

/** Returns parcels as their sender sees them, in the given order. */
export async function toParcels(ctx: Context, rows: readonly ParcelRow[]): Promise<Parcel[]> {
  const ids = rows.map(({ id }) => id)
  const trackings = await toTrackings(ctx, rows)
  const claims = await findClaimsByParcel(ctx.db, ids)
  const refunds = Map.groupBy(await findParcelRefunds(ctx.db, ids), (refund) => refund.parcel_id)
  return rows.flatMap((row) => {
    const tracking = trackings.get(row.id)
    const theirs = {
      claims: claims.get(row.id) ?? [],
      refunds: (refunds.get(row.id) ?? []).map(({ parcel_id: _, ...refund }) => refund),
    }
    return tracking === undefined ? [] : [{ ...toViewFields(ctx, row, theirs), tracking }]
  })
}

function toViewFields(
  { config }: Context,
  row: ParcelRow,
  { claims, refunds }: Pick<Parcel, 'claims' | 'refunds'>,
): Omit<Parcel, 'tracking'> {
  const { id, tracking_id, state, from_city, to_city, measures, server_time } = row
  const isLive = state !== 'pending_payment' && !hasParcelEnded(state)
  return {
    id,
    tracking_id,
    waybill: row.waybill,
    route: { code: row.route, from_city, to_city },
    size: {
      code: measures === null ? row.size.code : null,
      name: measures === null ? row.size.name : `${measures.join(' × ')} cm`,
      weight_grams: row.weight_grams,
    },
    type: row.type,
    add_ons: row.add_ons,
    contents: row.contents,
    note: row.note,
    declared_value_kobo: row.declared_value_kobo,
    cover_kobo: row.cover_kobo,
    sender: personOf(row.sender_name, row.sender_phone),
    receiver: personOf(row.receiver_name, row.receiver_phone),
    drop_off: placeOf(row.drop_off, from_city, row.drop_off_address),
    pick_up: placeOf(row.pick_up, to_city, row.pick_up_address),
    price: row.price,
    paid_kobo: row.paid_kobo,
    paid_from_wallet: row.paid_from_wallet,
    pay_until: row.pay_until.toISOString(),
    pending_payment: row.pending_payment,
    carrier: row.carrier,
    planned: {
      departs_at: row.departs_at.toISOString(),
      arrives_at: row.arrives_at.toISOString(),
      hand_in_by: findHandInTime(row.departs_at),
      zone: row.zone,
    },
    driver: driverOf(row),
    pickup_pin: isLive ? findPickupPin(config, row, row.pin_issue) : null,
    pin_tries_left: Math.max(0, pinTries - row.pin_tries),
    photo: row.has_photo ? makeParcelPhotoPath(getParcelPhoto, { tracking_id }) : null,
    claims,
    refunds,
    can: {
      pay: state === 'pending_payment' && server_time < row.pay_until,
      cancel: row.may_cancel,
      claim: canClaimParcel(row, claims, server_time),
      renew_pin: isLive,
    },
    created_at: row.created_at.toISOString(),
    server_time: server_time.toISOString(),
  }
}

const personOf = (full_name: string | null, phone: string | null) =>
  full_name === null || phone === null ? null : { full_name, phone }

function placeOf(
  park: ParcelRow['drop_off'],
  city: string,
  address: string | null,
): Parcel['drop_off'] {
  return park === null
    ? { at: 'door', name: city, city, address, location: null }
    : { at: 'park', name: park.name, city, address: park.address, location: park.code }
}

function driverOf({ loaded_at, driver_name, driver_phone, plate, carrier }: ParcelRow) {
  if (loaded_at === null) return null
  const driver: ParcelDriver = {
    name: driver_name,
    phone: driver_phone,
    plate,
    operator: carrier.name,
    loaded_at: loaded_at.toISOString(),
  }
  return driver
}
