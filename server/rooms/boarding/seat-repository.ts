import type { SeatCounts } from '#contract/boarding/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { type SeatLayout, seatCountsSql } from '#server/rooms/trips'

/** A seat that is not free: set aside, sold, or held until a deadline. */
type SeatClaim =
  | { seat: number; state: 'set_aside' | 'sold'; until: null }
  | { seat: number; state: 'held'; until: string }

export interface DepartureSeatsRow {
  /** The index and the motor park of the stop where the requested part of the trip begins. */
  position: number
  park: string
  layout: SeatLayout
  sellable: number[]
  seat_counts: SeatCounts
  claims: SeatClaim[]
}

/**
 * Returns the vehicle of a departure of this operator and the seats that are not free, on the legs after the motor park
 * with the code `park`; without a code, on the whole trip. As in `seat_counts`, a seat counts as set aside if it is set
 * aside on any of these legs, otherwise as sold if it is sold on any of them.
 */
export async function findDepartureSeats(
  db: Db,
  operator_id: string,
  { id, park }: { id: string; park: string | undefined },
): Promise<DepartureSeatsRow | undefined> {
  const { rows } = await sql<DepartureSeatsRow>`
    select run.leg_from as position, start.name as park, v.layout, v.sellable, counted.seat_counts,
      (select coalesce(json_agg(json_build_object('seat', c.seat, 'state', c.state, 'until', c.until) order by c.seat), '[]')
        from (
          select seat, max(expires_at) as until, case when bool_or(block_id is not null) then 'set_aside'
            when bool_or(expires_at is null) then 'sold' else 'held' end as state
          from seat_claim
          where trip_id = run.trip_id and leg >= run.leg_from and leg < run.leg_to
            and (expires_at is null or expires_at > now())
          group by seat
        ) c) as claims
    from trip t join schedule s on s.id = t.schedule_id
    join vehicle_type v on v.code = coalesce(t.vehicle_type, s.vehicle_type)
    cross join lateral (
      select t.id as trip_id, max(a.position) as leg_to,
        coalesce(min(a.position) filter (where a.pick_up and p.code = ${park ?? null}), min(a.position)) as leg_from
      from schedule_stop a join motor_park p on p.id = a.motor_park_id where a.schedule_id = s.id
    ) run
    join schedule_stop e on e.schedule_id = s.id and e.position = run.leg_from
    join motor_park start on start.id = e.motor_park_id
    cross join lateral (${seatCountsSql}) counted
    where t.id = ${id} and s.operator_id = ${operator_id}`.execute(db)
  return rows[0]
}
