import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { findFaultyRows } from './checks-repository.ts'
import { FeedError, type FeedFault } from './faults.ts'
import { stagingTable } from './staging-repository.ts'

/*
 * Both kinds of fares (v1 and v2 of GTFS) become one table of rules. A rule says that a seat costs `amount_kobo` on a
 * group of routes ("net") from one area to another, where '*' means any. Every route and stop is a member of '*' and of
 * its areas in the feed, so that the fare of a pair is one join without special cases.
 */

/** Naira for one unit of a currency, by its code. */
export type ExchangeRates = Record<string, number>

/**
 * Creates the temporary tables of rules and members. Returns which fares it cannot use, and why. Throws FeedError for
 * fares outside `fareRange`.
 */
export async function createFareTables(db: Db, rates: ExchangeRates): Promise<FeedFault[]> {
  await sql`
    create temp table fare_rule (
      file text, line int4, net text not null, from_area text not null, to_area text not null,
      contains text[], amount_kobo int8, priority int4 not null default 0, is_flat boolean not null default false
    ) on commit drop`.execute(db)
  await sql`create temp table route_net (route_id text, net text) on commit drop`.execute(db)
  await sql`create temp table from_area (stop_id text, area text) on commit drop`.execute(db)
  await sql`create temp table to_area (stop_id text, area text) on commit drop`.execute(db)
  await sql`insert into route_net select route_id, '*' from ${stagingTable('routes')}`.execute(db)
  for (const side of ['from_area', 'to_area']) {
    await sql`insert into ${sql.ref(side)} select stop_id, '*' from ${stagingTable('stops')}`.execute(
      db,
    )
  }
  await sql`create temp table rate on commit drop as
    select * from unnest(${Object.keys(rates)}::text[], ${Object.values(rates)}::numeric[]) as rate(currency, naira)`.execute(
    db,
  )
  const { rows } = await sql`select from ${stagingTable('fare_leg_rules')} limit 1`.execute(db)
  const isByLeg = rows.length > 0
  const wrong = await findWrongFares(db, isByLeg)
  if (wrong.length > 0) throw new FeedError(wrong)
  const faults = isByLeg ? await readLegRules(db) : await readZoneRules(db)
  await sql`
    update fare_rule set is_flat = true where contains is null
      and (from_area = '*' or from_area = '' and not exists (select from fare_rule r where r.from_area not in ('*', '')))
      and (to_area = '*' or to_area = '' and not exists (select from fare_rule r where r.to_area not in ('*', '')))`.execute(
    db,
  )
  for (const table of ['fare_rule', 'route_net', 'from_area', 'to_area']) {
    await sql`analyze ${sql.ref(table)}`.execute(db)
  }
  return faults
}

/**
 * The possible price of a seat, kobo; the database refuses others. At least ₦10: the smallest fare in any known feed is
 * ₦26, and less is an error in a price or rate. At most ₦5,000,000: ten times the most expensive seat across Africa.
 */
const fareRange = [1000, 500_000_000] as const

function findWrongFares(db: Db, isByLeg: boolean): Promise<FeedFault[]> {
  const [least, most] = fareRange
  const fares = isByLeg
    ? sql`select line, amount as price, currency from ${stagingTable('fare_products')} where rider_category_id is null`
    : sql`select line, price, currency_type as currency from ${stagingTable('fare_attributes')}`
  return findFaultyRows(
    db,
    isByLeg ? 'fare_products' : 'fare_attributes',
    'a fare must come to between ₦10 and ₦5,000,000: check the price, and --rate',
    sql`select line, price || ' ' || fare.currency from (${fares}) as fare join rate on rate.currency = fare.currency
      where price > 0 and round(price * naira * 100) not between ${least}::int4 and ${most}::int4`,
  )
}

const kobo = (price: string) =>
  sql`nullif(greatest(round(${sql.ref(price)} * rate.naira * 100), 0), 0)::int8`

/** Reads fares v1. A fare without rules is valid everywhere. If several fares are valid, the cheapest counts. */
async function readZoneRules(db: Db): Promise<FeedFault[]> {
  await sql`
    insert into fare_rule (file, line, net, from_area, to_area, contains, amount_kobo)
    select case when min(r.line) is null then 'fare_attributes' else 'fare_rules' end, coalesce(min(r.line), f.line),
      coalesce('route ' || r.route_id, 'agency ' || f.agency_id, '*'), coalesce('zone ' || r.origin_id, '*'),
      coalesce('zone ' || r.destination_id, '*'),
      array_agg(r.contains_id order by r.contains_id) filter (where r.contains_id is not null), ${kobo('f.price')}
    from ${stagingTable('fare_attributes')} f
    left join ${stagingTable('fare_rules')} r on r.fare_id = f.fare_id
    left join rate on rate.currency = f.currency_type
    group by f.fare_id, f.line, f.agency_id, f.price, rate.naira, r.route_id, r.origin_id, r.destination_id,
      case when r.contains_id is null then r.line end`.execute(db)
  await sql`
    insert into route_net
    select route_id, 'route ' || route_id from ${stagingTable('routes')} union all
    select route_id, 'agency ' || agency_id from ${stagingTable('routes')}`.execute(db)
  for (const side of ['from_area', 'to_area']) {
    await sql`insert into ${sql.ref(side)}
      select stop_id, 'zone ' || zone_id from ${stagingTable('stops')} where zone_id is not null`.execute(
      db,
    )
  }
  return [
    ...(await findFaultyRows(
      db,
      'fare_attributes',
      'no exchange rate for this currency: its fares stay unknown; give --rate CODE=NAIRA',
      sql`select line, fare_id || ' in ' || currency_type from ${stagingTable('fare_attributes')}
        where currency_type not in (select currency from rate)`,
    )),
    ...(await findFaultyRows(
      db,
      'fare_attributes',
      'a fare of 0 is treated as unknown',
      sql`select line, fare_id from ${stagingTable('fare_attributes')} where price <= 0`,
    )),
  ]
}

/**
 * Reads fares v2. If there is a rule_priority column, an empty cell means "any". Without that column, an empty cell
 * means "all that this column does not list", which here is a net or area called ''. Rules for times of day are left
 * out, since our fares do not change by time.
 */
async function readLegRules(db: Db): Promise<FeedFault[]> {
  await sql`
    create temp table leg_rule on commit drop as
    select *, (select count(rule_priority) > 0 from ${stagingTable('fare_leg_rules')}) as has_priority
    from ${stagingTable('fare_leg_rules')}
    where from_timeframe_group_id is null and to_timeframe_group_id is null`.execute(db)
  await sql`
    insert into fare_rule (file, line, net, from_area, to_area, amount_kobo, priority)
    select 'fare_leg_rules', r.line,
      case when network_id is not null then 'net ' || network_id when has_priority then '*' else '' end,
      case when from_area_id is not null then 'area ' || from_area_id when has_priority then '*' else '' end,
      case when to_area_id is not null then 'area ' || to_area_id when has_priority then '*' else '' end,
      min(${kobo('p.amount')}), coalesce(rule_priority, 0)
    from leg_rule r
    join ${stagingTable('fare_products')} p on p.fare_product_id = r.fare_product_id and p.rider_category_id is null
    left join rate on rate.currency = p.currency
    group by r.line, network_id, from_area_id, to_area_id, has_priority, rule_priority`.execute(db)
  await sql`
    insert into route_net
    select route_id, 'net ' || network_id from ${stagingTable('routes')} where network_id is not null union
    select route_id, 'net ' || network_id from ${stagingTable('route_networks')}`.execute(db)
  await sql`
    insert into route_net select route_id, '' from ${stagingTable('routes')} r where not exists (
      select from route_net n join leg_rule l on 'net ' || l.network_id = n.net where n.route_id = r.route_id)`.execute(
    db,
  )
  for (const side of ['from_area', 'to_area']) {
    await sql`insert into ${sql.ref(side)}
      select distinct s.stop_id, 'area ' || a.area_id from ${stagingTable('stops')} s
      join ${stagingTable('stop_areas')} a on a.stop_id in (s.stop_id, s.parent_station)`.execute(
      db,
    )
    await sql`insert into ${sql.ref(side)} select stop_id, '' from ${stagingTable('stops')} s where not exists (
      select from ${sql.ref(side)} a join leg_rule l on 'area ' || l.${sql.ref(`${side}_id`)} = a.area
      where a.stop_id = s.stop_id)`.execute(db)
  }
  return [
    ...(await findFaultyRows(
      db,
      'fare_leg_rules',
      'fares by time of day are not supported',
      sql`select line, fare_product_id from ${stagingTable('fare_leg_rules')}
        where from_timeframe_group_id is not null or to_timeframe_group_id is not null`,
    )),
    ...(await findFaultyRows(
      db,
      'fare_products',
      'no exchange rate for this currency: its fares stay unknown; give --rate CODE=NAIRA',
      sql`select line, fare_product_id || ' in ' || currency from ${stagingTable('fare_products')}
        where currency not in (select currency from rate)`,
    )),
    ...(await findFaultyRows(
      db,
      'fare_products',
      'a fare of 0 is treated as unknown',
      sql`select line, fare_product_id from ${stagingTable('fare_products')} where amount <= 0`,
    )),
  ]
}

/**
 * Applies the rules. Creates two temporary tables. route_fare (route_id, amount_kobo) has the fare of a route between
 * any two stops. pair_fare (trip_id, leg_from, leg_to, amount_kobo) has the pairs of stops with another fare. Needs
 * trip_stop. Returns rules that no trip of the feed can use.
 */
export async function applyFareRules(db: Db): Promise<FeedFault[]> {
  await sql`
    create temp table route_fare on commit drop as
    select distinct on (n.route_id) n.route_id, r.amount_kobo
    from route_net n join fare_rule r on r.net = n.net where r.is_flat
    order by n.route_id, r.priority desc, r.amount_kobo`.execute(db)
  await sql`
    create temp table pair on commit drop as
    select a.trip_id, a.route_id, a.position as leg_from, b.position as leg_to,
      a.stop_id as from_stop, b.stop_id as to_stop
    from trip_stop a join trip_stop b on b.trip_id = a.trip_id and b.position > a.position
    where a.pick_up and b.drop_off and exists (
      select from route_net n join fare_rule r on r.net = n.net
      where n.route_id = a.route_id and not r.is_flat)`.execute(db)
  await sql`
    create temp table offer on commit drop as
    select p.trip_id, p.route_id, p.leg_from, p.leg_to, r.file, r.line, r.amount_kobo, r.priority
    from pair p
    join route_net n on n.route_id = p.route_id
    join from_area f on f.stop_id = p.from_stop
    join to_area t on t.stop_id = p.to_stop
    join fare_rule r on (r.net, r.from_area, r.to_area) = (n.net, f.area, t.area)
    where r.contains is null or r.contains = (
      select array_agg(distinct z.zone_id order by z.zone_id) from trip_stop s join ${stagingTable('stops')} z using (stop_id)
      where s.trip_id = p.trip_id and s.position between p.leg_from and p.leg_to and z.zone_id is not null)`.execute(
    db,
  )
  await sql`
    create temp table pair_fare on commit drop as
    select best.trip_id, leg_from, leg_to, best.amount_kobo from (
      select distinct on (trip_id, leg_from, leg_to) * from offer
      order by trip_id, leg_from, leg_to, priority desc, amount_kobo
    ) as best left join route_fare flat using (route_id)
    where best.amount_kobo is not null and best.amount_kobo is distinct from flat.amount_kobo`.execute(
    db,
  )
  return [...(await findUnused(db, 'fare_rules')), ...(await findUnused(db, 'fare_leg_rules'))]
}

function findUnused(db: Db, file: string): Promise<FeedFault[]> {
  return findFaultyRows(
    db,
    file,
    'no run of this feed goes between these zones',
    sql`select line, concat_ws(' ', nullif(net, '*'), nullif(from_area, '*'), nullif(to_area, '*')) from fare_rule r
      where file = ${file} and not is_flat
        and not exists (select from offer o where o.file = r.file and o.line = r.line)`,
  )
}
