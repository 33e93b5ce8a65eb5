import type { FuelMonitor } from '#contract/fuel/model'
import { states } from '#server/db/base/places'
import { sql } from '#server/db/sql'
import { makeRandomSource } from './random.ts'
import { type DemoContext, insertAll } from './rows.ts'

interface Brand {
  code: string
  name: string
  /** The brand's price as a percentage of the usual price in the Nigerian state. */
  price: number
  fuels: readonly FuelMonitor['fuel'][]
  /** The initials of the zones where the brand sells. */
  zones: string
}

/** Invented brands, like the operators. */
const brands: readonly Brand[] = [
  brand('baobab', 'Baobab Fuels', 100, 'petrol diesel', 'SW SE SS NC NW NE'),
  brand('kestrel', 'Kestrel Petroleum', 101, 'petrol diesel', 'SW SS NC'),
  brand('kola-energy', 'Kola Energy', 99, 'petrol', 'SW SE'),
  brand('weaverbird', 'Weaverbird Fuels', 102, 'petrol diesel', 'SE SS'),
  brand('tamarind', 'Tamarind Oil', 98, 'petrol diesel', 'NC NW NE'),
  brand('guinea-fowl', 'Guinea Fowl Oil', 100, 'petrol', 'NW NE'),
  brand('palmline-gas', 'Palmline Gas', 100, 'cooking_gas', 'SW SE SS NC NW NE'),
  brand('blue-flame', 'Blue Flame', 103, 'cooking_gas', 'SW SS NC NW'),
]

function brand(code: string, name: string, price: number, fuels: string, zones: string): Brand {
  return { code, name, price, fuels: fuels.split(' ') as Brand['fuels'], zones }
}

/**
 * The price of a litre of petrol by state, naira, as published on 7 October 2025. Benue, Jigawa, Katsina, Kebbi and
 * Kogi are not in that list and have the price of a neighbour.
 */
const petrolPrices = new Map(
  `LA 870 · KW OG OY 875 · OD OS 880 · RV 885 · AN BY DT EB ED EK EN 890 · NA 895 · PL BN KG 900 · FC 905
AD BO CR IM KD TR 910 · SO ZM KB 912 · BA KN YB KT JG 915 · AB NG 945 · AK 955 · GM 965`
    .split(/ · |\n/)
    .flatMap((line) => {
      const words = line.split(' ')
      return words.slice(0, -1).map((state): [string, number] => [state, Number(words.at(-1))])
    }),
)

/** Prices of diesel and gas relative to petrol in the same state. */
const factors = { petrol: 1, diesel: 1.32, cooking_gas: 1.4 }

const initials = (zone: string) => zone.replaceAll(/[^A-Z]/g, '')

/** Writes brands of fuel stations and their prices by state, reported within the nine days before `today`. */
export async function writeFuel({ db, seed, today }: DemoContext): Promise<void> {
  const stations = brands.map(({ code, name }) => ({ code, name, logo: `/fuel/${code}.svg` }))
  await insertAll(db, 'fuel_station', stations)
  await sql`
    insert into fuel_monitor (fuel_station_id, state_code, fuel, price_kobo, as_of)
    select f.id, m.state_code, m.fuel, m.price_kobo,
      ${today}::date::timestamp at time zone 'Africa/Lagos' - m.minutes * interval '1 minute'
    from jsonb_to_recordset(${JSON.stringify(pricesOf(seed))}::jsonb)
      m (station text, state_code text, fuel text, price_kobo bigint, minutes int)
    join fuel_station f on f.code = m.station`.execute(db)
}

function pricesOf(seed: number) {
  return states.flatMap(({ code: state_code, zone }) =>
    brands
      .filter(({ zones }) => zones.split(' ').includes(initials(zone)))
      .flatMap(({ code: station, price, fuels }) =>
        fuels.map((fuel) => {
          const chance = makeRandomSource(seed, `fuel ${station} ${state_code} ${fuel}`)
          const usual = (petrolPrices.get(state_code) ?? 900) * factors[fuel]
          const naira = Math.round((usual * price) / 100) + chance.between(-4, 6)
          const minutes = chance.between(20, 9 * 24 * 60)
          return { station, state_code, fuel, price_kobo: naira * 100, minutes }
        }),
      ),
  )
}
