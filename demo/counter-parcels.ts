import { priceParcel } from '#contract/parcels/price'
import { homeZone } from '#contract/product'
import type { Context } from '#server/context'
import { makeId } from '#server/platform/ids'
import { firstPickupPinNumber, makePickupPin } from '#server/platform/pickup-pin'
import { deliverParcel, sellParcelAtCounter } from '#server/rooms/counter'
import { priceStorage, reportParcelEvents } from '#server/rooms/parcels'
import * as history from '#demo/country/counter-parcels'
import { findDeparture, withFutureDeparture } from '#demo/country/parcels-past'

export interface SoldDemoParcel extends history.DemoParcelRoute {
  id: string
  reference: string
}

/** Sells a parcel in a shift, `days` from today. */
export async function sellDemoParcel(
  ctx: Context,
  { operator_id, shift, days }: { operator_id: string; shift: string; days: number },
  it: history.DemoWalkInParcel,
): Promise<SoldDemoParcel> {
  const way = await history.findDemoParcelRoute(ctx.db, operator_id, it.size)
  const { route, base_kobo, from_park, to_park, size, add_ons } = way
  const declared_value_kobo = it.value_naira * 100
  const price = { route: { base_kobo }, size, add_ons, declared_value_kobo }
  const end = { at: 'park', location: to_park } as const
  const {
    reference,
    parcel: { id },
  } = await sellParcelAtCounter(ctx, {
    shift,
    quote: {
      route,
      size: it.size,
      type: it.type,
      add_ons: [],
      declared_value_kobo,
      drop_off: { at: 'park', location: from_park },
      pick_up: end,
    },
    sender: it.sender,
    receiver: it.receiver,
    contents: it.contents,
    pick_up: end,
    nothing_prohibited: true,
    means: it.means,
    total_kobo: priceParcel(price).total_kobo,
  })
  await history.backdateWalkInParcel(ctx.db, id, days)
  const parcel = { ...way, id, reference }
  if (it.arrived !== undefined) await letArrive(ctx, parcel, it.arrived)
  return parcel
}

/** Records that a parcel came to its counter with a bus of its operator, `arrived` days from today. */
async function letArrive(
  ctx: Context,
  { id, reference, to_park, ...way }: SoldDemoParcel,
  arrived: number,
): Promise<void> {
  const { from, to, operator } = way
  const wish = { from, to, operator, leaves: arrived * 24 - 12, hub: false }
  const bus = await findDeparture(ctx.db, wish, reference)
  if (bus !== undefined) {
    await withFutureDeparture(ctx.db, bus, () => Promise.resolve())
    await history.setParcelBus(ctx.db, id, bus)
  }
  const occurred_at = findArrival(arrived).toISOString()
  const scan = { id: makeId(), parcel: reference, kind: 'ready_for_pickup', occurred_at } as const
  const [result] = await reportParcelEvents(ctx, { events: [{ ...scan, place: to_park }] })
  if (result?.result !== 'recorded') throw new Error(`${reference}: ${result?.result}`)
}

const findArrival = (days: number) => new Date(Date.now() + days * 86_400_000)

/** Delivers a parcel, and takes its storage fee in cash. */
export async function deliverDemoParcel(
  ctx: Context,
  shift: string,
  { id, reference, to_park, size }: SoldDemoParcel,
  arrived: number,
): Promise<void> {
  const ready_at = findArrival(arrived)
  const facts = { ready_at, ended_at: null, add_ons: [], zone: homeZone }
  const storage = priceStorage({ ...facts, weight_grams: size.weight_grams }, new Date())
  const answer = await deliverParcel(ctx, {
    shift,
    reference,
    place: to_park,
    pin: makePickupPin(ctx.config, id, firstPickupPinNumber),
    means: 'cash',
    storage_kobo: storage?.due_kobo ?? 0,
  })
  if (answer.result !== 'recorded') throw new Error(`${reference}: ${answer.result}`)
}
