import { operators, type SeedOperator } from './operators.ts'
import { cities, states } from '#server/db/base/places'
import { parks } from './places.ts'
import { type RandomSource, makeRandomSource, makeSeedId } from './random.ts'
import { multiStopRoutes, measureDemoRouteKm, routes } from './routes.ts'
import type { VehicleCode } from '#server/db/base/vehicles'

export interface ScheduleRow {
  id: string
  operator_id: string
  vehicle_type: VehicleCode
  amenities: string[]
  route_name: string
  headsign: string
  starts_at_seconds: number
  distance_km: number
  flat_fare_kobo: number | null
  park_fee_kobo: number
  is_night: boolean
  calendar: Record<string, unknown>
}

export interface StopRow {
  schedule_id: string
  position: number
  motor_park_id: string
  city_code: string
  arrives_after_seconds: number
  departs_after_seconds: number
}

export interface FareRow {
  schedule_id: string
  leg_from: number
  leg_to: number
  amount_kobo: number
}

/** The schedules of the demo country with their stops and fares, as rows of the tables. */
export interface Timetable {
  schedules: ScheduleRow[]
  stops: StopRow[]
  fares: FareRow[]
}

const zoneOf = new Map(
  cities.map(({ code, state_code }) => {
    const zone = states.find((state) => state.code === state_code)?.zone ?? ''
    return [
      code,
      zone
        .split(' ')
        .map((word) => word[0])
        .join(''),
    ]
  }),
)
const nameOf = new Map(cities.map(({ code, name }) => [code, name]))

/** Motor parks by city, at least one in each. `code`: the park's code. */
export const parksByCity = new Map(
  cities.map((city) => {
    const listed = parks.filter((park) => park.city === city.code)
    const main = {
      city: city.code,
      name: `${city.name} Main Park`,
      address: `Motor Park Road, ${city.name}`,
    }
    const own =
      listed.length > 0 ? listed : [{ ...main, latitude: city.latitude, longitude: city.longitude }]
    return [city.code, own.map((park) => ({ ...park, code: codeOf(`${city.code}-${park.name}`) }))]
  }),
)

function codeOf(words: string): string {
  const plain = words.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
}

const largeFrom = 220
const coach = (vehicle: VehicleCode) => vehicle.startsWith('coach')

/**
 * Returns an adult's fare without fees, kobo in whole ₦100. In a 15-seater, a kilometre costs ₦55 below 60 km, ₦45
 * below 200 km, ₦65 or 66 below 800 km and ₦58 above, times `price` percent. A Sienna costs 30% more, a coach 15–27%
 * less, and a night trip 5% less. The least fare is ₦800.
 */
export function computeAdultFare(
  km: number,
  vehicle: VehicleCode,
  price: number,
  is_night: boolean,
): number {
  const perKm = km < 60 ? 55 : km < 200 ? 45 : km < 400 ? 66 : km < 800 ? 65 : 58
  const comfort = {
    sienna: 1.3,
    'sprinter-18': 1.15,
    'hiace-15': 1,
    'coaster-28': 0.9,
    'coach-45': 0.85,
    'coach-49': 0.76,
    'coach-59': 0.73,
  }
  const naira = km * perKm * comfort[vehicle] * (price / 100) * (is_night ? 0.95 : 1)
  return Math.max(800, Math.round(naira / 100) * 100) * 100
}

/**
 * Returns the seconds between two stops, in whole 5 minutes, with stops and checkpoints: 55–62 km/h below 220 km, else
 * 50–57 km/h, or 47–52 in a coach.
 */
function secondsFor(km: number, vehicle: VehicleCode, chance: RandomSource): number {
  const speed =
    km < 220
      ? chance.between(55, 62)
      : coach(vehicle)
        ? chance.between(47, 52)
        : chance.between(50, 57)
  return Math.round(((km / speed) * 3600) / 300) * 300
}

const mornings = [
  330, 360, 360, 360, 375, 390, 390, 390, 405, 420, 420, 420, 435, 450, 450, 480, 480, 510, 540,
]
const laterOn = [570, 600, 630, 660, 720, 780, 810, 840, 900, 930, 960, 1020]
const nights = [1020, 1050, 1080, 1080, 1110, 1140, 1140, 1170, 1200]

function startOf(km: number, is_night: boolean, chance: RandomSource): number {
  if (is_night) return chance.pick(nights) * 60
  const later = km < 200 ? 0.55 : km < 350 ? 0.2 : 0.04
  return chance.pick(chance.next() < later ? laterOn : mornings) * 60
}

function serves(operator: SeedOperator, stops: readonly string[]): boolean {
  return stops.every((city) => operator.zones.some((zone) => zone === zoneOf.get(city)))
}

function amenitiesOf(operator: SeedOperator, vehicle: VehicleCode): string[] {
  const own = coach(vehicle)
    ? operator.extras
    : operator.extras.filter((extra) => extra === 'usb' || extra === 'wifi')
  const toilet = vehicle === 'coach-45' || vehicle === 'coach-59'
  const comfort = coach(vehicle) || vehicle === 'sprinter-18' ? ['reclining'] : []
  return [
    ...(vehicle === 'coaster-28' ? [] : ['ac']),
    ...own.filter((extra) => extra !== 'toilet'),
    ...(toilet ? ['toilet'] : []),
    ...comfort,
    ...(vehicle === 'sienna' ? [] : ['luggage']),
  ]
}

function calendarOf(km: number, chance: RandomSource) {
  const days =
    km < 150 || chance.next() < 0.75
      ? [0, 1, 2, 3, 4, 5, 6]
      : chance.pick([
          [0, 1, 2, 3, 4, 5],
          [0, 2, 4, 5, 6],
          [1, 3, 4, 6],
        ])
  return {
    days,
    from: '2026-01-01',
    until: null,
    added: [],
    removed: [],
    high_season_percent: km < 150 ? 140 : chance.between(155, 175),
    weekend_percent: 105,
  }
}

/**
 * Returns one run along `stops` (city codes): its schedule, its stops and, if it sells parts of the route, their fares.
 */
function runAlong(seed: number, stops: readonly string[], turn: number): Timetable {
  const about = `${stops.join('>')} ${turn}`
  const chance = makeRandomSource(seed, about)
  const stretches = stops
    .slice(1)
    .map((city, index) => measureDemoRouteKm(stops[index] ?? '', city))
  const km = stretches.reduce((sum, stretch) => sum + stretch, 0)
  const may = operators.filter((operator) => serves(operator, stops))
  const operator = chance.pick(may.length > 0 ? may : operators)
  const is_night = operator.night && km > 400 && chance.next() < 0.4
  const fleet = operator.fleet.filter((vehicle) =>
    is_night ? coach(vehicle) : km >= largeFrom || !coach(vehicle),
  )
  const vehicle_type = chance.pick(fleet.length > 0 ? fleet : operator.fleet)
  const id = makeSeedId(seed, `schedule ${about}`)
  const hasStretches = stops.length > 2
  const schedule: ScheduleRow = {
    id,
    operator_id: makeSeedId(seed, `operator ${operator.code}`),
    vehicle_type,
    amenities: amenitiesOf(operator, vehicle_type),
    route_name: `${nameOf.get(stops[0] ?? '')} – ${nameOf.get(stops.at(-1) ?? '')}`,
    headsign: nameOf.get(stops.at(-1) ?? '') ?? '',
    starts_at_seconds: startOf(km, is_night, chance),
    distance_km: km,
    flat_fare_kobo:
      hasStretches || chance.next() < 0.015
        ? null
        : computeAdultFare(km, vehicle_type, operator.price, is_night),
    park_fee_kobo: chance.pick([10_000, 20_000, 20_000, 30_000]),
    is_night,
    calendar: calendarOf(km, chance),
  }
  let clock = 0
  const stopRows = stops.map((city, position) => {
    const isEnd = position === 0 || position === stops.length - 1
    if (position > 0) clock += secondsFor(stretches[position - 1] ?? 0, vehicle_type, chance)
    const arrives = clock
    if (!isEnd) clock += 900
    const home = makeRandomSource(seed, `terminal ${operator.code} ${city} ${turn % 3}`)
    const park = home.pick(parksByCity.get(city) ?? [])
    return {
      schedule_id: id,
      position,
      motor_park_id: makeSeedId(seed, `park ${park.code}`),
      city_code: city,
      arrives_after_seconds: arrives,
      departs_after_seconds: isEnd ? arrives : clock,
    }
  })
  const fares = !hasStretches
    ? []
    : pairsOf(stops.length).map(([leg_from, leg_to]) => {
        const part = stretches.slice(leg_from, leg_to).reduce((sum, stretch) => sum + stretch, 0)
        return {
          schedule_id: id,
          leg_from,
          leg_to,
          amount_kobo: computeAdultFare(part, vehicle_type, operator.price, is_night),
        }
      })
  return { schedules: [schedule], stops: stopRows, fares }
}

function pairsOf(stops: number): [number, number][] {
  const positions = Array.from({ length: stops }, (_, position) => position)
  return positions.flatMap((from) =>
    positions.slice(from + 1).map((to): [number, number] => [from, to]),
  )
}

/** Returns every run of the demo country, in both directions, the same for the same seed. */
export function makeTimetable(seed: number): Timetable {
  const turns = (n: number) => Array.from({ length: n }, (_, turn) => turn)
  const direct = routes.flatMap(({ from, to, per_day }) =>
    turns(per_day).flatMap((turn) => [
      runAlong(seed, [from, to], turn),
      runAlong(seed, [to, from], turn),
    ]),
  )
  const stretches = multiStopRoutes.flatMap((line) =>
    turns(3).flatMap((turn) => [
      runAlong(seed, line, turn),
      runAlong(seed, line.toReversed(), turn),
    ]),
  )
  const all = [...direct, ...stretches]
  return {
    schedules: all.flatMap((run) => run.schedules),
    stops: all.flatMap((run) => run.stops),
    fares: all.flatMap((run) => run.fares),
  }
}
