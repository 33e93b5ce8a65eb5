import type { Ticket } from '#contract/tickets/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** An issued ticket, with its passenger and the departure from their stop. */
export interface TicketRow {
  id: Buffer
  code: string
  booking_id: string
  trip_id: string
  seat: number
  leg_from: number
  leg_to: number
  issue: number
  status: Ticket['status']
  kid: number
  departs_at: Date
  full_name: string
  passenger_type: string
}

const tickets = sql`
  select t.id, t.code, t.booking_id, t.trip_id, t.seat, t.leg_from, t.leg_to, t.issue, t.status, t.kid,
    boards_at(t.trip_id, t.leg_from) as departs_at,
    coalesce(p.full_name, 'Traveller') as full_name, coalesce(p.passenger_type, 'adult') as passenger_type
  from ticket t
  left join lateral (
    select full_name, passenger_type from passenger p
    where p.booking_id = t.booking_id and p.seat = t.seat
      and (p.state = 'cancelled') = (t.status = 'cancelled') limit 1) p on true`

/** Returns the tickets of a booking by seat, including cancelled ones and without replaced ones. */
export async function findTickets(db: Db, bookingId: string): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`${tickets}
    where t.booking_id = ${bookingId}::uuid and t.status <> 'reissued' order by t.seat, t.issue`.execute(
    db,
  )
  return rows
}

/** Returns the ticket of a normalised code, in any state. */
export async function findTicketByCode(db: Db, code: string): Promise<TicketRow | undefined> {
  const { rows } = await sql<TicketRow>`${tickets} where t.code = ${code}`.execute(db)
  return rows[0]
}

/** Returns the verified email address of a booking's account, if its contact has none. */
export async function findAccountEmail(db: Db, booking_id: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select p.email from booking b join person p on p.id = b.user_id
    where b.id = ${booking_id} and b.contact_email is null and p.email_verified_at is not null`.execute(
    db,
  )
  return rows[0]?.email
}
