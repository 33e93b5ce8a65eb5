import type { LegalManifest, LegalManifestPassenger } from '#contract/boarding/sheet'
import { passengerDataDays } from '#contract/policy'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { missingDetailsSql } from './repository.ts'

interface HeadRow extends Pick<LegalManifest, 'from' | 'to' | 'zone' | 'vehicle' | 'plate'> {
  delay_minutes: number
  operator_name: string
  operator_phone: string | null
  departs_at: Date
  driver_name: string | null
  driver_phone: string | null
  /** Whether the details of its passengers are deleted, or will be when the job runs next. */
  is_due: boolean
  now: Date
}

/** Returns what the manifest says about a departure of this operator, with the database's time. */
export async function findLegalManifestHead(
  db: Db,
  operator_id: string,
  id: string,
): Promise<HeadRow | undefined> {
  const { rows } = await sql<HeadRow>`
    select o.name as operator_name, o.phone as operator_phone, t.departs_at, t.delay_minutes, s.zone, v.name as vehicle, t.plate,
      t.driver_name, t.driver_phone, now() as now,
      t.arrives_at < now() - ${passengerDataDays} * interval '1 day' as is_due,
      (select json_build_object('city', c.name, 'park', p.name, 'address', p.address)
        from schedule_stop e join motor_park p on p.id = e.motor_park_id join city c on c.id = e.city_id
        where e.schedule_id = s.id order by e.position limit 1) as from,
      (select json_build_object('city', c.name, 'park', p.name)
        from schedule_stop e join motor_park p on p.id = e.motor_park_id join city c on c.id = e.city_id
        where e.schedule_id = s.id order by e.position desc limit 1) as to
    from trip t join schedule s on s.id = t.schedule_id join operator o on o.id = s.operator_id
    join vehicle_type v on v.code = coalesce(t.vehicle_type, s.vehicle_type)
    where t.id = ${id} and s.operator_id = ${operator_id}`.execute(db)
  return rows[0]
}

interface PassengerRow extends Omit<LegalManifestPassenger, 'next_of_kin'> {
  kin_name: string | null
  kin_phone: string | null
}

/**
 * Returns everybody who has a valid or used ticket for a departure, sorted by seat, then by the stop where they board.
 */
export async function findLegalManifestPassengers(
  db: Db,
  trip_id: string,
): Promise<PassengerRow[]> {
  const { rows } = await sql<PassengerRow>`
    select k.seat, b.reference as booking, coalesce(p.full_name, 'Traveller') as full_name, p.gender, p.infant_name,
      coalesce(p.phone, b.contact_phone) as phone, nullif(p.address, '') as address,
      nullif(b.kin_name, '') as kin_name, b.kin_phone, ${missingDetailsSql} as missing,
      json_build_object('city', xc.name, 'park', x.name) as from,
      json_build_object('city', yc.name, 'park', y.name) as to
    from ticket k
    join booking b on b.id = k.booking_id
    join trip t on t.id = k.trip_id
    join schedule_stop a on a.schedule_id = t.schedule_id and a.position = k.leg_from
    join schedule_stop z on z.schedule_id = t.schedule_id and z.position = k.leg_to
    join motor_park x on x.id = a.motor_park_id join city xc on xc.id = a.city_id
    join motor_park y on y.id = z.motor_park_id join city yc on yc.id = z.city_id
    left join passenger p on p.booking_id = k.booking_id and p.seat = k.seat and p.state = 'travelling'
    where k.trip_id = ${trip_id} and k.status in ('valid', 'used') order by k.seat, k.leg_from, k.id`.execute(
    db,
  )
  return rows
}
