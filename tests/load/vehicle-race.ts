import { sql } from 'kysely'
import { signUp } from '#contract/accounts/endpoints'
import { bookCharter, quoteCharter } from '#contract/charters/endpoints'
import type { Db } from '#server/db/client'
import { newId } from '#server/platform/ids'
import { countOf } from '#tests/load/books'
import { type Phone, type Shown, newTally, phoneOf } from '#tests/load/caller'
import { diceOf } from '#tests/load/dice'
import { hoursAhead, roadTrip } from '#tests/load/hired'
import { aVehicle, contact } from '#tests/support/charters'

export interface VehicleRace {
  people: number
  /** Who has it, and who was told that somebody else has. */
  hired: number
  refused: number
  let_twice: number
  ms: number
  answers: Record<string, number>
  /** Answers of 500 and above, 503 too. */
  broken: number
  /** Calls that got no answer in a minute and a half. */
  silent: number
}

/** How many sign up at a time. */
const atATime = 10

/** So many people hire one vehicle for one day at once. */
export async function vehicleRace(
  db: Db,
  origins: () => readonly string[],
  { people = 200, seed = 1 } = {},
): Promise<VehicleRace> {
  const vehicle = await aVehicle(db)
  const dice = diceOf(seed)
  const before = newTally()
  const patient = { impatient: 0, patience: 90_000 }
  const first = phoneOf(origins, dice, before, patient)
  const all: Shown[] = []
  while (all.length < people)
    all.push(...(await Promise.all(Array.from({ length: atATime }, () => somebody(first)))))
  const journey = { vehicle_id: vehicle.id, ...roadTrip(hoursAhead(24 * 20).day) }
  const quote = await first.call(quoteCharter, journey, { device_id: newId() })
  const price = { total_kobo: quote?.data.price.total_kobo ?? 0, plan: 'deposit' as const }
  const order = { ...journey, ...price, start_time: '07:30', travellers: 10, contact }

  const tally = newTally()
  const started = Date.now()
  const said = await Promise.all(
    all.map((shown, at) =>
      phoneOf(origins, dice.fork(at), tally, patient).call(bookCharter, order, shown),
    ),
  )
  const ms = Date.now() - started
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from charter where vehicle_id = ${vehicle.id}::uuid`.execute(db)
  const broken = Object.entries(tally.statuses).filter(([status]) => Number(status) >= 500)
  return {
    people,
    hired: rows[0]?.count ?? 0,
    refused: said.filter((answer) => answer?.code === 'vehicle_taken').length,
    let_twice: await countOf(db, 'vehicle let twice on a day'),
    ms,
    answers: tally.statuses,
    broken: broken.reduce((sum, [, count]) => sum + count, 0),
    silent: tally.silent,
  }
}

/** Somebody new with an account. */
async function somebody(phone: Phone): Promise<Shown> {
  const device_id = newId()
  const input = {
    full_name: 'Ada Obi',
    email: `${device_id}@load.example`,
    password: 'four words in a row',
  }
  const answer = await phone.call(signUp, input, { device_id })
  if (answer?.status !== 200) throw new Error(`nobody was made: ${answer?.code}`)
  return { device_id, token: answer.data.token }
}
