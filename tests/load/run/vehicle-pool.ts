import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { enqueue } from '#server/jobs/queue'
import { makeId } from '#server/platform/ids'
import type { Credentials } from '#tests/load/actors/caller'
import type { SeededRandom } from './seeded-random.ts'
import { retryForOneMinute } from './retry.ts'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { type MadeVehicle, aVehicle } from '#tests/support/makers/charters'
import { anOperator } from '#tests/support/makers/trips'

/** A few vehicles of two operators for many customers. */
export interface VehiclePool {
  vehicle: () => MadeVehicle
  /** Returns one vehicle of each operator. */
  oneOfEach: () => MadeVehicle[]
  /** Records that a vehicle was taken. After several records, the vehicle is replaced. */
  isTaken: (vehicle: MadeVehicle) => Promise<void>
  /** Returns the credentials of the vehicle's operator. */
  operatorOf: (vehicle: MadeVehicle) => Credentials
}

const ofEach = 3
const disappointments = 12

/** Makes two operators with three vehicles each, all in Lagos. */
export async function aVehiclePool(db: Db, dice: SeededRandom): Promise<VehiclePool> {
  const keys = new Map<string, string>()
  const fleets: MadeVehicle[][] = []
  for (let made = 0; made < 2; made += 1) {
    const operator_id = await anOperator(db)
    keys.set(operator_id, (await anOperatorKey({ db }, operator_id, ['charters'])).token)
    const fleet: MadeVehicle[] = []
    while (fleet.length < ofEach) fleet.push(await aVehicle(db, { operator_id }))
    fleets.push(fleet)
  }
  const misses = new Map<string, number>()
  return {
    vehicle: () => dice.pick(dice.pick(fleets)),
    oneOfEach: () => fleets.map((fleet) => dice.pick(fleet)),
    isTaken: async (vehicle) => {
      const missed = (misses.get(vehicle.id) ?? 0) + 1
      misses.set(vehicle.id, missed)
      if (missed !== disappointments) return
      const { operator_id } = vehicle
      const next = await retryForOneMinute(() => aVehicle(db, { operator_id }))
      for (const fleet of fleets) {
        const at = fleet.indexOf(vehicle)
        if (at >= 0) fleet.splice(at, 1, next)
      }
    },
    operatorOf: ({ operator_id }) => ({ device_id: makeId(), token: keys.get(operator_id) ?? '' }),
  }
}

/**
 * Moves the payment deadline of an unpaid or booked charter 31 minutes into the past, and that of its payment attempts
 * to now. Enqueues the sweep that acts on these deadlines.
 */
export async function expireCharter(db: Db, reference: string): Promise<void> {
  await retryForOneMinute(() =>
    sql`
      with late as (
        update charter set pay_until = clock_timestamp() - interval '31 minutes'
        where reference = ${reference} and state in ('awaiting_payment', 'booked') returning id
      )
      update payment p set expires_at = clock_timestamp() - interval '1 second'
      from late join charter_instalment i on i.charter_id = late.id
      where p.payable_id = i.id and p.status <> 'succeeded'`.execute(db),
  )
  await retryForOneMinute(() => enqueue(db, 'charter.sweep', {}))
}

/**
 * Moves a paid charter `days` days into the past, as if nobody had come, unless another charter has the vehicle on
 * those days. Enqueues the sweep in both cases.
 */
export async function moveCharterToPast(db: Db, reference: string, days: number): Promise<void> {
  await retryForOneMinute(() =>
    sql`
      with it as (
        select id, vehicle_id, from_day, until_day from charter where reference = ${reference} and state = 'paid' for update
      ), moved as (
        update charter c set starts_at = c.starts_at - ${days} * interval '1 day', from_day = c.from_day - ${days}::int,
          until_day = c.until_day - ${days}::int
        from it where c.id = it.id and not exists (select from charter_day d where d.vehicle_id = it.vehicle_id
          and d.day between it.from_day - ${days}::int and it.until_day - ${days}::int)
        returning c.id
      )
      update charter_day d set day = d.day - ${days}::int from moved where d.charter_id = moved.id`.execute(
      db,
    ),
  )
  await retryForOneMinute(() => enqueue(db, 'charter.sweep', {}))
}
