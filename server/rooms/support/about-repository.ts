import { priorityTripHours } from '#contract/support/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** Returns the id of a booking of this person, by its reference. */
export async function findOwnBookingId(
  db: Db,
  person_id: string,
  reference: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from booking where reference = ${reference} and user_id = ${person_id}::uuid`.execute(
    db,
  )
  return rows[0]?.id
}

/** Returns the start and end of a parcel of this person, by its tracking ID. */
export async function findOwnParcel(
  db: Db,
  person_id: string,
  tracking_id: string,
): Promise<{ from: string; to: string; state: string } | undefined> {
  const { rows } = await sql<{ from: string; to: string; state: string }>`
    select f.name as "from", t.name as "to", p.state from parcel p
    join parcel_route r on r.id = p.route_id
    join city f on f.id = r.from_city_id join city t on t.id = r.to_city_id
    where p.tracking_id = ${tracking_id} and p.user_id = ${person_id}::uuid`.execute(db)
  return rows[0]
}

/** A trip that leaves within a day, and its departure from the traveller's stop. */
export interface ImminentTrip {
  reference: string
  leaves_at: Date
}

/** Returns a person's next paid trip that leaves their stop within a day or left it in the last two hours. */
export async function findImminentTrip(
  db: Db,
  person_id: string,
): Promise<ImminentTrip | undefined> {
  const { rows } = await sql<ImminentTrip>`
    select b.reference, boards_at(b.trip_id, b.leg_from) as leaves_at from booking b
    where b.user_id = ${person_id}::uuid and b.status = 'confirmed' and ${hasPrioritySql}
    order by leaves_at limit 1`.execute(db)
  return rows[0]
}

/** SQL for whether a booking `b` gives its traveller priority in the queue, by the departure from their stop. */
export const hasPrioritySql = sql`boards_at(b.trip_id, b.leg_from)
  between now() - interval '2 hours' and now() + ${priorityTripHours}::int * interval '1 hour'`

/**
 * Returns within how many minutes a desk gave four of five answers in the last week; undefined if it gave fewer than
 * ten.
 */
export async function findDeskAnswerMinutes(
  db: Db,
  desk_id: string | null,
): Promise<number | undefined> {
  const { rows } = await sql<{ minutes: number | null; n: number }>`
    select ceil(percentile_disc(0.8) within group (order by waited_seconds) / 60.0)::int as minutes, count(*)::int as n
    from message where waited_seconds is not null and desk_id is not distinct from ${desk_id}::uuid
      and sent_at > now() - interval '7 days'`.execute(db)
  const [found] = rows
  return found !== undefined && found.n >= 10 ? (found.minutes ?? undefined) : undefined
}

/** Returns the hour of the day in a zone, and the next moment at which it is `opens` o'clock there. */
export async function findHourAndNextOpening(
  db: Db,
  zone: string,
  opens: number,
): Promise<{ hour: number; opens_at: Date }> {
  const { rows } = await sql<{ hour: number; opens_at: Date }>`
    select extract(hour from local)::int as hour,
      (date_trunc('day', local) + ${opens} * interval '1 hour'
        + case when extract(hour from local) >= ${opens} then interval '1 day' else interval '0' end)
        at time zone ${zone} as opens_at
    from (select now() at time zone ${zone} as local) there`.execute(db)
  if (rows[0] === undefined) throw new Error('the database does not know the time')
  return rows[0]
}
