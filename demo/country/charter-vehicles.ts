import { sql } from '#server/db/sql'
import { operators } from './operators.ts'
import { makeRandomSource, makeSeedId } from './random.ts'
import { type DemoContext, insertAll } from './rows.ts'

/** A vehicle model: its name, its drawing, and its price for a day and for a kilometre in naira. */
interface Model {
  name: string
  type: string
  seats: number
  size: 'small' | 'medium' | 'large'
  day: number
  km: number
  about: string
  extras: string
}

const models: Model[] = (
  [
    [
      'Toyota Corolla',
      'saloon',
      4,
      'small',
      45,
      180,
      'A clean saloon for town and airport.',
      'usb',
    ],
    [
      'Toyota Camry',
      'saloon',
      4,
      'small',
      60,
      220,
      'Leather seats, for meetings and for couples.',
      'usb wifi',
    ],
    [
      'Toyota Sienna',
      'sienna',
      6,
      'small',
      70,
      240,
      'Room for a family with its bags.',
      'usb luggage',
    ],
    [
      'Toyota Highlander',
      'suv',
      6,
      'small',
      110,
      330,
      'High off the road, for bad stretches.',
      'usb wifi luggage',
    ],
    [
      'Toyota Prado',
      'suv',
      6,
      'small',
      150,
      420,
      'For guests of honour and rough roads.',
      'usb wifi luggage',
    ],
    [
      'Toyota Land Cruiser',
      'suv',
      6,
      'small',
      230,
      560,
      'For convoys, with an escort if you wish.',
      'usb wifi luggage security',
    ],
    ['Toyota HiAce', 'hiace-15', 14, 'medium', 100, 330, 'The bus most groups take.', 'usb'],
    [
      'Toyota HiAce, high roof',
      'hiace-15',
      14,
      'medium',
      115,
      350,
      'You can stand up in it. Bags go at the back.',
      'usb luggage',
    ],
    [
      'Mercedes Sprinter',
      'sprinter-18',
      17,
      'medium',
      165,
      430,
      'Captain seats for long roads.',
      'usb wifi tv reclining',
    ],
    [
      'Toyota Coaster',
      'coaster-28',
      26,
      'medium',
      180,
      470,
      'For choirs, schools and family.',
      'usb pa luggage',
    ],
    [
      'Marcopolo coach',
      'coach-45',
      45,
      'large',
      330,
      780,
      'Reclining seats and a toilet.',
      'usb tv toilet reclining luggage',
    ],
    [
      'Yutong coach',
      'coach-49',
      47,
      'large',
      360,
      820,
      'A microphone for the choir, a fridge for the drinks.',
      'usb tv reclining pa fridge luggage',
    ],
    [
      'Innoson coach',
      'coach-59',
      57,
      'large',
      390,
      860,
      'The whole congregation in one bus.',
      'tv pa luggage',
    ],
  ] as const
).map(([name, type, seats, size, day, km, about, extras]) => ({
  name,
  type,
  seats,
  size,
  day,
  km,
  about,
  extras,
}))

/** Home cities of the vehicles. Cities that are listed more than once get more vehicles. */
const homes =
  `lagos lagos lagos abuja abuja abuja port-harcourt port-harcourt kano enugu ibadan benin-city kaduna
  owerri onitsha jos uyo warri calabar ilorin akure asaba aba maiduguri sokoto makurdi yola bauchi minna lokoja`.split(
    /\s+/,
  )

const vehicleCount = 84

/** Returns the vehicles of the demo country, the same for the same seed. */
function charterVehicles(seed: number) {
  return Array.from({ length: vehicleCount }, (_, number) => {
    const chance = makeRandomSource(seed, `charter vehicle ${number}`)
    // Kinds, operators and cities alternate by number: a random choice would cluster some.
    const model = models[number % models.length]
    const operator = operators[(number * 5 + Math.floor(number / models.length)) % operators.length]
    if (model === undefined || operator === undefined) throw new Error('unknown vehicle')
    const city = homes[(number + Math.floor(number / models.length)) % homes.length] ?? 'lagos'
    const naira = (amount: number) => Math.round((amount * operator.price) / 100 / 5) * 5 * 100
    const day_kobo = naira(model.day * 1000 * (0.92 + chance.next() * 0.2))
    const year = chance.between(2012, 2024)
    const fuel_included = chance.next() < 0.7
    return {
      id: makeSeedId(seed, `charter vehicle ${number}`),
      operator: operator.code,
      city,
      name: `${model.name} ${year}`,
      plate: plateOf(number),
      type: model.type,
      year,
      seats: model.seats,
      size: model.size,
      amenities: ['ac', ...model.extras.split(' ')],
      about: model.about,
      fuel_included,
      day_kobo,
      km_kobo: fuel_included ? model.km * 100 : Math.round(model.km * 0.45) * 100,
      km_a_day: chance.pick([100, 120, 150]),
      least_kobo: Math.round((day_kobo * 1.1) / 50_000) * 50_000,
      overnight_kobo: model.size === 'large' ? 2_500_000 : 1_500_000,
      overtime_hour_kobo: Math.round(day_kobo / 8 / 10_000) * 10_000,
      waiting_hour_kobo: Math.round(day_kobo / 12 / 10_000) * 10_000,
      does_airports: model.size !== 'large' || chance.next() < 0.5,
    }
  })
}

const plateCharacters = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const plateCharacterAt = (at: number) => plateCharacters.charAt(at % plateCharacters.length)

/** Returns a plate such as `LSR-482XB`. Each vehicle has different digits. */
const plateOf = (number: number) =>
  `${plateCharacterAt(number * 7)}${plateCharacterAt(number * 3 + 5)}${plateCharacterAt(number)}-${101 + number * 10}${plateCharacterAt(number * 11)}${plateCharacterAt(number + 9)}`

/** Stores the vehicles, and adds the scopes for charters to the keys of the demo's operators. */
export async function writeCharterVehicles({ db, seed }: DemoContext): Promise<void> {
  const { rows } = await sql<{ code: string; id: number }>`select code, id from city`.execute(db)
  const cityIds = new Map(rows.map(({ code, id }) => [code, id]))
  await insertAll(
    db,
    'charter_vehicle',
    charterVehicles(seed).map(({ operator, city, ...vehicle }) => ({
      ...vehicle,
      operator_id: makeSeedId(seed, `operator ${operator}`),
      city_id: cityIds.get(city),
      is_active: true,
      stars: [0, 0, 0, 0, 0],
      reviews: 0,
      created_at: '2026-01-01T00:00:00Z',
    })),
  )
  await sql`
    update operator_key set scopes = scopes || '{charters}' where label = 'Demo' and not 'charters' = any (scopes)`.execute(
    db,
  )
}
