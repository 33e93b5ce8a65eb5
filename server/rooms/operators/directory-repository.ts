import type { Input } from '#contract/endpoint'
import type { listOperators } from '#contract/operators/endpoints'
import type { OperatorSummary, OperatorDetail, OperatorRoute } from '#contract/operators/model'
import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'

type Query = Input<typeof listOperators>

/** An operator in the directory; `price_kobo` is the cheapest seat without our fee. */
export interface OperatorSummaryRow extends Omit<OperatorSummary, 'price_from_kobo'> {
  price_kobo: number | null
}

/** An operator with the data of its page. Routes have `kobo` without our fee. */
export interface OperatorDetailRow
  extends
    OperatorSummaryRow,
    Pick<
      OperatorDetail,
      'phone' | 'luggage' | 'insurer' | 'served' | 'parks' | 'fleet' | 'licence'
    > {
  road_list: (Omit<OperatorRoute, 'price_from_kobo'> & { kobo: number | null })[]
  counted: number
  on_time: number
  cancelled: number
  counted_at: Date | null
}

const cardColumns = sql`o.code, o.name, o.about, o.logo, o.rating, o.reviews,
  coalesce(cardinality(card.city_codes), 0) as cities, coalesce(card.roads, 0) as roads, coalesce(card.sizes, '{}') as sizes,
  coalesce(card.amenities, '{}') as amenities, card.price_kobo, to_char(l.checked_on, 'YYYY-MM-DD') as licence_checked_on`

const tables = sql`operator o left join operator_card card on card.operator_id = o.id
  left join operator_licence l on l.operator_id = o.id`

const orders = {
  rating: sql`o.rating desc nulls last, o.reviews desc, plain(o.name), o.code`,
  name: sql`plain(o.name), o.code`,
  price: sql`card.price_kobo nulls last, plain(o.name), o.code`,
  roads: sql`card.roads desc nulls last, plain(o.name), o.code`,
} satisfies Record<Query['sort'], unknown>

/** Returns one page of the directory, and the number of matches. */
export async function findPageOfOperators(
  db: Db,
  query: Query,
): Promise<{ rows: OperatorSummaryRow[]; total: number }> {
  const condition = sql.join(filtersOf(query), sql` and `)
  const offset = (query.page - 1) * query.per_page
  const { rows } = await sql<OperatorSummaryRow>`
    select ${cardColumns} from ${tables} where ${condition}
    order by ${orders[query.sort]} limit ${query.per_page} offset ${offset}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from ${tables} where ${condition}`.execute(db)
  return { rows, total: counted[0]?.total ?? 0 }
}

function filtersOf({ q, state, city, size, amenity, rating }: Query): Sql[] {
  return [
    sql`true`,
    ...(q === undefined ? [] : [sql`strpos(plain(o.name), plain(${q})) > 0`]),
    ...(state === undefined ? [] : [sql`${state} = any (card.states)`]),
    ...(city === undefined ? [] : [sql`${city} = any (card.city_codes)`]),
    ...(size === undefined ? [] : [sql`card.sizes && ${size}::text[]`]),
    ...(amenity === undefined ? [] : [sql`card.amenities @> ${amenity}::text[]`]),
    ...(rating === undefined ? [] : [sql`o.rating >= ${rating}`]),
  ]
}

/** Returns one operator with the data of its page; undefined for an unknown code. */
export async function findOperatorDetail(
  db: Db,
  code: string,
): Promise<OperatorDetailRow | undefined> {
  const { rows } = await sql<OperatorDetailRow>`
    select ${cardColumns}, o.phone, o.luggage, o.insurer, coalesce(card.served, '[]') as served,
      coalesce(card.road_list, '[]') as road_list, coalesce(card.parks, '[]') as parks,
      coalesce(card.fleet, '[]') as fleet, coalesce(card.counted, 0) as counted,
      coalesce(card.on_time, 0) as on_time, coalesce(card.cancelled, 0) as cancelled, card.counted_at,
      ${licence} as licence
    from ${tables} where o.code = ${code}`.execute(db)
  return rows[0]
}

const licence = sql`case when l.operator_id is not null then json_build_object('number', l.number,
  'checked_on', to_char(l.checked_on, 'YYYY-MM-DD'), 'valid_until', to_char(l.valid_until, 'YYYY-MM-DD'),
  'is_valid', l.valid_until >= lagos_today()) end`

/** Returns whether a licence that is valid until this day ends today, in Nigeria, or has ended. */
export async function isLicenceEndingByToday(db: Db, valid_until: string): Promise<boolean> {
  const { rows } = await sql<{ is_ending: boolean }>`
    select ${valid_until}::date <= lagos_today() as is_ending`.execute(db)
  return rows[0]?.is_ending ?? true
}

/** Records that staff saw a licence today. Returns false if the operator does not exist. */
export async function saveLicence(
  db: Db,
  code: string,
  seen: {
    number: string
    valid_until: string
    key_id: string | null
    member_id: string | null
  },
): Promise<boolean> {
  const { rowCount } = await sql`
    insert into operator_licence (operator_id, number, checked_on, valid_until, key_id, member_id)
    select id, ${seen.number}, lagos_today(), ${seen.valid_until}::date, ${seen.key_id}::uuid, ${seen.member_id}::uuid
    from operator where code = ${code}
    on conflict (operator_id) do update set number = excluded.number, checked_on = excluded.checked_on,
      valid_until = excluded.valid_until, key_id = excluded.key_id, member_id = excluded.member_id`.execute(
    db,
  )
  return rowCount === 1
}

/**
 * Recomputes the directory. Sets no time limit for the statement, since a whole country may take longer than the usual
 * limit.
 */
export async function recomputeDirectory(tx: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`select count_operators()`.execute(tx)
}

/** Returns the operators' codes, those with the most routes first. */
export async function findOperatorCodes(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select o.code from operator o left join operator_card card on card.operator_id = o.id
    order by card.roads desc nulls last, o.code limit ${most}`.execute(db)
  return rows.map(({ code }) => code)
}
