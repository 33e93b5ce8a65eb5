import { type Db, inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId, makeReference } from '#server/platform/ids'
import { runConcurrently } from './concurrently.ts'
import type { charterQueries } from '#tests/load/invariants/charters'
import {
  makeCharterPaymentArrive,
  aCharter,
  openCharterPayment,
  writeCharter,
} from '#tests/load/sales/charters'
import { aPerson } from '#tests/load/sales/wallets'
import { aVehicle } from '#tests/support/makers/charters'

interface CharterGuardMutation {
  guard: string
  detectedBy: keyof typeof charterQueries
  removeGuardSql: string
  attack: (db: Db) => Promise<unknown>
}

const inFunction = (name: string, was: string, is: string) =>
  `do $$ begin execute regexp_replace(pg_get_functiondef('${name}'::regproc), '${was}', '${is}', 'g'); end $$`

/** Ignores errors: they mean that the guard works. */
const refused = (work: Promise<unknown>) => work.catch(() => undefined)

/** Two people hire one vehicle for the same days. */
async function letTwice(db: Db): Promise<void> {
  const vehicle = await aVehicle(db)
  await aCharter(db, vehicle)
  await refused(aCharter(db, vehicle))
}

/** Writes a charter without taking its days. */
async function forgetDays(db: Db): Promise<void> {
  const [vehicle, person] = [await aVehicle(db), await aPerson(db, 0)]
  await refused(inTransaction(db, (tx) => writeCharter(tx, vehicle, person)))
}

/** Deletes the days of a charter that is still valid. */
async function freeDays(db: Db): Promise<void> {
  const { id } = await aCharter(db)
  await refused(sql`delete from charter_day where charter_id = ${id}`.execute(db))
}

/** Two payments for one deposit arrive at the same time. */
async function twoPayOneDeposit(db: Db): Promise<void> {
  const made = await aCharter(db)
  const payments = [await openCharterPayment(db, made), await openCharterPayment(db, made)]
  await runConcurrently(
    db,
    ...payments.map((payment) => (tx: Db) => makeCharterPaymentArrive(tx, payment)),
  )
}

/** Expires a charter for whose deposit money is set aside. */
async function expireWhileSetAside(db: Db): Promise<void> {
  const made = await aCharter(db, undefined, 500_000)
  await openCharterPayment(db, made, 200_000)
  await sql`update charter set pay_until = now() - interval '1 minute' where id = ${made.id}`.execute(
    db,
  )
  await sql`select expire_charters(10)`.execute(db)
}

/** A person with an unpaid vehicle hires two more at the same time. */
async function hireAtOnce(db: Db): Promise<void> {
  const { person } = await aCharter(db)
  // If each vehicle inserted its own city, one transaction would wait for the other.
  const hire = (vehicle: Awaited<ReturnType<typeof aVehicle>>) => async (tx: Db) => {
    const { id } = await writeCharter(tx, vehicle, person)
    await sql`select take_vehicle_days(${id}::uuid)`.execute(tx)
  }
  await runConcurrently(db, hire(await aVehicle(db)), hire(await aVehicle(db)))
}

async function writeRequest(db: Db, person: string): Promise<string> {
  const id = makeId()
  await sql`
    insert into charter_request (id, reference, person_id, kind, stops, city_id, starts_at, from_day, until_day, km, travellers, open_until)
    select ${id}::uuid, ${makeReference()}, ${person}::uuid, 'days', '[]', min(id), now() + interval '9 days',
      lagos_today() + 9, lagos_today() + 9, 0, 4, now() + interval '5 days' from city`.execute(db)
  return id
}

/** A person with four requests makes two more at the same time. */
async function askAtOnce(db: Db): Promise<void> {
  await aVehicle(db)
  const person = await aPerson(db, 0)
  for (let n = 1; n <= 4; n += 1) await writeRequest(db, person)
  const another = (tx: Db) => writeRequest(tx, person)
  await runConcurrently(db, another, another)
}

/** Accepts two offers of one request. */
async function acceptTwo(db: Db): Promise<void> {
  const vehicles = [await aVehicle(db), await aVehicle(db)]
  const request = await writeRequest(db, await aPerson(db, 0))
  for (const { id, operator_id } of vehicles)
    await sql`
      insert into charter_offer (id, request_id, operator_id, vehicle_id, hire_kobo, price, terms, valid_until)
      values (${makeId()}, ${request}, ${operator_id}, ${id}, 100, '{}', '', now() + interval '1 day')`.execute(
      db,
    )
  await refused(sql`update charter_offer set state = 'accepted'`.execute(db))
}

/** Starts a charter without its code. */
async function beginWithoutCode(db: Db): Promise<void> {
  const made = await aCharter(db)
  await makeCharterPaymentArrive(db, await openCharterPayment(db, made))
  await refused(sql`update charter set state = 'paid' where id = ${made.id}`.execute(db))
  await refused(sql`update charter set state = 'under_way' where id = ${made.id}`.execute(db))
}

export const charterGuardMutations: readonly CharterGuardMutation[] = [
  {
    guard: 'charter_day: a vehicle’s day once',
    detectedBy: 'vehicle let twice on a day',
    removeGuardSql: 'alter table charter_day drop constraint charter_day_pkey',
    attack: letTwice,
  },
  {
    guard: 'charter: a live one has its days',
    detectedBy: 'charter without its days, or with days when it is over',
    removeGuardSql: 'drop trigger charter_has_its_days on charter',
    attack: forgetDays,
  },
  {
    guard: 'charter_day: stays while its charter lives',
    detectedBy: 'charter without its days, or with days when it is over',
    removeGuardSql: 'drop trigger charter_day_stays on charter_day',
    attack: freeDays,
  },
  {
    guard: 'fulfil_instalment: paid once',
    detectedBy: 'instalment paid, and not by one payment’s worth',
    removeGuardSql: `${inFunction('lock_instalment', 'when state = .paid. then .paid_twice.', 'when false then null')};
      ${inFunction('lock_instalment', 'charter_state = .awaiting_payment. and', '')};
      ${inFunction('fulfil_instalment', 'part.state = .paid.', 'false')}`,
    attack: twoPayOneDeposit,
  },
  {
    guard: 'close_charter: frees the wallet',
    detectedBy: 'money set aside for an instalment that does not wait for it',
    removeGuardSql: inFunction('close_charter', 'perform free_wallet_holds[^;]*;', ''),
    attack: expireWhileSetAside,
  },
  {
    guard: 'charter: unpaid vehicles are counted one by one',
    detectedBy: 'vehicles kept unpaid by one person above two',
    removeGuardSql: inFunction('limit_unpaid_charters', 'perform pg_advisory_xact_lock[^;]*;', ''),
    attack: hireAtOnce,
  },
  {
    guard: 'charter_request: open ones are counted one by one',
    detectedBy: 'open requests for charters of one person above five',
    removeGuardSql: inFunction('limit_open_requests', 'perform pg_advisory_xact_lock[^;]*;', ''),
    attack: askAtOnce,
  },
  {
    guard: 'charter_offer: one is accepted of a request',
    detectedBy: 'two offers of one request accepted, or two charters of one offer',
    removeGuardSql: 'drop index charter_offer_accepted_once',
    attack: acceptTwo,
  },
  {
    guard: 'charter: begun by its code',
    detectedBy: 'charter that began or ended without its code',
    removeGuardSql: 'alter table charter drop constraint begun_by_its_code',
    attack: beginWithoutCode,
  },
]
