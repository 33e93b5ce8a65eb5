import { businessCategories } from '#contract/businesses/rules'
import { sql } from '#server/db/sql'
import { businessNameBeginnings, businessKindTexts, parkSpots } from './business-texts.ts'
import { makeRandomSource, makeSeedId } from './random.ts'
import { type DemoContext, insertAll } from './rows.ts'

/** How many of the busiest cities have a business of each kind. The first few cities have two. */
const cities = 24
const twice = 4

interface Park {
  id: string
  name: string
  city_id: number
  city: string
  latitude: number
  longitude: number
}

/** Writes 196 businesses around the busiest motor parks, all invented. */
export async function writeBusinesses({ db, seed }: DemoContext): Promise<void> {
  const { rows: parks } = await sql<Park>`
    select m.id, m.name, m.city_id, c.code as city, m.latitude, m.longitude
    from motor_park m join city c on c.id = m.city_id join schedule_stop s on s.motor_park_id = m.id
    where m.feed_id is null and m.latitude is not null
    group by m.id, c.code order by count(*) desc, m.code`.execute(db)
  const byCity = [...Map.groupBy(parks, ({ city }) => city).values()].slice(0, cities)
  const rows = byCity.flatMap((own, at) =>
    businessCategories.flatMap((category, kind) =>
      Array.from({ length: at < twice ? 2 : 1 }, (_, turn) => {
        const chance = makeRandomSource(seed, `business ${own[0]?.city} ${category} ${turn}`)
        const park = chance.pick(own)
        const { second, about, ...hours } = businessKindTexts[category]
        const word =
          businessNameBeginnings[(at * 11 + kind * 4 + turn * 7) % businessNameBeginnings.length] ??
          ''
        return rowOf(seed, park, {
          name: `${word} ${chance.pick(second)}`,
          category,
          about: chance.pick(about),
          address: `${park.name} motor park, ${chance.pick(parkSpots)}`,
          days: [...hours.days],
          opens: hours.opens,
          closes: hours.closes,
          north: (chance.next() - 0.5) / 250,
          east: (chance.next() - 0.5) / 250,
        })
      }),
    ),
  )
  await insertAll(
    db,
    'business',
    rows.map((row, index) => ({
      ...row,
      code: `${codeOf(row.name)}-${row.id.slice(-6)}`,
      // These 0700 numbers follow our own number, and nobody else has them.
      phone: `+234700925${String(4100 + index)}`,
    })),
  )
}

const codeOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('’', '')
    .replaceAll(/[^a-z0-9]+/g, '-')

interface SeedBusiness {
  name: string
  category: string
  about: string
  address: string
  days: number[]
  opens: number
  closes: number
  north: number
  east: number
}

function rowOf(seed: number, park: Park, { north, east, ...made }: SeedBusiness) {
  return {
    id: makeSeedId(seed, `business ${park.city} ${made.category} ${made.name}`),
    city_id: park.city_id,
    motor_park_id: park.id,
    latitude: park.latitude + north,
    longitude: park.longitude + east,
    state: 'listed',
    asked_at: '2026-02-02T09:00:00Z',
    decided_at: '2026-02-04T09:00:00Z',
    ...made,
  }
}
