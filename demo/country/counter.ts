import type { CounterMeans } from '#contract/counter/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { nowPlusDaysSql } from './history-money.ts'
import type { DemoWalkInParcel } from './counter-parcels.ts'
import type { SeedNextOfKin, SeedTripPart } from './histories.ts'

interface DemoWalkIn {
  full_name: string
  gender: 'female' | 'male'
  phone?: string
  address?: string
  infant_name?: string
}

/**
 * A sale of seats in a demo shift. Sales with the same `departure` are on the same bus. `back`: the sale is cancelled
 * and refunded.
 */
interface DemoSale {
  travellers: readonly DemoWalkIn[]
  means: CounterMeans
  next_of_kin?: SeedNextOfKin
  departure?: string
  back?: true
}

/** A shift of the demo's clerk, in days from today. Without `closed` it is still open. */
interface DemoShift {
  opened: number
  float_naira: number
  sales: readonly DemoSale[]
  parcels?: readonly DemoWalkInParcel[]
  /** Whether a person of the demo reserved seats, and paid for one of them in this shift. */
  has_reservations?: true
  /** Seats that the clerk's phone sells without a network: how many, and the sales that it has reported. */
  set_aside?: { seats: number; sold: readonly Pick<DemoSale, 'travellers' | 'means'>[] }
  /** When it was closed, and how much more or less cash than expected was counted. */
  closed?: { days: number; off_naira: number; reason?: string }
}

const hour = 1 / 24

/** Shifts in every state, oldest first. */
export const demoShifts: readonly DemoShift[] = [
  {
    opened: -10 - 8 * hour,
    float_naira: 10_000,
    sales: [],
    parcels: [
      {
        sender: { full_name: 'Rabi Garba', phone: '+2348031114401' },
        receiver: { full_name: 'Emeka Nnadi', phone: '+2348031114402' },
        contents: 'Four pairs of sandals and a bag',
        size: 'small',
        type: 'clothes',
        value_naira: 18_000,
        means: 'cash',
        arrived: -9,
      },
    ],
    closed: { days: -10, off_naira: 0 },
  },
  {
    opened: -1 - 9 * hour,
    float_naira: 10_000,
    sales: [
      { travellers: [{ full_name: 'Chukwuemeka Eze', gender: 'male' }], means: 'cash' },
      { travellers: [{ full_name: 'Halima Sani', gender: 'female' }], means: 'transfer' },
    ],
    closed: { days: -1 - hour, off_naira: 0 },
  },
  {
    opened: -10 * hour,
    float_naira: 10_000,
    sales: [
      { travellers: [{ full_name: 'Tunde Bakare', gender: 'male' }], means: 'cash' },
      { travellers: [{ full_name: 'Ngozi Umeh', gender: 'female' }], means: 'card_machine' },
    ],
    closed: {
      days: -4 * hour,
      off_naira: -500,
      reason: 'Gave a traveller ₦500 too much change.',
    },
  },
  {
    opened: -3 * hour,
    float_naira: 20_000,
    has_reservations: true,
    sales: [
      {
        travellers: [
          {
            full_name: 'Yetunde Alabi',
            gender: 'female',
            phone: '+2347009254021',
            address: '14 Ikorodu Road, Fadeyi',
            infant_name: 'Temi Alabi',
          },
          { full_name: 'Kayode Alabi', gender: 'male', address: '14 Ikorodu Road, Fadeyi' },
        ],
        means: 'cash',
        next_of_kin: {
          full_name: 'Bisi Alabi',
          phone: '+2347009254022',
          relationship: 'parent',
        },
        departure: 'incomplete manifest',
      },
      // These two travellers gave no next of kin, and the second of them gave only a name.
      {
        travellers: [
          { full_name: 'Ibrahim Lawal', gender: 'male', address: '3 Bode Thomas Street, Surulere' },
        ],
        means: 'card_machine',
        departure: 'incomplete manifest',
      },
      {
        travellers: [{ full_name: 'Blessing Essien', gender: 'female' }],
        means: 'transfer',
        departure: 'incomplete manifest',
      },
      { travellers: [{ full_name: 'Sunday Okoro', gender: 'male' }], means: 'cash', back: true },
    ],
    parcels: [
      {
        sender: { full_name: 'Bisi Adeleke', phone: '+2348031114403' },
        receiver: { full_name: 'Umar Faruk', phone: '+2348031114404' },
        contents: 'Spare parts for a generator',
        size: 'medium',
        type: 'electronics',
        value_naira: 45_000,
        means: 'transfer',
      },
    ],
    set_aside: {
      seats: 4,
      sold: [{ travellers: [{ full_name: 'Obinna Nwankwo', gender: 'male' }], means: 'cash' }],
    },
  },
]

/**
 * Claims the right to write the shifts, once. Returns the country's seed; undefined if the shifts exist already, or if
 * the desks of the demo or departures in more than ten days are missing.
 */
export async function claimCounter(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ seed: number }>`
    insert into installed (name) select 'demo counter' from installed where name = 'demo desks'
      and exists (select from trip where status = 'scheduled' and departs_at > now() + interval '10 days')
    on conflict do nothing
    returning (select (detail ->> 'seed_number')::int from installed where name = 'demo country') as seed`.execute(
    db,
  )
  return rows[0]?.seed
}

/** Returns the member with this email address at an operator's desk. */
export async function findClerk(
  db: Db,
  email: string,
): Promise<{ operator_id: string; member_id: string; user_id: string } | undefined> {
  const { rows } = await sql<{ operator_id: string; member_id: string; user_id: string }>`
    select m.operator_id, m.id as member_id, p.id as user_id from member m join person p on p.id = m.person_id
    where p.email = ${email} and m.operator_id is not null and m.ended_at is null`.execute(db)
  return rows[0]
}

/**
 * Returns a coming departure of an operator, from its first to its last stop, with this many free seats; the same for
 * the same name.
 */
export async function findSeatsToSell(
  db: Db,
  operator_id: string,
  count: number,
  about: string,
): Promise<SeedTripPart & { seats: number[] }> {
  const { rows } = await sql<SeedTripPart & { seats: number[] }>`
    select t.id as trip_id, run.leg_from, run.leg_to, free.seats
    from schedule s join trip t on t.schedule_id = s.id
    cross join lateral (select min(position) as leg_from, max(position) as leg_to from schedule_stop
      where schedule_id = s.id) run
    join fare f on f.schedule_id = s.id and f.leg_from = run.leg_from and f.leg_to = run.leg_to
    cross join lateral (
      select seats_together(t.id, run.leg_from, run.leg_to, ${count}, t.id) as seats) free
    where s.operator_id = ${operator_id}::uuid and s.feed_id is null and t.status = 'scheduled'
      and t.departs_at between now() + interval '2 days' and now() + interval '6 days' and free.seats is not null
    order by md5(t.id || ${about}) limit 1`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error(`nothing runs for ${about}`)
  return found
}

/** Sets when a shift was closed, in days from today. */
export async function backdateShiftClosing(db: Db, id: string, days: number): Promise<void> {
  await sql`update counter_shift set closed_at = ${nowPlusDaysSql(days)} where id = ${id}::uuid`.execute(
    db,
  )
}
