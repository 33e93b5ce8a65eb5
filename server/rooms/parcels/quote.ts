import type { Input, Output } from '#contract/endpoint'
import { Refusal, makeFieldRefusal, makeRefusal } from '#contract/errors'
import { computeCover, priceParcel } from '#contract/parcels/price'
import type { ParcelDeparture, ParcelQuoteInput, ParcelPrice } from '#contract/parcels/model'
import type { quoteParcel as quoteParcelEndpoint } from '#contract/parcels/endpoints'
import type { TripSummary } from '#contract/trips/model'
import { readClock } from '#server/db/clock'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { listNextDepartures, summarizeTrips, parseTripId } from '#server/rooms/trips'
import { makeId } from '#server/platform/ids'
import {
  findAddOns,
  type ChargeableSize,
  findChargeableSize,
  type FieldErrors,
  findGoodsType,
} from './goods.ts'
import {
  type ParcelCounter,
  findQuote,
  lockQuote,
  insertQuote,
  type PriceLists,
  type CarriagePlan,
  readPriceLists,
} from './quote-repository.ts'

/**
 * `handInMinutes`: how many minutes before departure a parcel must be at the counter. `wayMinutes`: how many minutes
 * the sender must have to get it there, at least.
 */
const handInMinutes = 60
const wayMinutes = { park: 30, door: 120 } as const
/** The minimum number of minutes between the sale at the counter and the departure of the bus. */
const loadMinutes = 15
const daysAhead = 3
const maxDepartures = 5
const validHours = 24

/** A parcel that was checked against the lists, with its price. */
export interface PriceBasis extends ChargeableSize {
  route: NonNullable<PriceLists['route']>
  type: { code: string; name: string }
  add_ons: string[]
  cover_kobo: number
  counters: { drop_off: ParcelCounter | undefined; pick_up: ParcelCounter | undefined }
  price: ParcelPrice
}

/**
 * Returns the price of a parcel and the next buses that carry it. The price is stored for 24 hours. Throws
 * `invalid_input` by field, `no_parcel_bus`, and `trip_not_on_sale` if the chosen bus is gone.
 */
export async function quoteParcel(
  ctx: Context,
  input: Input<typeof quoteParcelEndpoint>,
): Promise<Output<typeof quoteParcelEndpoint>> {
  const parcel = await computePriceBasis(ctx.db, input)
  const trips = await carriersOf(ctx.db, input, parcel)
  const id = makeId()
  const { valid_until, now } = await keep(ctx.db, id, input, parcel, trips)
  const { price, cover_kobo, grams, size } = parcel
  return {
    id,
    ...price,
    cover_kobo,
    chargeable_grams: grams,
    counts_as: { code: size.code, name: size.name },
    departures: trips.map(departureOf),
    valid_until: valid_until.toISOString(),
    server_time: now.toISOString(),
  }
}

/** A price with the bus for which it is valid, ready for a parcel. */
export interface UsableQuote {
  quote_id: string
  asked: ParcelQuoteInput
  parcel: PriceBasis
}

/**
 * Returns the quote of this id for a new parcel. If the quote was used before, or its bus can no longer be reached,
 * makes and returns another one at the same price. Throws `quote_expired`, and `no_parcel_bus` if no later bus carries
 * the parcel.
 */
export async function findUsableQuote(db: Db, id: string): Promise<UsableQuote> {
  const { quote, parcel } = await checkQuote(db, await lockQuote(db, id, handInMinutes))
  const { asked, price, is_free } = quote
  if (is_free) return { quote_id: id, asked, parcel: { ...parcel, price } }
  return storeNewQuote(db, asked, parcel)
}

/** Throws `quote_expired` for a quote that cannot be used. */
async function checkQuote(db: Db, quote: Awaited<ReturnType<typeof findQuote>>) {
  if (quote === undefined || !quote.is_good) throw makeRefusal('quote_expired')
  const parcel = await computePriceBasis(db, quote.asked).catch((error: unknown) => {
    throw error instanceof Refusal ? makeRefusal('quote_expired') : error
  })
  if (!quote.is_free && parcel.price.total_kobo !== quote.price.total_kobo)
    throw makeRefusal('quote_expired')
  return { quote, parcel }
}

/**
 * Returns the input from which a quote was made, by the quote's id. Locks and stores nothing. Throws as
 * `findUsableQuote` does, except that it looks for no other bus.
 */
export async function findQuoteInput(db: Db, id: string): Promise<ParcelQuoteInput> {
  return (await checkQuote(db, await findQuote(db, id, handInMinutes))).quote.asked
}

/** Checks the input of a quote: throws as `makeQuote` does, but looks for no bus and stores nothing. */
export async function checkQuoteInput(db: Db, input: ParcelQuoteInput): Promise<void> {
  await computePriceBasis(db, input, 'quote.')
}

/** Makes a quote for a parcel that was entered on a phone without a network. Throws the refusals of a quote. */
export async function makeQuote(db: Db, input: ParcelQuoteInput): Promise<UsableQuote> {
  return storeNewQuote(db, input, await computePriceBasis(db, input, 'quote.'))
}

/**
 * Makes a quote for a parcel that is already at a counter of the operator with this code, for the next bus of that
 * operator. Throws `invalid_input` by field, and `no_parcel_bus`.
 */
export async function makeCounterQuote(
  db: Db,
  operator: string,
  input: ParcelQuoteInput,
): Promise<UsableQuote> {
  if (input.drop_off.at === 'door')
    throw makeFieldRefusal('quote.drop_off.at', 'Choose the counter where you accept it.')
  return storeNewQuote(db, input, await computePriceBasis(db, input, 'quote.'), operator)
}

async function storeNewQuote(
  db: Db,
  asked: ParcelQuoteInput,
  parcel: PriceBasis,
  operator?: string,
): Promise<UsableQuote> {
  const quote_id = makeId()
  await keep(db, quote_id, asked, parcel, await carriersOf(db, asked, parcel, operator))
  return { quote_id, asked, parcel }
}

async function computePriceBasis(db: Db, input: ParcelQuoteInput, at = ''): Promise<PriceBasis> {
  const ends = [input.drop_off, input.pick_up]
  const codes = ends.flatMap((end) =>
    end.at === 'park' && end.location !== undefined ? [end.location] : [],
  )
  const lists = await readPriceLists(db, input.route, codes)
  const fields: FieldErrors = {}
  const { route } = lists
  if (route === null) fields['route'] = 'We carry no parcels on this route. Choose another.'
  const bulk = findChargeableSize(input, lists.sizes, fields)
  const type = findGoodsType(input, lists.types, fields)
  const chosen = findAddOns(input, lists.add_ons, fields)
  const counters = {
    drop_off: counterOf(input, 'drop_off', lists, fields),
    pick_up: counterOf(input, 'pick_up', lists, fields),
  }
  if (Object.keys(fields).length > 0 || route === null || bulk === undefined || type === undefined)
    throw makeRefusal('invalid_input', { fields: below(at, fields) })
  const { declared_value_kobo } = input
  const add_ons = chosen.map((one) => one.code)
  const price = priceParcel({ route, size: bulk.size, add_ons: chosen, declared_value_kobo })
  const cover_kobo = computeCover(declared_value_kobo, add_ons)
  return { route, ...bulk, type, add_ons, cover_kobo, counters, price }
}

const below = (at: string, fields: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(fields).map(([name, words]) => [`${at}${name}`, words]))

/** Returns the counter where a parcel starts or ends; undefined for a door. Adds errors to `fields`. */
function counterOf(
  input: ParcelQuoteInput,
  end: 'drop_off' | 'pick_up',
  { route, counters }: PriceLists,
  fields: FieldErrors,
): ParcelCounter | undefined {
  const { at, location } = input[end]
  if (at === 'door' || route === null) return undefined
  const [city, name] =
    end === 'drop_off' ? [route.from_city, route.from_name] : [route.to_city, route.to_name]
  const counter = counters.find((one) => one.code === location && one.city === city)
  if (counter === undefined) fields[`${end}.location`] = `Choose a counter in ${name}.`
  return counter
}

/**
 * Returns the chosen bus, if any, and the next buses for which there is enough time; only buses of `operator` if the
 * parcel is already at its counter. Throws `no_parcel_bus` if there is none.
 */
async function carriersOf(
  db: Db,
  { drop_off, trip_id }: ParcelQuoteInput,
  { route, counters }: PriceBasis,
  operator?: string,
): Promise<[TripSummary, ...TripSummary[]]> {
  const ends = { from: counters.drop_off?.code ?? route.from_city, to: route.to_city }
  const after_minutes =
    operator === undefined ? handInMinutes + wayMinutes[drop_off.at] : loadMinutes
  const named = trip_id === undefined ? undefined : await namedBus(db, trip_id, ends, after_minutes)
  const next = await listNextDepartures(db, ends, {
    after_minutes,
    days: daysAhead,
    limit: maxDepartures,
    ...(operator !== undefined && { operators: [operator] }),
  })
  const others = next.filter((one) => one.id !== named?.id)
  const [first, ...rest] = named === undefined ? others : [named, ...others]
  if (first === undefined) throw makeRefusal('no_parcel_bus')
  return [first, ...rest.slice(0, maxDepartures - 1)]
}

async function namedBus(
  db: Db,
  trip_id: string,
  ends: { from: string; to: string },
  after_minutes: number,
): Promise<TripSummary> {
  const trip = (await summarizeTrips(db, [trip_id])).get(trip_id)
  const runs = trip?.status === 'scheduled' || trip?.status === 'boarding'
  const isOnRoad =
    trip !== undefined &&
    [trip.from.city.code, trip.from.park.code].includes(ends.from) &&
    trip.to.city.code === ends.to
  const earliest = (await readClock(db)).getTime() + after_minutes * 60_000
  if (!isOnRoad || !runs || Date.parse(trip.departs_at) < earliest)
    throw makeRefusal('trip_not_on_sale')
  return trip
}

async function keep(
  db: Db,
  id: string,
  asked: ParcelQuoteInput,
  { route, price }: PriceBasis,
  [first]: [TripSummary, ...TripSummary[]],
): Promise<{ valid_until: Date; now: Date }> {
  const plan = toCarriagePlan(first)
  return insertQuote(db, { id, asked, route_id: route.id, price, ...plan }, validHours)
}

/** Returns the plan of a parcel for a bus. */
export function toCarriagePlan({ id, operator }: TripSummary): CarriagePlan {
  return { operator_id: operator.id, ...parseTripId(id) }
}

/** Returns when a parcel must be at the counter for a bus that leaves at `departs_at`, ISO. */
export function findHandInTime(departs_at: Date): string {
  return new Date(departs_at.getTime() - handInMinutes * 60_000).toISOString()
}

function departureOf(trip: TripSummary): ParcelDeparture {
  const { id, operator, from, to, departs_at, arrives_at, zone } = trip
  return {
    trip_id: id,
    operator: { code: operator.code, name: operator.name },
    from_park: from.park.name,
    to_park: to.park.name,
    hand_in_by: findHandInTime(new Date(departs_at)),
    departs_at,
    arrives_at,
    zone,
  }
}
