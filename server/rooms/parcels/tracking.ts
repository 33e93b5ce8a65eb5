import type { Input } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import {
  describeParcelState,
  isParcelBeforeArrival,
  makeTrackingPath,
} from '#contract/parcels/rules'
import { hasOldWaybillForm, normaliseWaybill } from '#contract/reference'
import type { Tracking } from '#contract/parcels/tracking'
import type { trackParcel as trackParcelEndpoint } from '#contract/parcels/endpoints'
import type { Context } from '#server/context'
import { findByGuessableCode } from '#server/platform/guessing'
import {
  type ParcelEventRow,
  findParcelEvents,
  findParcelStops,
  type ParcelStopRow,
} from './event-repository.ts'
import { findHandInTime } from './quote.ts'
import { findParcelByNumber, type ParcelRow } from './repository.ts'
import { priceStorage } from './storage.ts'

/**
 * Returns where a parcel is, for anyone with its number. The numbers of old waybills are consecutive, so they are easy
 * to guess. Each lookup of such a number therefore counts as a guess, even a right one. Throws `not_found`, and 429 as
 * `findByGuessableCode` does.
 */
export async function trackParcel(
  ctx: Context,
  { tracking_id }: Input<typeof trackParcelEndpoint>,
): Promise<Tracking> {
  const number = normaliseWaybill(tracking_id)
  const row = await findByGuessableCode(ctx, () => findParcelByNumber(ctx.db, number), {
    is_countable: hasOldWaybillForm(number),
  })
  if (row === undefined) throw makeRefusal('not_found')
  const tracking = (await toTrackings(ctx, [row])).get(row.id)
  if (tracking === undefined) throw new Error('each row has its way')
  return tracking
}

/** Returns the public tracking of parcels, by id. */
export async function toTrackings(
  { db, config }: Pick<Context, 'db' | 'config'>,
  rows: readonly ParcelRow[],
): Promise<Map<string, Tracking>> {
  const ids = rows.map(({ id }) => id)
  const stops = Map.groupBy(await findParcelStops(db, ids), (stop) => stop.parcel_id)
  const events = Map.groupBy(await findParcelEvents(db, ids), (event) => event.parcel_id)
  return new Map(
    rows.map((row) => [
      row.id,
      drawn(row, stops.get(row.id) ?? [], events.get(row.id) ?? [], config.public_url),
    ]),
  )
}

function drawn(
  row: ParcelRow,
  stops: readonly ParcelStopRow[],
  events: readonly ParcelEventRow[],
  public_url: string,
): Tracking {
  const { tracking_id, state, from_city, to_city, carrier, departs_at, zone, server_time } = row
  const { from_place, to_place } = placesOf(row)
  const place = events.find((event) => event.park !== null)?.park ?? null
  const link = public_url + makeTrackingPath(tracking_id)
  return {
    tracking_id,
    state,
    words: describeParcelState(state, {
      place,
      from_place,
      from_city,
      to_place: waitsAt(events, to_city) ?? to_place,
      to_city,
    }),
    from_city,
    to_city,
    from_place,
    to_place,
    operator: carrier.name,
    hand_in_by: findHandInTime(departs_at),
    expected_at: expectedAt(row, stops),
    expected_park: isParcelBeforeArrival(state) ? (stops.at(-1)?.park ?? null) : null,
    stops: lineOf(row, stops, events),
    events: events.map(({ kind, occurred_at, park, city }) => ({
      kind,
      words: describeEvent(kind, city),
      at: occurred_at.toISOString(),
      place: park,
    })),
    storage:
      state === 'return_in_transit'
        ? null
        : priceStorage({ ...row, add_ons: row.add_ons.map(({ code }) => code) }, server_time),
    zone,
    link,
    share_text: `Parcel ${tracking_id} from ${from_city} to ${to_city} with ${carrier.name}. Follow it: ${link}`,
    server_time: server_time.toISOString(),
  }
}

/** Returns where a parcel is accepted and delivered, as far as that is public. */
function placesOf({ drop_off, pick_up, from_city, to_city }: ParcelRow) {
  return {
    from_place: drop_off?.name ?? `Door in ${from_city}`,
    to_place: pick_up?.name ?? `Door in ${to_city}`,
  }
}

function expectedAt(
  { state, arrives_at, delay_minutes }: ParcelRow,
  stops: readonly ParcelStopRow[],
) {
  if (!isParcelBeforeArrival(state)) return null
  const planned = stops.at(-1)?.arrives_at ?? arrives_at
  return new Date(planned.getTime() + delay_minutes * 60_000).toISOString()
}

/** Returns the motor park where a parcel waits or was delivered, if it is in another city than planned. */
function waitsAt(events: readonly ParcelEventRow[], to_city: string): string | null {
  const out = events.find(({ kind }) => kind === 'ready_for_pickup' || kind === 'delivered')
  return out === undefined || out.city === to_city ? null : out.park
}

const takenIn = ['received', 'loaded', 'in_transit']
const arrived = ['ready_for_pickup', 'out_for_delivery', 'delivered']

/**
 * Returns one stop for each city, with the time of the first scan there. At the first stop, only scans of `takenIn`
 * count. A scan that names none of these cities counts by its kind: for the first stop (`takenIn`) or the last one
 * (`arrived`).
 */
function lineOf(
  row: ParcelRow,
  stops: readonly ParcelStopRow[],
  events: readonly ParcelEventRow[],
): Tracking['stops'] {
  const cities = stops.filter((stop, index) => stop.city !== stops[index - 1]?.city)
  return cities.map((stop, index) => {
    const [isFirst, isLast] = [index === 0, index === cities.length - 1]
    const kinds = [...(isFirst ? takenIn : []), ...(isLast ? arrived : [])]
    const seen = events.findLast(({ kind, city }) =>
      cities.some((one) => one.city === city)
        ? city === stop.city && (!isFirst || kinds.includes(kind))
        : kinds.includes(kind),
    )
    const planned = isFirst ? stop.departs_at : stop.arrives_at
    return {
      place: stop.city,
      latitude: stop.latitude,
      longitude: stop.longitude,
      km: Math.round(Math.min(1, Math.max(0, stop.share)) * row.distance_km) * (isFirst ? 0 : 1),
      planned_at: planned.toISOString(),
      at: seen?.occurred_at.toISOString() ?? null,
    }
  })
}

const eventTexts: Record<ParcelEventRow['kind'], string> = {
  created: 'Booked in the app',
  paid: 'Paid',
  cancelled: 'Cancelled',
  received: 'Handed in at the counter',
  loaded: 'Loaded on a bus',
  in_transit: 'On the road',
  at_hub: 'Stopped on the way',
  ready_for_pickup: 'Ready to be collected',
  out_for_delivery: 'With a rider',
  delivered: 'Delivered',
  on_hold: 'Held',
  damaged: 'Found damaged',
  lost: 'Could not be found',
  return_in_transit: 'On its way back',
  returned: 'Returned to the sender',
}

function describeEvent(kind: ParcelEventRow['kind'], city: string | null): string {
  return city === null ? eventTexts[kind] : `${eventTexts[kind]} in ${city}`
}
