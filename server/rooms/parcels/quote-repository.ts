import type { ParcelAddOn, ParcelSize, ParcelType } from '#contract/lookups/model'
import type { ParcelQuoteInput, ParcelPrice } from '#contract/parcels/model'
import type { Db } from '#server/db/client'
import { deleteInSteps } from '#server/db/in-steps'
import { sql } from '#server/db/sql'

export interface ParcelCounter {
  id: number
  code: string
  city: string
}

/** `route` is null if its code is unknown. */
export interface PriceLists {
  route: {
    id: number
    from_city: string
    to_city: string
    from_name: string
    to_name: string
    base_kobo: number
  } | null
  sizes: ParcelSize[]
  types: ParcelType[]
  add_ons: ParcelAddOn[]
  counters: ParcelCounter[]
}

/** Returns the lists for a quote, read with one query. Of the counters, only those with these codes are read. */
export async function readPriceLists(
  db: Db,
  route: string,
  counters: readonly string[],
): Promise<PriceLists> {
  const { rows } = await sql<PriceLists>`
    select
      (select jsonb_build_object('id', r.id, 'from_city', a.code, 'to_city', b.code, 'from_name', a.name,
          'to_name', b.name, 'base_kobo', r.base_kobo)
        from parcel_route r join city a on a.id = r.from_city_id join city b on b.id = r.to_city_id
        where r.code = ${route}) as route,
      (select coalesce(jsonb_agg(s order by s.weight_grams), '[]') from parcel_size s) as sizes,
      (select coalesce(jsonb_agg(t), '[]') from parcel_type t) as types,
      (select coalesce(jsonb_agg(o order by o.position), '[]') from parcel_add_on o) as add_ons,
      (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'code', p.code, 'city', c.code)), '[]')
        from parcel_location l join motor_park p on p.id = l.motor_park_id join city c on c.id = p.city_id
        where p.code = any (${counters}::text[])) as counters`.execute(db)
  const lists = rows[0]
  if (lists === undefined) throw new Error('a select without from gives one row')
  return lists
}

/** The part of an operator's departure for which a parcel is planned. */
export interface CarriagePlan {
  operator_id: string
  trip_id: string
  leg_from: number
  leg_to: number
}

export interface QuoteRow extends CarriagePlan {
  id: string
  asked: ParcelQuoteInput
  route_id: number
  price: ParcelPrice
}

/** Stores a quote that is valid for `hours`. Returns its expiry and the database's time. */
export async function insertQuote(
  db: Db,
  quote: QuoteRow,
  hours: number,
): Promise<{ valid_until: Date; now: Date }> {
  const { rows } = await sql<{ valid_until: Date; now: Date }>`
    insert into parcel_quote (id, asked, route_id, operator_id, trip_id, leg_from, leg_to, price, total_kobo, valid_until)
    values (${quote.id}, ${JSON.stringify(quote.asked)}, ${quote.route_id}, ${quote.operator_id}, ${quote.trip_id},
      ${quote.leg_from}, ${quote.leg_to}, ${JSON.stringify(quote.price)}, ${quote.price.total_kobo},
      now() + ${hours} * interval '1 hour')
    returning valid_until, now() as now`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('insert returning gives a row')
  return row
}

/** Returns a quote as `findQuote` does, and locks its row until the transaction ends. */
export async function lockQuote(db: Db, id: string, lead_minutes: number) {
  // Lock in a separate statement: only a later statement sees a parcel that the previous holder of the lock stored.
  await sql`select from parcel_quote where id = ${id}::uuid for update`.execute(db)
  return findQuote(db, id, lead_minutes)
}

/**
 * Returns a quote. `is_good`: it has not expired. `is_free`: no parcel has used it, and its bus leaves no sooner than
 * in `lead_minutes`.
 */
export async function findQuote(db: Db, id: string, lead_minutes: number) {
  const { rows } = await sql<{
    id: string
    asked: ParcelQuoteInput
    price: ParcelPrice
    is_good: boolean
    is_free: boolean
  }>`
    select q.id, q.asked, q.price, q.valid_until > now() as is_good,
      not exists (select from parcel p where p.quote_id = q.id) and t.status in ('scheduled', 'boarding') and t.withdrawn_at is null
        and boards_at(q.trip_id, q.leg_from) >= now() + ${lead_minutes} * interval '1 minute' as is_free
    from parcel_quote q join trip t on t.id = q.trip_id where q.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Deletes quotes that expired a week ago and that no parcel has used. */
export async function deleteOldQuotes(db: Db): Promise<void> {
  const isOld = sql`valid_until < now() - interval '7 days'
    and not exists (select from parcel p where p.quote_id = parcel_quote.id)`
  await deleteInSteps(db, 'parcel_quote', isOld)
}

/** Throws if the operator does not exist. */
export async function findCarrierCode(db: Db, operator_id: string): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select code from operator where id = ${operator_id}::uuid`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`operator ${operator_id} is gone`)
  return row.code
}
