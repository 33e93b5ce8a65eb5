import { passengerDataDays } from '#contract/policy'
import type { Db } from '#server/db/client'
import { deleteInSteps, updateInSteps } from '#server/db/in-steps'
import { sql } from '#server/db/sql'
import { erasedName } from '#server/room'

const batch = 1000

/** Returns the ids of all of a person's bookings, released holds included. */
export async function findBookingIds(db: Db, person_id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from booking where user_id = ${person_id}`.execute(db)
  return rows.map((row) => row.id)
}

/** Counts the bookings that a person has paid for, or is paying for, and whose trip is not over. */
export async function countUpcomingTrips(db: Db, person_id: string): Promise<number> {
  const { rows } = await sql<{ trips: number }>`
    select count(*)::int as trips from booking b where b.user_id = ${person_id} and (b.status in ('confirmed', 'travelled')
      or b.status in ('held', 'awaiting_payment') and waits_for_money(b))`.execute(db)
  return rows[0]?.trips ?? 0
}

/**
 * Whether a person is travelling, has bought a trip since they asked to be erased, `asked_days` before `erase_at`, or
 * may yet get a refund for what its operator has done to a trip: cancelled it, or given it another vehicle.
 */
export async function isErasureBlockedByTrip(
  tx: Db,
  person_id: string,
  asked_days: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from booking b join person p on p.id = b.user_id
    where b.user_id = ${person_id} and (b.status = 'travelled'
      or b.status = 'confirmed' and (b.confirmed_at > p.erase_at - ${asked_days} * interval '1 day'
        or exists (select from trip t where t.id = b.trip_id and t.status = 'cancelled')
        or exists (select from vehicle_change v where v.trip_id = b.trip_id and v.done_at is null)))
    limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Releases a person's holds, and cancels their paid bookings without a refund, which the person has accepted. The seats
 * are sold again.
 */
export async function endBookingsOfPerson(tx: Db, person_id: string): Promise<void> {
  await sql`select release_booking(id) from booking
    where user_id = ${person_id} and status in ('held', 'awaiting_payment')`.execute(tx)
  await sql`select cancel_seats(id, seats, 'cancelled') from booking
    where user_id = ${person_id} and status = 'confirmed'`.execute(tx)
}

/** Deletes the travellers and contacts of a person's bookings. */
export async function erasePersonTravellers(tx: Db, person_id: string): Promise<void> {
  await sql`
    update passenger p set full_name = ${erasedName}, phone = null, address = '', infant_name = null from booking b
    where b.id = p.booking_id and b.user_id = ${person_id}`.execute(tx)
  await sql`
    update booking set contact_name = null, contact_phone = null, contact_email = null, kin_name = null,
      kin_phone = null, kin_relationship = null, guest_token_sha256 = null, holder = 'erased'
    where user_id = ${person_id}`.execute(tx)
}

/**
 * Deletes expired proofs of work, the networks of holds after two days, and the addresses, phone numbers, infants'
 * names and next of kin of passengers of past trips.
 */
export async function deleteExpiredBookingData(db: Db): Promise<void> {
  await deleteInSteps(db, 'spent_proof', sql`expires_at < now()`)
  const isOldNetwork = sql`network is not null and created_at < now() - interval '2 days'`
  await updateInSteps(db, 'booking', sql`network = null`, isOldNetwork)
  for (;;) if ((await forgetTravellers(db)) < batch) return
}

/**
 * Deletes the data of passengers for a batch of past bookings; returns the number of bookings. Names, tickets and money
 * stay, and so does the contact, since receipts are sent there.
 */
async function forgetTravellers(db: Db): Promise<number> {
  const { rowCount } = await sql`
    with due as (
      select b.id from booking b join trip t on t.id = b.trip_id
      where b.kin_name is not null and t.arrives_at < now() - ${passengerDataDays} * interval '1 day'
      limit ${batch} for update of b skip locked
    ), blanked as (
      update passenger p set address = '', phone = null, infant_name = null from due where p.booking_id = due.id
    )
    update booking b set kin_name = null, kin_phone = null, kin_relationship = null
    from due where b.id = due.id`.execute(db)
  return rowCount ?? 0
}

/** Selects the ids and references of a person's bookings. */
export const selectBookingSubjects = (person_id: string) => sql`
  select unnest(array[id::text, reference]) from booking where user_id = ${person_id}`
