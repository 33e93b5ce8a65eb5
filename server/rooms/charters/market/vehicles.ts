import { formatKm } from '#contract/quantities'
import type { Input, ListAnswer } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { formatNaira } from '#contract/money'
import type * as endpoints from '#contract/charters/market/endpoints'
import { charterDaysAhead } from '#contract/charters/rules'
import { charterCancellationTiers } from '#contract/charters/trips/rules'
import type { CharterVehicle, CharterVehicleDetail } from '#contract/charters/market/model'
import { readClock } from '#server/db/clock'
import type { Context } from '#server/context'
import { toDay, addDays } from '#server/rooms/charters/journey'
import {
  type VehicleRow,
  findVehicleFacets,
  findVehicleReviews,
  findTakenDays,
  findCharterVehicle,
  findCharterVehicles,
} from './vehicle-repository.ts'

const amenityNames: Record<string, string> = {
  ac: 'Air conditioning',
  wifi: 'Wi-Fi',
  usb: 'Phone charging',
  tv: 'TV',
  toilet: 'Toilet',
  meal: 'Refreshments',
  reclining: 'Reclining seats',
  luggage: 'Large boot',
  pa: 'Microphone',
  fridge: 'Fridge',
  security: 'Security escort',
}

/** Hours per day that the price includes, and minutes of waiting at each stop. */
const hoursPerDay = 10
const freeWaiting = 30

/** Returns one page of matching vehicles, with filter values. */
export async function listCharterVehicles(
  { db }: Context,
  input: Input<typeof endpoints.listCharterVehicles>,
): Promise<ListAnswer<typeof endpoints.listCharterVehicles>> {
  const { page, per_page, date, days } = input
  const until = date && addDays(date, days - 1)
  const { rows, total } = await findCharterVehicles(db, { ...input, until })
  const { least, most, cities, operators, amenities } = await findVehicleFacets(db)
  const facets = {
    cities,
    operators,
    amenities: amenities.map((one) => ({ ...one, name: nameOf(one.code) })),
    day_kobo: { least, most },
  }
  const data = rows.map((row) => vehicleOf(row, date === undefined ? null : true))
  return { data, meta: { page, per_page, total, facets } }
}

const nameOf = (code: string) => amenityNames[code] ?? code

export const listAmenityNames = (codes: readonly string[]) =>
  codes.map((code) => ({ code, name: nameOf(code) }))

function vehicleOf(row: VehicleRow, is_free: boolean | null): CharterVehicle {
  const { code, name, state } = row.home
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    seats: row.seats,
    size: row.size,
    amenities: listAmenityNames(row.amenities),
    home: { code, name, state },
    picture: null,
    operator: row.operator,
    fuel_included: row.fuel_included,
    day_kobo: row.day_kobo,
    km_kobo: row.km_kobo,
    km_a_day: row.km_a_day,
    least_kobo: row.least_kobo,
    rating: row.rating,
    reviews: row.reviews,
    is_free,
  }
}

/** Returns a vehicle with its terms, its free days and its latest reviews. Throws `not_found`. */
export async function getCharterVehicle(
  { db }: Context,
  { id }: Input<typeof endpoints.getCharterVehicle>,
): Promise<CharterVehicleDetail> {
  const row = await requireCharterVehicle(db, id)
  const now = await readClock(db)
  const calendar = { from: toDay(now), until: addDays(toDay(now), charterDaysAhead) }
  const taken = await findTakenDays(db, id, calendar)
  return {
    ...vehicleOf(row, null),
    about: row.about,
    year: row.year,
    terms: termsOf(row),
    calendar: { ...calendar, taken },
    latest_reviews: await findVehicleReviews(db, id, { limit: 5, offset: 0 }),
    server_time: now.toISOString(),
  }
}

/** Finds a vehicle on the market. Throws `not_found`. */
export async function requireCharterVehicle(db: Context['db'], id: string): Promise<VehicleRow> {
  const row = await findCharterVehicle(db, id)
  if (row === undefined) throw makeRefusal('not_found')
  return row
}

function termsOf(row: VehicleRow): CharterVehicleDetail['terms'] {
  return {
    overtime_hour_kobo: row.overtime_hour_kobo,
    overnight_kobo: row.overnight_kobo,
    hours_a_day: hoursPerDay,
    waiting_free_minutes: freeWaiting,
    waiting_hour_kobo: row.waiting_hour_kobo,
    fuel: row.fuel_included
      ? 'Fuel is included.'
      : 'Fuel is not included: you fill the tank on the road.',
    tolls: 'You pay tolls and gate fees on the way.',
    mileage: `${formatKm(row.km_a_day)} a day are included. Each extra kilometre costs ${formatNaira(row.km_kobo)}, including the drive from ${row.home.name} and back.`,
    insurer: row.insurer,
    luggage: row.luggage,
    cancellation: charterCancellationTiers.map(({ sentence }) => sentence),
  }
}

/** Returns one page of the visible reviews of a vehicle, newest first. Throws `not_found`. */
export async function listVehicleReviews(
  { db }: Context,
  { id, page, per_page }: Input<typeof endpoints.listVehicleReviews>,
): Promise<ListAnswer<typeof endpoints.listVehicleReviews>> {
  const { reviews } = await requireCharterVehicle(db, id)
  const data = await findVehicleReviews(db, id, { limit: per_page, offset: (page - 1) * per_page })
  return { data, meta: { page, per_page, total: reviews } }
}
