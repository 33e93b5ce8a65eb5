import type { Config } from '#server/config'
import type { Db } from '#server/db/client'
import { mapProviders, type ProviderName } from '#contract/payments/rules'
import { standIns } from '#demo/sandbox/companies'
import { sql } from '#server/db/sql'
import { enqueue } from '#server/jobs/queue'
import { aStaffKey, anOperatorKey } from '#tests/support/makers/boarding'
import { type MadeTrip, aTrip, anOperator } from '#tests/support/makers/trips'
import { seedParcelLists } from '#tests/support/makers/parcels'
import type { SeededRandom } from './seeded-random.ts'
import { type Tally, makeTally } from '#tests/load/actors/caller'
import { type VehiclePool, aVehiclePool } from './vehicle-pool.ts'
import { retryForOneMinute } from './retry.ts'

/** The setting of a load run: the processes, few seats, and what was recorded. */
export interface LoadRunSetting {
  readonly db: Db
  readonly config: Config
  readonly origins: () => readonly string[]
  readonly dice: SeededRandom
  readonly tally: Tally
  /** The SHA-256 of every forged message that was sent. */
  readonly forged: Set<string>
  /** Providers' messages that no attempt could deliver. */
  readonly lost: { messages: number }
  /** How many paid charges the companies considered, and how often each of their acts without our order happened. */
  readonly companies: { charges: number; readonly acts: Record<string, number> }
  /** A random trip of those on sale; it may be full. */
  trip: () => MadeTrip
  /** A random trip in the opposite direction, two days later. */
  tripBack: () => MadeTrip
  /** Records that a trip was full. After several records about one trip, another trip goes on sale instead. */
  isFull: (trip: MadeTrip) => Promise<void>
  /** The counter for parcels: their bus, the key of its operator's scanners, and our staff's key. */
  readonly counter: { trip: MadeTrip; key: string; staff: string }
  /** Vehicles for hire, with the keys of their operators. */
  readonly vehiclePool: VehiclePool
  /** Delayed work that continues while its buyer does something else. */
  readonly errands: Set<Promise<unknown>>
}

const onSale = 5
const disappointments = 12

/**
 * Makes the setting of a load run, with five trips of few seats on sale at a time, and as many in the opposite
 * direction.
 */
export async function aLoadRunSetting(
  base: Pick<LoadRunSetting, 'db' | 'config' | 'origins' | 'dice'>,
): Promise<LoadRunSetting> {
  const { db, dice } = base
  const operator_id = await anOperator(db)
  const another = (isBack: boolean) =>
    retryForOneMinute(() =>
      aTrip(db, {
        operator_id,
        ...(isBack && { departs_in_hours: 96, stops: ['ibadan', 'lagos'] }),
        vehicle: 'hiace-15',
        seats_left: dice.number(3, 8),
        fare_kobo: dice.number(3, 12) * 100_000,
      }),
    )
  const trips: MadeTrip[] = []
  const backs: MadeTrip[] = []
  while (trips.length < onSale) trips.push(await another(false))
  while (backs.length < onSale) backs.push(await another(true))
  const bus = await aTrip(db, { operator_id, stops: ['lagos', 'abuja'] })
  await seedParcelLists(db)
  const { token: key } = await anOperatorKey({ db }, operator_id)
  const misses = new Map<string, number>()
  return {
    ...base,
    tally: makeTally(),
    forged: new Set(),
    lost: { messages: 0 },
    companies: { charges: 0, acts: {} },
    counter: { trip: bus, key, staff: (await aStaffKey({ db })).token },
    vehiclePool: await aVehiclePool(db, dice.fork(5)),
    errands: new Set(),
    trip: () => dice.pick(trips),
    tripBack: () => dice.pick(backs),
    isFull: async (trip) => {
      const missed = (misses.get(trip.id) ?? 0) + 1
      misses.set(trip.id, missed)
      if (missed !== disappointments) return
      const isBack = backs.includes(trip)
      const next = await another(isBack)
      const list = isBack ? backs : trips
      list.splice(list.indexOf(trip), 1, next)
    },
  }
}

/** Prevents the demo country from being written to this database: these runs create their own trips. */
export async function excludeDemo(db: Db): Promise<void> {
  await sql`insert into installed (name) values ('demo country') on conflict do nothing`.execute(db)
}

/** Moves the end of a hold to now, as if its ten minutes were over. */
export async function expireHold(db: Db, reference: string): Promise<void> {
  await retryForOneMinute(() =>
    sql`
      with late as (
        update booking set hold_expires_at = clock_timestamp() - interval '1 second'
        where reference = ${reference} and status in ('held', 'awaiting_payment') returning id
      )
      update seat_claim c set expires_at = clock_timestamp() - interval '1 second'
      from late where c.booking_id = late.id and c.expires_at is not null`.execute(db),
  )
}

/** Makes an unpaid parcel and its payment attempts expire now; enqueues the job that acts on it. */
export async function expireParcel(db: Db, tracking_id: string): Promise<void> {
  await retryForOneMinute(() =>
    sql`
      with late as (
        update parcel set pay_until = clock_timestamp() - interval '1 second'
        where tracking_id = ${tracking_id} and state = 'pending_payment' returning id
      )
      update payment p set expires_at = clock_timestamp() - interval '1 second'
      from late where p.payable_id = late.id and p.status <> 'succeeded'`.execute(db),
  )
  await retryForOneMinute(() => enqueue(db, 'parcel.sweep', {}))
}

const numberOf = (company: ProviderName, does: string) =>
  standIns[company].cards.find((card) => card.does === does)?.number ?? ''

/** Each company's test card that succeeds. */
export const goodCard = mapProviders((name) => numberOf(name, 'goes through'))

/** Each company's test card that is declined. */
export const declinedCard = mapProviders((name) => numberOf(name, 'is declined'))
