import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { TripPart } from './departure-repository.ts'

/** A vehicle's layout as in `vehicle_type.layout`; rows and columns count from 1, front left. */
export interface SeatLayout {
  rows: number
  columns: number
  seats: {
    number: number
    row: number
    column: number
    kind: 'front' | 'window' | 'aisle' | 'middle' | 'rear'
  }[]
  fixtures: { kind: 'driver' | 'door' | 'toilet' | 'conductor'; row: number; column: number }[]
}

/** Data that only the page of one trip needs. */
export interface TripPartDetail {
  luggage: string
  insurer: string | null
  operator_phone: string | null
  operator_about: string
  layout: SeatLayout
  /** The numbers of the seats that we sell. */
  sellable: number[]
  /** Taken seats on these legs. `held`: the seat is held until a deadline, not sold. */
  claims: { seat: number; held: boolean }[]
  stops: {
    position: number
    park: string
    city: string
    arrives_after: number
    departs_after: number
    /** The latitude of the motor park, or of the city if unknown. */
    latitude: number
    longitude: number
  }[]
  starts_at: Date
}

/** Returns what the page of a trip needs beyond the data of its card; undefined for an unknown trip. */
export async function findTripPartDetail(
  db: Db,
  part: TripPart,
): Promise<TripPartDetail | undefined> {
  const { rows } = await sql<TripPartDetail>`
    select o.luggage, o.insurer, o.phone as operator_phone, o.about as operator_about, v.layout, v.sellable, t.departs_at as starts_at,
      coalesce((
        select json_agg(json_build_object('seat', c.seat, 'held', c.held))
        from (
          select seat, bool_and(expires_at is not null) as held from seat_claim
          where trip_id = t.id and leg >= ${part.leg_from} and leg < ${part.leg_to}
            and (expires_at is null or expires_at > now())
          group by seat
        ) c
      ), '[]') as claims,
      (
        select json_agg(json_build_object('position', x.position, 'park', p.name, 'city', c.name,
          'arrives_after', x.arrives_after_seconds, 'departs_after', x.departs_after_seconds,
          'latitude', coalesce(p.latitude, c.latitude), 'longitude', coalesce(p.longitude, c.longitude)) order by x.position)
        from schedule_stop x join motor_park p on p.id = x.motor_park_id join city c on c.id = x.city_id
        where x.schedule_id = s.id
      ) as stops
    from trip t
    join schedule s on s.id = t.schedule_id
    join operator o on o.id = s.operator_id
    join vehicle_type v on v.code = coalesce(t.vehicle_type, s.vehicle_type)
    where t.id = ${part.trip_id}::uuid`.execute(db)
  return rows[0]
}
