import type {
  BusinessSummary,
  ListingDecisionInput,
  ListingInput,
  MyListing,
} from '#contract/businesses/model'
import { type BusinessCategory, maxPendingListings } from '#contract/businesses/rules'
import type { Input } from '#contract/endpoint'
import type { listBusinesses } from '#contract/businesses/endpoints'
import { homeZone } from '#contract/product'
import type { Db } from '#server/db/client'
import type * as z from 'zod/mini'
import { type Sql, sql } from '#server/db/sql'

type Query = Input<typeof listBusinesses>

const cards = sql`
  select stars_mean(b.stars) as rating, stars_total(b.stars) as reviews, b.code, b.name, b.category, b.about, b.address, b.phone, b.latitude, b.longitude,
    json_build_object('code', c.code, 'name', c.name, 'state', s.name) as city,
    case when m.id is not null then json_build_object('code', m.code, 'name', m.name) end as park,
    json_build_object('days', b.days, 'opens', b.opens, 'closes', b.closes) as hours`

const tables = sql`business b join city c on c.id = b.city_id join state s on s.code = c.state_code
  left join motor_park m on m.id = b.motor_park_id`

/** Whether a business is open now in Nigeria. After midnight, it may still be open from the day before. */
const isOpen = sql`exists (
  select from (select now() at time zone ${homeZone} as wall) it,
    lateral (values (0), (1)) ago (days)
  where (extract(isodow from wall)::int + 6 - days) % 7 = any (b.days)
    and extract(hour from wall) * 60 + extract(minute from wall) + days * 1440 >= b.opens
    and extract(hour from wall) * 60 + extract(minute from wall) + days * 1440 < b.closes)`

/** Returns one page of listed businesses, sorted by name, and their total number. */
export async function findPageOfBusinesses(
  db: Db,
  query: Query,
): Promise<{ rows: BusinessSummary[]; total: number }> {
  const condition = sql.join(filtersOf(query), sql` and `)
  const offset = (query.page - 1) * query.per_page
  const { rows } = await sql<BusinessSummary>`
    ${cards} from ${tables} where ${condition}
    order by plain(b.name), b.code limit ${query.per_page} offset ${offset}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from ${tables} where ${condition}`.execute(db)
  return { rows, total: counted[0]?.total ?? 0 }
}

function filtersOf({ q, category, state, city, park, open }: Query): Sql[] {
  return [
    sql`b.state = 'listed'`,
    ...(q === undefined
      ? []
      : [
          sql`(strpos(plain(b.name), plain(${q})) > 0 or strpos(plain(b.address), plain(${q})) > 0)`,
        ]),
    ...(category === undefined ? [] : [sql`b.category = ${category}`]),
    ...(state === undefined ? [] : [sql`s.name = ${state}`]),
    ...(city === undefined ? [] : [sql`c.code = ${city}`]),
    ...(park === undefined ? [] : [sql`m.code = ${park}`]),
    ...(open === undefined ? [] : [isOpen]),
  ]
}

/** Finds the listed business with a code, and up to four others in its city, those of the same kind first. */
export async function findBusiness(db: Db, code: string) {
  const { rows } = await sql<BusinessSummary & { listed_at: Date }>`
    ${cards}, b.decided_at as listed_at from ${tables} where b.code = ${code} and b.state = 'listed'`.execute(
    db,
  )
  const [business] = rows
  if (business === undefined) return undefined
  const { rows: nearby } = await sql<BusinessSummary>`
    ${cards} from ${tables}
    where b.state = 'listed' and c.code = ${business.city.code} and b.code <> ${code}
    order by b.category <> ${business.category}, plain(b.name), b.code limit 4`.execute(db)
  return { ...business, nearby }
}

type Row = Omit<MyListing, 'asked_at'> & { asked_at: Date }
const listingColumns = sql`id, name, category, state, code, words, asked_at`
const listingOf = (row: Row): MyListing => ({ ...row, asked_at: row.asked_at.toISOString() })

/** Finds the ids of a city and of a motor park in it, if they exist. */
export async function findCityAndPark(db: Db, city: string, park: string | undefined) {
  const { rows } = await sql<{ city_id: number; park_id: string | null }>`
    select c.id as city_id, m.id as park_id from city c
    left join motor_park m on m.city_id = c.id and m.code = ${park ?? null} where c.code = ${city}`.execute(
    db,
  )
  return rows[0]
}

/** Stores a submitted listing; returns undefined if too many of the person's listings wait. */
export async function insertListing(
  db: Db,
  row: { id: string; asked_by: string; city_id: number; park_id: string | null },
  listing: z.output<typeof ListingInput>,
): Promise<MyListing | undefined> {
  const { days, opens, closes } = listing.hours
  const { rows } = await sql<Row>`
    insert into business (id, name, category, about, address, city_id, motor_park_id, phone, days, opens, closes, asked_by, place)
    select ${row.id}::uuid, ${listing.name}, ${listing.category}, ${listing.about}, ${listing.address}, ${row.city_id}::int,
      ${row.park_id}::uuid, ${listing.phone}, ${days}::smallint[], ${opens}::smallint, ${closes}::smallint,
      ${row.asked_by}::uuid, free.place
    from (select place from generate_series(1, ${maxPendingListings}::int) place where not exists (
      select from business b where b.asked_by = ${row.asked_by}::uuid and b.state = 'pending' and b.place = place.place)
      limit 1) free
    on conflict do nothing
    returning ${listingColumns}`.execute(db)
  return rows[0] && listingOf(rows[0])
}

/** Returns a person's last 50 submitted listings, newest first. */
export async function findListings(db: Db, person_id: string): Promise<MyListing[]> {
  const { rows } = await sql<Row>`
    select ${listingColumns} from business where asked_by = ${person_id}::uuid
    order by asked_at desc, id desc limit 50`.execute(db)
  return rows.map(listingOf)
}

/** Returns one page of waiting listings, oldest first, and their total number. */
export async function findPageOfPendingListings(db: Db, page: { limit: number; offset: number }) {
  const { rows } = await sql<BusinessSummary & { id: string; asked_at: Date }>`
    ${cards}, b.id, b.asked_at, '' as code from ${tables} where b.state = 'pending'
    order by b.asked_at, b.id limit ${page.limit} offset ${page.offset}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from business where state = 'pending'`.execute(db)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** Finds and locks a submitted listing; undefined if there is none. */
export async function lockListing(tx: Db, id: string) {
  const { rows } = await sql<{
    state: MyListing['state']
    name: string
    category: BusinessCategory
  }>`
    select state, name, category from business where id = ${id}::uuid for update`.execute(tx)
  return rows[0]
}

/** Stores the decision about a waiting listing. Throws if it was decided meanwhile. */
export async function saveListingDecision(
  tx: Db,
  { id, decision, words }: z.output<typeof ListingDecisionInput>,
  by: { code: string; key_id: string | null; member_id: string | null },
): Promise<MyListing> {
  const isListed = decision === 'list'
  const { rows } = await sql<Row>`
    update business set state = ${isListed ? 'listed' : 'refused'}, code = ${isListed ? by.code : null},
      words = ${words ?? null}, decided_at = now(), decided_by = ${by.key_id}::uuid,
      decided_by_member = ${by.member_id}::uuid
    where id = ${id}::uuid and state = 'pending' returning ${listingColumns}`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error(`listing ${id} was decided meanwhile`)
  return listingOf(row)
}

/** Deletes a submitter's data. Listed businesses stay; waiting and refused ones are deleted. */
export async function forgetListingSubmitter(tx: Db, person_id: string): Promise<void> {
  await sql`delete from business where asked_by = ${person_id}::uuid and state <> 'listed'`.execute(
    tx,
  )
  await sql`update business set asked_by = null where asked_by = ${person_id}::uuid`.execute(tx)
}

/** Selects the ids of the listings that a person submitted. */
export const selectListingSubjects = (person_id: string) => sql`
  select id::text from business where asked_by = ${person_id}::uuid`

/** Returns the codes of listed businesses, newest first. */
export async function findBusinessCodes(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from business where state = 'listed' order by decided_at desc, code limit ${most}`.execute(
    db,
  )
  return rows.map(({ code }) => code)
}
