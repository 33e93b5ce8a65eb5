import { signUp } from '#contract/accounts/endpoints'
import { holdSeats, setPassengers } from '#contract/bookings/endpoints'
import { quoteCharter } from '#contract/charters/market/endpoints'
import { bookCharter } from '#contract/charters/trips/endpoints'
import type { Output } from '#contract/endpoint'
import { startPayment } from '#contract/payments/endpoints'
import { getTrip } from '#contract/trips/endpoints'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { countViolations } from '#tests/load/invariants/invariants'
import { type Phone, type Credentials, makeTally, makePhone } from '#tests/load/actors/caller'
import { type SeededRandom, makeSeededRandom } from './seeded-random.ts'
import { computeTimeAhead, journeyInput } from '#tests/load/actors/booked-charter'
import { retryForOneMinute } from './retry.ts'
import { goodCard } from './load-run-setting.ts'
import { makeTravellers } from '#tests/support/makers/bookings'
import { aVehicle, charterContact } from '#tests/support/makers/charters'
import { aTrip } from '#tests/support/makers/trips'

/* Races of very many people for few seats or for one vehicle. */

/** The answers of the processes to all calls. */
interface Answers {
  answers: Record<string, number>
  /** Answers of 500 and above, including 503. */
  broken: number
  /** Calls without an answer within a minute and a half. */
  silent: number
}

export interface SeatRush extends Answers {
  buyers: number
  seats: number
  /** The time until the last seat was claimed; `ticketed_ms`: until the last ticket was issued. */
  claimed_ms: number
  ticketed_ms: number
  sold: number
  sold_twice: number
}

export interface VehicleRush extends Answers {
  people: number
  /** How many people got the vehicle; `refused`: how many were refused because it was taken. */
  hired: number
  refused: number
  let_twice: number
  ms: number
}

type HeldSeats = Output<typeof holdSeats>
type Origins = () => readonly string[]

const seats = 50

/** How many people sign up at the same time. */
const atATime = 10

/** Settings of phones that wait for their answer. */
const patient = { impatient: 0, timeout: 90_000 }

/** Makes many buyers compete at the same time for the fifty seats of one departure. Each buyer who gets a seat pays. */
export async function rushForSeats(
  db: Db,
  origins: Origins,
  { buyers = 500, seed = 1 } = {},
): Promise<SeatRush> {
  const trip = await aTrip(db, { vehicle: 'coach-59', seats_left: seats })
  const dice = makeSeededRandom(seed)
  let claimed_ms = 0
  const { started, answers } = await allAtOnce(origins, dice, buyers, async (phone, at, began) => {
    const shown = { device_id: crypto.randomUUID() }
    await buyAnySeat(phone, dice.fork(at + buyers), trip.id, shown, () => {
      claimed_ms = Math.max(claimed_ms, Date.now() - began)
    })
  })
  const sold = await untilTicketed(db, trip.trip_id, started)
  const twice = await Promise.all([
    countViolations(db, 'seats sold twice, by claims'),
    countViolations(db, 'seats sold twice, by tickets'),
  ])
  return {
    buyers,
    seats,
    claimed_ms,
    ticketed_ms: sold.ms,
    sold: sold.count,
    sold_twice: twice[0] + twice[1],
    ...answers,
  }
}

/** Runs many people who hire one vehicle for one day at the same time. */
export async function rushForVehicle(
  db: Db,
  origins: Origins,
  { people = 200, seed = 1 } = {},
): Promise<VehicleRush> {
  const vehicle = await aVehicle(db)
  const dice = makeSeededRandom(seed)
  const first = makePhone(origins, dice, makeTally(), patient)
  const all: Credentials[] = []
  while (all.length < people)
    all.push(...(await Promise.all(Array.from({ length: atATime }, () => somebody(first)))))
  const journey = { vehicle_id: vehicle.id, ...journeyInput(computeTimeAhead(24 * 20).day) }
  const quote = await first.call(quoteCharter, journey, { device_id: makeId() })
  const price = { total_kobo: quote?.data.price.total_kobo ?? 0, plan: 'deposit' as const }
  const order = {
    ...journey,
    ...price,
    start_time: '07:30',
    travellers: 10,
    contact: charterContact,
  }

  const { said, ms, answers } = await allAtOnce(origins, dice, people, (phone, at) =>
    phone.call(bookCharter, order, all[at] ?? { device_id: makeId() }),
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from charter where vehicle_id = ${vehicle.id}::uuid`.execute(db)
  return {
    people,
    hired: rows[0]?.count ?? 0,
    refused: said.filter((answer) => answer?.code === 'vehicle_taken').length,
    let_twice: await countViolations(db, 'vehicle let twice on a day'),
    ms,
    ...answers,
  }
}

/** Makes many people act at the same time, each with their own phone. */
async function allAtOnce<Said>(
  origins: Origins,
  dice: SeededRandom,
  people: number,
  act: (phone: Phone, at: number, started: number) => Promise<Said>,
): Promise<{ said: Said[]; started: number; ms: number; answers: Answers }> {
  const tally = makeTally()
  const started = Date.now()
  const said = await Promise.all(
    Array.from({ length: people }, (_, at) =>
      act(makePhone(origins, dice.fork(at), tally, patient), at, started),
    ),
  )
  const broken = Object.entries(tally.statuses).filter(([status]) => Number(status) >= 500)
  return {
    said,
    started,
    ms: Date.now() - started,
    answers: {
      answers: tally.statuses,
      broken: broken.reduce((sum, [, count]) => sum + count, 0),
      silent: tally.silent,
    },
  }
}

/** Takes any free seat of a trip and pays for it by card. Returns the held seats; undefined if no seat was free. */
export async function buyAnySeat(
  phone: Phone,
  dice: SeededRandom,
  trip_id: string,
  shown: Credentials,
  onHold = () => {},
): Promise<HeldSeats | undefined> {
  const held = await takeAnySeat(phone, dice, trip_id, shown)
  if (held === undefined) return undefined
  onHold()
  await payFor(phone, shown, held)
  return held
}

/** Enters the travellers on the seats and pays by card. */
async function payFor(
  phone: Phone,
  shown: Credentials,
  { reference, guest_token = '', seats: mine }: HeldSeats,
): Promise<void> {
  const me = { ...shown, guest_token }
  await phone.call(setPassengers, { reference, ...makeTravellers(mine) }, me)
  const paying = await phone.call(
    startPayment,
    { purpose: 'booking', reference, provider: 'paystack', channel: 'card' },
    me,
  )
  if (paying?.status !== 200) return
  const page = paying.data.authorization_url ?? ''
  const body = new URLSearchParams({ act: 'card', card: goodCard.paystack })
  // The process that shows the page may be restarting.
  await retryForOneMinute(() => fetch(page, { method: 'POST', redirect: 'manual', body }))
}

/** Takes a free seat from the seat map, repeatedly until one is held or none is left. */
async function takeAnySeat(phone: Phone, dice: SeededRandom, trip_id: string, shown: Credentials) {
  for (;;) {
    const seen = await phone.call(getTrip, { id: trip_id }, shown)
    const free = seen?.data?.seats?.filter((seat) => seat.state === 'free') ?? []
    if (seen?.status !== 200 || free.length === 0) return undefined
    const held = await phone.call(holdSeats, { trip_id, seats: [dice.pick(free).number] }, shown)
    if (held?.status === 200) return held.data
    if (held?.code !== 'seat_taken') return undefined
  }
}

async function untilTicketed(db: Db, trip_id: string, started: number) {
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ticket where trip_id = ${trip_id} and status = 'valid'`.execute(
      db,
    )
    const count = rows[0]?.count ?? 0
    const ms = Date.now() - started
    if (count >= seats || ms > 60_000) return { count, ms }
    await new Promise((done) => setTimeout(done, 50))
  }
}

/** Signs up a new person. */
async function somebody(phone: Phone): Promise<Credentials> {
  const device_id = makeId()
  const input = {
    full_name: 'Ada Obi',
    email: `${device_id}@load.example`,
    password: 'four words in a row',
  }
  const answer = await phone.call(signUp, input, { device_id })
  if (answer?.status !== 200) throw new Error(`nobody was made: ${answer?.code}`)
  return { device_id, token: answer.data.token }
}
