import type { Booking } from '#contract/bookings/model'
import { maxListedBookings } from '#contract/bookings/rules'
import type { SeatPrice, Fare } from '#contract/fare'
import { reservationHours } from '#contract/policy'
import type { Db } from '#server/db/client'
import { type Sql, isoTimeSql, sql } from '#server/db/sql'

/** A fare as stored with a booking: its lines, and the prices from which other traveller types can be priced. */
export interface FrozenFare extends Fare {
  seat_fare_kobo: number
  park_fee_kobo: number
  /** The price of each seat, in the order of the booking's seats. */
  seats: SeatPrice[]
  /** For a moved booking: the highest price that each of these seats has had, without our fees, in kobo. */
  fee_bases?: number[]
}

/** A booking with data of its trip, passengers, refunds and payments. */
export interface BookingRow {
  id: string
  reference: string
  trip_id: string
  leg_from: number
  leg_to: number
  seats: number[]
  passenger_types: string[]
  status: Booking['status']
  user_id: string | null
  guest_token_sha256: Buffer | null
  contact_name: string | null
  contact_phone: string | null
  contact_email: string | null
  kin_name: string | null
  kin_phone: string | null
  kin_relationship: NonNullable<Booking['next_of_kin']>['relationship'] | null
  insurance: boolean
  fare: FrozenFare
  total_kobo: number
  paid_kobo: number
  refunded_kobo: number
  hold_expires_at: Date | null
  reseated: boolean
  reseat_cause: NonNullable<Booking['reseat_cause']> | null
  free_cancel_until: Date | null
  reschedules_left: number
  fee_percent_floor: number
  confirmed_at: Date | null
  /** When the bus leaves the stop at which the passengers board. */
  boards_at: Date
  operator_id: string
  operator_phone: string | null
  luggage: string
  insurer: string | null
  plate: string | null
  /** The departure's delay, and the operator's note about the departure. */
  delay_minutes: number
  note: string | null
  server_time: Date
  /** Whether the booking still has all its seats, even if its deadline has passed. */
  is_alive: boolean
  passengers: Booking['passengers']
  /** Whether its account has reviewed the operator since the departure. */
  reviewed: boolean
  refunds: Booking['refunds']
  paid_at_counter: boolean
  /** Whether its seats are, or were, reserved to be paid at the park. */
  is_reserved: boolean
  /** Whether its seats were held because it was its person's turn on the waitlist. */
  is_offered: boolean
  /** Hours before departure at which its operator ends reservations; null if it takes none. */
  lead_hours: number | null
  /** Until when its seats would be reserved now; null if its operator takes no reservations. */
  reservation_ends_at: Date | null
  pending_payment: string | null
  /** The other direction of its return trip, unless that was released or lost before it was paid for. */
  return_trip: NonNullable<Booking['return_trip']> | null
}

// `more`: further columns. Uses subqueries instead of joins, since planning a join of ten tables would take longer than
// all other work for the query.
function selectBookings(where: Sql, more?: Sql) {
  return sql<BookingRow & { is_opened?: boolean }>`
    select ${more === undefined ? sql`` : sql`${more},`} b.*, run.*, boards_at(b.trip_id, b.leg_from) as boards_at,
      clock_timestamp() as server_time, coalesce(hold_is_alive(b.id), false) as is_alive,
      (select coalesce(jsonb_agg(jsonb_build_object('seat', p.seat, 'full_name', p.full_name, 'gender', p.gender,
          'passenger_type', p.passenger_type, 'phone', p.phone, 'address', p.address, 'infant_name', p.infant_name,
          'state', p.state)
          order by p.state desc, p.seat), '[]')
        from passenger p where p.booking_id = b.id) as passengers,
      (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amount_kobo', r.amount_kobo, 'to', r.destination,
          'reason', r.reason, 'state', r.state, 'requested_at', ${isoTimeSql(sql`r.requested_at`)},
          'settled_at', ${isoTimeSql(sql`r.settled_at`)}) order by r.requested_at, r.id), '[]')
        from refund r where r.payable_id = b.id or b.way = 'out' and r.payable_id = b.return_trip_id) as refunds,
      exists (select from payment p where p.payable_id = b.id and p.provider = 'counter') as paid_at_counter,
      exists (select from reservation r where r.booking_id = b.id) as is_reserved,
      b.holder like 'queue:%' as is_offered,
      case when run.lead_hours is not null then least(clock_timestamp() + make_interval(hours => ${reservationHours}),
        boards_at(b.trip_id, b.leg_from) - make_interval(hours => run.lead_hours)) end as reservation_ends_at,
      case when b.reseated then case when exists (select from booking_reseat x
          where x.booking_id = b.id and cardinality(x.moved_to) > 0)
        or exists (select from allotted_seat x where x.booking_id = b.id)
        then 'other_vehicle' else 'late_payment' end end as reseat_cause,
      exists (select from review r where r.person_id = b.user_id and r.operator_id = run.operator_id
        and r.written_at > boards_at(b.trip_id, b.leg_from)) as reviewed,
      (select p.reference from payment p where p.payable_id in (b.id, b.return_trip_id) and p.status in ('initiated', 'pending')
        order by p.created_at desc limit 1) as pending_payment,
      (select jsonb_strip_nulls(jsonb_build_object('way', b.way, 'other', other.reference,
          'total_kobo', b.total_kobo + other.total_kobo, 'lost', nullif(lost.lost, false)))
        from booking other
        cross join lateral (select b.confirmed_at is not null and other.status = 'expired' and exists (
          select from payment p where p.payable_id = other.id and p.outcome = 'refunded_late') as lost) lost
        where other.return_trip_id = b.return_trip_id and other.id <> b.id
          and (other.confirmed_at is not null or other.status in ('held', 'awaiting_payment') or lost.lost)) as return_trip
    from booking b
    cross join lateral (
      select t.plate, t.delay_minutes, t.note, o.id as operator_id, o.phone as operator_phone, o.luggage,
        o.insurer, (select c.reservation_lead_hours from counter_terms c where c.operator_id = o.id) as lead_hours
      from trip t join schedule s on s.id = t.schedule_id join operator o on o.id = s.operator_id
      where t.id = b.trip_id) run
    where ${where}`
}

/** Finds the booking with a normalised reference. The caller must check who owns it. */
export async function findBookingByReference(
  db: Db,
  reference: string,
): Promise<BookingRow | undefined> {
  const { rows } = await selectBookings(sql`b.reference = ${reference}`).execute(db)
  return rows[0]
}

/** Finds the booking with a normalised reference, and whether the guest token with this hash opens it. */
export async function findBookingForGuest(
  db: Db,
  reference: string,
  token_sha256: Buffer,
): Promise<{ row: BookingRow; is_opened: boolean } | undefined> {
  const { rows } = await selectBookings(
    sql`b.reference = ${reference}`,
    sql`guest_token_opens(b, ${token_sha256}) as is_opened`,
  ).execute(db)
  const [row] = rows
  return row && { row, is_opened: row.is_opened === true }
}

export async function findBookingById(db: Db, id: string): Promise<BookingRow | undefined> {
  const { rows } = await selectBookings(sql`b.id = ${id}::uuid`).execute(db)
  return rows[0]
}

/** Returns bookings by their ids, the newest first. */
export async function findBookingsByIds(db: Db, ids: readonly string[]): Promise<BookingRow[]> {
  if (ids.length === 0) return []
  const { rows } = await selectBookings(
    sql`b.id = any (${[...ids]}::uuid[]) order by b.created_at desc, b.id`,
  ).execute(db)
  return rows
}

/**
 * Returns the moves of a booking, oldest first. This is a separate statement, since holds and payments do not need the
 * moves.
 */
export async function findBookingMoves(db: Db, id: string): Promise<NonNullable<Booking['moves']>> {
  const { rows } = await sql<{ leaves_at: Date; moved_at: Date }>`
    select leaves_at, moved_at from booking_move where booking_id = ${id}::uuid order by number`.execute(
    db,
  )
  return rows.map(({ leaves_at, moved_at }) => ({
    departs_at: leaves_at.toISOString(),
    moved_at: moved_at.toISOString(),
  }))
}

const arrives = sql`due_at(b.trip_id, b.leg_to)`

/** The conditions of the three lists of bookings. A trip is past when it has arrived. */
const states = {
  upcoming: sql`(b.status = 'confirmed' or b.status = 'travelled' and ${arrives} > now()
    or (b.status in ('held', 'awaiting_payment') and b.hold_expires_at > now()))`,
  past: sql`(b.status = 'completed' or b.status = 'travelled' and ${arrives} <= now())`,
  cancelled: sql`b.status in ('cancelled', 'operator_cancelled') and b.confirmed_at is not null`,
}

/**
 * Returns at most `maxListedBookings` bookings of a user in one state: upcoming ones by departure, past and cancelled
 * ones latest first.
 */
export async function findBookingsOfUser(
  db: Db,
  userId: string,
  state: keyof typeof states,
): Promise<BookingRow[]> {
  const order = state === 'upcoming' ? sql`asc` : sql`desc`
  const { rows } = await selectBookings(
    sql`b.user_id = ${userId}::uuid and ${states[state]} order by boards_at ${order}, b.id
      limit ${maxListedBookings}`,
  ).execute(db)
  return rows
}

/** Locks a booking's row until the transaction ends, so that data read afterwards cannot change. */
export async function lockBooking(
  db: Db,
  by: { reference: string } | { id: string },
): Promise<void> {
  const one = 'id' in by ? sql`id = ${by.id}::uuid` : sql`reference = ${by.reference}`
  await sql`select from booking where ${one} for update`.execute(db)
}
