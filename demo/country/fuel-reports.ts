import type { Fuel } from '#contract/fuel/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeRandomSource, makeSeedId } from './random.ts'
import { type DemoContext, insertAll } from './rows.ts'

interface Price {
  id: number
  fuel_station_id: number
  station: string
  state_code: string
  fuel: Fuel
  price_kobo: number
  as_of: Date
}

/** Places of reports in states with daily reports. In other states, the place is the name of a city. */
const spots: Record<string, readonly string[]> = {
  LA: [
    'Ojota, Ikorodu Road',
    'Ikeja, Obafemi Awolowo Way',
    'Lekki Phase 1',
    'Surulere, Western Avenue',
    'Mile 2, Badagry Expressway',
    'Yaba, Herbert Macaulay Way',
  ],
  FC: ['Utako, by the park', 'Kubwa Expressway', 'Gwarinpa, 3rd Avenue', 'Nyanya, Keffi Road'],
  OY: ['Challenge, Ibadan', 'Iwo Road, Ibadan', 'Bodija, Ibadan'],
  RV: ['Rumuola, Port Harcourt', 'Aba Road, Port Harcourt'],
  KN: ['Zaria Road, Kano', 'Sabon Gari, Kano'],
}

const day = 24 * 60

/** Returns the country's price `weeks` ago relative to today's: a slow rise with a bump. */
const drift = (fuel: Fuel, weeks: number) =>
  1 - (fuel === 'petrol' ? 0.0038 : 0.0055) * weeks + 0.009 * Math.sin(weeks * 0.9)

/** Writes twelve weeks of reports that lead to the current prices. */
export async function writeFuelReports({ db, seed, today }: DemoContext): Promise<void> {
  const { rows: prices } = await sql<Price>`
    select m.id, m.fuel_station_id, f.code as station, m.state_code, m.fuel, m.price_kobo, m.as_of
    from fuel_monitor m join fuel_station f on f.id = m.fuel_station_id order by m.id`.execute(db)
  const towns = await townsOf(db)
  const midnight = Date.parse(`${today}T00:00:00+01:00`)
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7
  const monday = midnight - sinceMonday * day * 60_000
  const seen = prices.flatMap((price) => seenAt(price, seed, { midnight, monday }, towns))
  await insertAll(db, 'fuel_report', seen)
  await sql`
    update fuel_monitor m set as_of = seen.newest
    from (select fuel_station_id, state_code, fuel, max(observed_at) as newest from fuel_report group by 1, 2, 3) seen
    where seen.fuel_station_id = m.fuel_station_id and seen.state_code = m.state_code and seen.fuel = m.fuel`.execute(
    db,
  )
}

function seenAt(
  price: Price,
  seed: number,
  { midnight, monday }: { midnight: number; monday: number },
  towns: ReadonlyMap<string, readonly string[]>,
) {
  const { station, state_code, fuel, price_kobo, fuel_station_id } = price
  const about = `fuel reports ${station} ${state_code} ${fuel}`
  const chance = makeRandomSource(seed, about)
  const places = spots[state_code] ?? towns.get(state_code) ?? []
  const report = (name: string, naira: number, at: number) => ({
    id: makeSeedId(seed, `${about} ${name}`),
    fuel_station_id,
    state_code,
    fuel,
    place: places.length > 0 && chance.next() < 0.8 ? chance.pick(places) : null,
    price_kobo: naira * 100,
    observed_at: new Date(at).toISOString(),
    created_at: new Date(at + chance.between(1, 90) * 1000).toISOString(),
  })
  const naira = price_kobo / 100
  const isBusy = state_code in spots
  const now = isBusy ? midnight - chance.between(20, 2 * day) * 60_000 : price.as_of.getTime()
  // The current price is the median of the last three days, so as many reports are above it as below.
  const pairs = Array.from({ length: chance.between(1, 3) }, (_, index) => {
    const off = chance.between(0, 6)
    const ago = () => now - chance.between(40, 3 * day - 60) * 60_000
    return [
      report(`over ${index}`, naira + off, ago()),
      report(`under ${index}`, naira - off, ago()),
    ]
  })
  const weeks = Array.from({ length: 11 }, (_, index) => {
    const usual = Math.round(naira * drift(fuel, index + 1)) + chance.between(-5, 5)
    // A moment in one of the 11 weeks before this one, from Monday to Sunday, whatever day today is.
    const at = monday - (index + 1) * 7 * day * 60_000 + chance.between(0, 7 * day - 60) * 60_000
    return report(`week ${index}`, usual, Math.min(at, now - 4 * day * 60_000))
  })
  return [report('now', naira, now), ...pairs.flat(), ...weeks]
}

async function townsOf(db: Db): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ state_code: string; names: string[] }>`
    select state_code, array_agg(name order by name) as names from city group by state_code`.execute(
    db,
  )
  return new Map(rows.map(({ state_code, names }) => [state_code, names]))
}
