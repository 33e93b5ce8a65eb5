import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** An operator's departure that has not left yet (SQL function `is_away`). */
export interface DepartureRow {
  id: string
  departs_at: Date
  status: string
  note: string | null
  vehicle: string
  version: number
}

/** Finds an operator's own departure that has not left; optionally locks it until the transaction ends. */
export async function findDeparture(
  db: Db,
  id: string,
  operator_id: string,
  { lock = false } = {},
): Promise<DepartureRow | undefined> {
  const { rows } = await sql<DepartureRow>`
    select t.id, t.departs_at, t.status, t.note, coalesce(t.vehicle_type, s.vehicle_type) as vehicle, t.version
    from trip t join schedule s on s.id = t.schedule_id
    where t.id = ${id}::uuid and s.operator_id = ${operator_id}::uuid
      and not is_away(t) ${lock ? sql`for update of t` : sql``}`.execute(db)
  return rows[0]
}

/** Counts the unpaid bookings, payments in progress, waiting people and parcels of a departure. */
export async function countAffectedByCancellation(db: Db, trip_id: string) {
  const { rows } = await sql<{
    unpaid_bookings: number
    payments_under_way: number
    people_waiting: number
    parcels: number
  }>`
    select
      (select count(*)::int from booking b where trip_id = ${trip_id}::uuid and status in ('held', 'awaiting_payment')
        and (hold_expires_at > now() or waits_for_money(b))) as unpaid_bookings,
      (select count(*)::int from booking b join payment p on p.payable_id in (b.id, b.return_trip_id) and p.status in ('initiated', 'pending')
        where b.trip_id = ${trip_id}::uuid and b.status in ('held', 'awaiting_payment')) as payments_under_way,
      (select count(*)::int from waiting_for(${trip_id}::uuid)) as people_waiting,
      (select count(*)::int from parcel where trip_id = ${trip_id}::uuid
        and state in ('paid', 'received', 'loaded')) as parcels`.execute(db)
  return rows[0] ?? { unpaid_bookings: 0, payments_under_way: 0, people_waiting: 0, parcels: 0 }
}

/** Stores the operator's note about a departure, which phones and emails show. */
export async function saveTripNote(tx: Db, id: string, note: string): Promise<void> {
  await sql`select set_trip_note(${id}::uuid, ${note})`.execute(tx)
}

/** Closes the sales of a departure by hand, or opens them again. */
export async function setTripSalesClosed(tx: Db, id: string, closed: boolean): Promise<void> {
  await sql`select set_trip_sales(${id}::uuid, ${closed})`.execute(tx)
}
