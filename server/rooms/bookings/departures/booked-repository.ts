import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { type BookingRow, readBooking } from '#server/rooms/bookings/record'

/** Returns the paid bookings of a departure that are not cancelled, in the order of payment. */
export async function findPaidBookings(db: Db, trip_id: string): Promise<BookingRow[]> {
  const { rows } = await sql<{ id: string }>`
    select id from booking where trip_id = ${trip_id}::uuid and status in ('confirmed', 'travelled', 'completed')
    order by confirmed_at, id`.execute(db)
  const bookings: BookingRow[] = []
  for (const { id } of rows) bookings.push(await readBooking(db, id))
  return bookings
}
