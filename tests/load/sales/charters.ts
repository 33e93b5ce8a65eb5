import { type Db, inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId, makeReference } from '#server/platform/ids'
import { aPerson } from './wallets.ts'
import { aVehicle, type MadeVehicle } from '#tests/support/makers/charters'

/** A charter made with SQL only: a deposit of ₦30,000 and a balance of ₦70,000. */
export interface SqlCharter {
  id: string
  person: string
  vehicle: MadeVehicle
  deposit: string
}

const total_kobo = 10_000_000
export const deposit_kobo = 3_000_000

/** Writes a charter of three days for a vehicle, without taking the days. */
export async function writeCharter(
  db: Db,
  vehicle: MadeVehicle,
  person: string,
  ahead = 30,
): Promise<SqlCharter> {
  const [id, deposit] = [makeId(), makeId()]
  const price = { lines: [], total_kobo, deposit_kobo }
  await sql`
    insert into charter (id, reference, person_id, vehicle_id, operator_id, kind, stops, starts_at, from_day, until_day, km,
      travellers, contact_name, contact_phone, price, total_kobo, hire_kobo, fee_kobo, vat_kobo, pay_until)
    select ${id}::uuid, ${makeReference()}, ${person}::uuid, ${vehicle.id}::uuid, ${vehicle.operator_id}::uuid, 'days', '[]',
      first + time '07:00' at time zone 'Africa/Lagos', first, first + 2, 100, 4, 'Ada Obi', '+2348031234567',
      ${JSON.stringify(price)}::jsonb, ${total_kobo}, 8859061, 443278, 697661, now() + interval '30 minutes'
    from (select lagos_today() + ${ahead}::int as first) day`.execute(db)
  await sql`
    insert into charter_instalment (id, charter_id, number, kind, amount_kobo, fee_kobo, vat_kobo, due_at) values
      (${deposit}::uuid, ${id}::uuid, 1, 'deposit', ${deposit_kobo}, 132983, 209298, now() + interval '30 minutes'),
      (${makeId()}::uuid, ${id}::uuid, 2, 'balance', ${total_kobo - deposit_kobo}, 310295, 488363, now() + interval '20 days')`.execute(
    db,
  )
  return { id, person, vehicle, deposit }
}

/** Writes an unpaid charter and takes its days. Throws when the vehicle is taken. */
export async function aCharter(
  db: Db,
  vehicle?: MadeVehicle,
  wallet_kobo = 0,
): Promise<SqlCharter> {
  const it = vehicle ?? (await aVehicle(db))
  const person = await aPerson(db, wallet_kobo)
  return inTransaction(db, async (tx) => {
    const made = await writeCharter(tx, it, person)
    const { rows } = await sql<{
      taken: boolean
    }>`select take_vehicle_days(${made.id}::uuid) as taken`.execute(tx)
    if (rows[0]?.taken !== true) throw new Error('the vehicle is taken')
    return made
  })
}

/** Opens an attempt to pay the deposit, `part_kobo` of it from a wallet; returns the attempt's reference. */
export async function openCharterPayment(
  db: Db,
  { deposit, person }: SqlCharter,
  part_kobo = 0,
): Promise<string> {
  const payment = makeId()
  await sql`select open_attempt(${payment}::uuid, ${payment}, 'charter', ${deposit}::uuid, ${person}::uuid, 'paystack', 'card',
    ${deposit_kobo - part_kobo}::bigint, ${part_kobo}::bigint, null, null, null)`.execute(db)
  return payment
}

/** Makes the money of an attempt arrive. */
export async function makeCharterPaymentArrive(db: Db, payment: string): Promise<void> {
  await sql`select apply_payment(${payment}, 'succeeded', ${deposit_kobo}::bigint, 'NGN', ${payment}, 'card', '{}'::jsonb)`.execute(
    db,
  )
}
