import { setTimeout as sleep } from 'node:timers/promises'
import {
  allotSeats,
  closeShift,
  getOpenShift,
  listAllotments,
  openShift,
  releaseAllottedSeats,
  sellAllottedSeats,
  sellAtCounter,
} from '#contract/counter/endpoints'
import { counterMeans } from '#contract/counter/rules'
import { getTrip } from '#contract/trips/endpoints'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { type Credentials, makePhone, makeTally, type Phone } from '#tests/load/actors/caller'
import { checkInvariants, type Violation } from '#tests/load/invariants/invariants'
import { type SeededRandom, makeSeededRandom } from './seeded-random.ts'
import { drainJobs } from './drain.ts'
import { type KillerOptions, makeKiller } from './killer.ts'
import { retryForOneMinute } from './retry.ts'
import { buyAnySeat } from './rush.ts'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { anAllottedSale, aSaleInput } from '#tests/support/makers/counter'
import { anOperator, aTrip } from '#tests/support/makers/trips'

interface CounterFightOptions extends KillerOptions {
  db: Db
  url: string
  seed: number
  /** The seats to sell, by counters and web together. */
  seats: number
  /** How many operators sell at the same time, each one bus after another. */
  operators: number
  /** The average time between two kills, in ms. */
  kill_every: number
  onNews?: (sentence: string) => void
}

export interface CounterFightReport {
  seed: number
  seconds: number
  buses: number
  kills: { api: number; postgres: number }
  /** The number of seats sold. `offline`: those of the counter's seats that were sold without a network. */
  sold: { counter: number; web: number; offline: number }
  /** The references of answered sales that are not in the drawer of their clerk. */
  lost: string[]
  answers: Record<string, number>
  /** The first answers that the tally counts as broken, see `Tally`. */
  broken: string[]
  invariants: Record<string, Violation>
}

/** A clerk with an open shift. `answered`: the references of the sales that were answered. */
interface Clerk {
  as: Credentials
  shift: string
  answered: string[]
}

/** The number of clerks with a network. One more clerk sells without a network. */
const clerksPerBus = 2
/** Seats of a bus that are set aside for the clerk without a network. */
const offlineSeats = 8
const buyersPerBus = 4

/**
 * For each of some operators, two counters, a clerk's phone without a network and people on the web compete for the
 * seats of one bus after another, while connections break and processes are killed. Afterwards all work is finished,
 * the drawers are counted, and the books are checked.
 */
export async function runCounterFight(options: CounterFightOptions): Promise<CounterFightReport> {
  const { db, url, fleet, seed, seats, operators, onNews = () => {} } = options
  const dice = makeSeededRandom(seed)
  const tally = makeTally()
  const started = Date.now()
  const killer = makeKiller(options, dice.fork(2))
  const { kills } = killer
  const phone = (at: number) => makePhone(fleet.origins, dice.fork(at), tally)
  const companies = await Promise.all(Array.from({ length: operators }, () => aCompany(db, phone)))
  const clerks = companies.flatMap((company) => company.clerks)
  let isOver = false
  const killing = kill(killer, {
    dice: dice.fork(4),
    every_ms: options.kill_every,
    isOver: () => isOver,
  })
  let buses = 0
  const sellBuses = async (company: Company) => {
    for (let sold = 0; sold < seats;) {
      buses += 1
      await sellBus(db, { ...company, phone, dice, nth: buses })
      const { counter, web } = await retryForOneMinute(() => countSold(db))
      sold = counter + web
      onNews(`${sold} seats of ${buses} buses sold, ${kills.api} + ${kills.postgres} kills`)
    }
  }
  await Promise.all(companies.map(sellBuses))
  isOver = true
  await killing
  await drainJobs(db, url)
  for (const clerk of clerks) await countDrawer(phone(3), clerk)
  return {
    seed,
    seconds: Math.round((Date.now() - started) / 1000),
    buses,
    kills,
    sold: await countSold(db),
    lost: await findLostSales(db, clerks),
    answers: tally.statuses,
    broken: tally.broken.slice(0, 5),
    invariants: await checkInvariants(db),
  }
}

/** An operator and its clerks, the last of whom sells without a network. */
interface Company {
  operator_id: string
  clerks: readonly Clerk[]
}

async function aCompany(db: Db, phone: (at: number) => Phone): Promise<Company> {
  const operator_id = await anOperator(db)
  const clerks = await Promise.all(
    Array.from({ length: clerksPerBus + 1 }, () => aClerk(db, operator_id, phone(1))),
  )
  return { operator_id, clerks }
}

/** Makes a bus of a company, the `nth` of the run, and sells all its seats. */
async function sellBus(
  db: Db,
  {
    operator_id,
    clerks,
    phone,
    dice,
    nth,
  }: Company & { phone: (at: number) => Phone; dice: SeededRandom; nth: number },
): Promise<void> {
  const { id } = await retryForOneMinute(() => aTrip(db, { operator_id, vehicle: 'coach-59' }))
  const actors = dice.fork(100 + nth)
  const offlineClerk = clerks.at(-1)
  await Promise.all([
    ...clerks
      .slice(0, -1)
      .map((clerk, at) => sellAll(phone(10 * nth + at), actors.fork(at), clerk, id)),
    offlineClerk && sellOffline(phone(10 * nth + 4), actors.fork(90), offlineClerk, id),
    ...Array.from({ length: buyersPerBus }, (_, at) =>
      buyAll(phone(10 * nth + 5 + at), actors.fork(50 + at), id),
    ),
  ])
}

/** Makes a clerk of an operator, with an open shift and ₦10,000 in the drawer. */
async function aClerk(db: Db, operator_id: string, phone: Phone): Promise<Clerk> {
  const as = { device_id: makeId(), ...(await anOperatorKey({ db }, operator_id, ['counter'])) }
  const opened = await phone.call(openShift, { float_kobo: 1_000_000 }, as)
  if (opened?.status !== 200) throw new Error(`no shift was opened: ${opened?.code}`)
  return { as, shift: opened.data.id, answered: [] }
}

/** Sells one to three free seats at a time, until the bus has none. */
async function sellAll(
  phone: Phone,
  dice: SeededRandom,
  { as, shift, answered }: Clerk,
  trip_id: string,
) {
  for (;;) {
    const free = await findFreeSeats(phone, as, trip_id)
    if (free.length === 0) return
    const chosen = free.splice(dice.number(0, free.length - 1), dice.number(1, 3))
    const input = aSaleInput(shift, trip_id, chosen, { means: dice.pick(counterMeans) })
    const sale = await phone.call(sellAtCounter, input, as, ({ reference }) => reference)
    if (sale?.status === 200) answered.push(sale.data.reference)
  }
}

/**
 * Sets seats aside, sells some of them without a network, and reports the sales later: the last one first, and some
 * more than once. Then releases the others. Sells none if no seat is free any more. Throws if a sale is refused.
 */
async function sellOffline(
  phone: Phone,
  dice: SeededRandom,
  { as, shift, answered }: Clerk,
  trip_id: string,
) {
  const allotted = await allotSeatsToPhone(phone, { as, shift }, trip_id)
  if (allotted === undefined) return
  const { id, left } = allotted
  const sold = left.filter(() => dice.chance(75))
  for (const seat of sold.toReversed()) {
    await sleep(dice.number(0, 200))
    answered.push(await reportSale(phone, as, anAllottedSale({ id, shift }, [seat])))
  }
  const unsold = left.filter((seat) => !sold.includes(seat))
  if (unsold.length > 0) await phone.call(releaseAllottedSeats, { id, seats: unsold }, as)
}

/** Reports a sale until it is answered, as a phone's outbox does. Returns its reference. Throws if it is refused. */
async function reportSale(
  phone: Phone,
  as: Credentials,
  sale: ReturnType<typeof anAllottedSale>,
): Promise<string> {
  const key = makeId()
  for (;;) {
    const reported = await phone.call(
      sellAllottedSeats,
      sale,
      as,
      ({ reference }) => reference,
      key,
    )
    if (reported?.status === 200) return reported.data.reference
    if (reported !== undefined && reported.status < 500)
      throw new Error(`a sale without a network was refused: ${reported.code}`)
    await sleep(100)
  }
}

/** Buys one seat after another on the web, each on a new phone, until the bus has no free seat. */
async function buyAll(phone: Phone, dice: SeededRandom, trip_id: string) {
  for (;;) {
    const shown = { device_id: makeId() }
    if ((await findFreeSeats(phone, shown, trip_id)).length === 0) return
    const bought = await buyAnySeat(phone, dice, trip_id, shown)
    // No seat was free, or this network holds too many unpaid seats.
    if (bought === undefined) await sleep(50)
  }
}

/**
 * Sets seats aside. If somebody else takes one of them first, tries other seats. Returns undefined once no seat is
 * free.
 */
async function allotSeatsToPhone(
  phone: Phone,
  { as, shift }: Pick<Clerk, 'as' | 'shift'>,
  trip_id: string,
) {
  for (;;) {
    const seats = (await findFreeSeats(phone, as, trip_id)).slice(-offlineSeats)
    if (seats.length === 0) return undefined
    const asked = { shift, trip_id, seats, device: makeId() }
    const allotted = await phone.call(allotSeats, asked, as, ({ id }) => id)
    if (allotted?.status === 200) return allotted.data
  }
}

async function findFreeSeats(phone: Phone, as: Credentials, id: string): Promise<number[]> {
  for (;;) {
    const seen = await phone.call(getTrip, { id }, as)
    if (seen?.status === 200)
      return (seen.data.seats ?? []).flatMap(({ number, state }) =>
        state === 'free' ? number : [],
      )
    if (seen !== undefined && seen.status < 500) throw new Error(`no trip: ${seen.code}`)
    await sleep(100)
  }
}

/** Closes a shift with exactly the cash that must be in its drawer. */
async function countDrawer(phone: Phone, { as, shift }: Clerk): Promise<void> {
  // If the answer to `allotSeats` was lost, the seats of that call are still set aside: release them.
  const allotments = (await phone.call(listAllotments, {}, as))?.data ?? []
  for (const { id, left } of allotments)
    await phone.call(releaseAllottedSeats, { id, seats: left }, as)
  const open = await phone.call(getOpenShift, {}, as)
  const counted_kobo = open?.data.shift?.expected_kobo ?? 0
  const closed = await phone.call(closeShift, { id: shift, counted_kobo }, as)
  if (closed?.status !== 200) throw new Error(`a shift stays open: ${closed?.code}`)
}

/** Kills processes until the run is over. */
async function kill(
  killer: ReturnType<typeof makeKiller>,
  { dice, every_ms, isOver }: { dice: SeededRandom; every_ms: number; isOver: () => boolean },
): Promise<void> {
  while (!isOver()) {
    await sleep(dice.number(every_ms / 2, every_ms * 1.5))
    if (killer.isFleetUp()) await killer.kill()
  }
}

/** Counts the live tickets, by who sold them. */
async function countSold(db: Db): Promise<CounterFightReport['sold']> {
  const { rows } = await sql<{ is_counter: boolean; count: number }>`
    select exists (select from counter_entry e where e.booking_id = t.booking_id) as is_counter, count(*)::int as count
    from ticket t where status = 'valid' group by 1`.execute(db)
  const count = (is_counter: boolean) =>
    rows.find((row) => row.is_counter === is_counter)?.count ?? 0
  const { rows: allotted } = await sql<{ count: number }>`
    select count(*)::int as count from allotted_seat where booking_id is not null`.execute(db)
  return { counter: count(true), web: count(false), offline: allotted[0]?.count ?? 0 }
}

async function findLostSales(db: Db, clerks: readonly Clerk[]): Promise<string[]> {
  const answered = clerks.flatMap((clerk) =>
    clerk.answered.map((reference) => [reference, clerk.shift]),
  )
  const { rows } = await sql<{ reference: string }>`
    select answered.reference from unnest(${answered.map(([reference]) => reference)}::text[],
      ${answered.map(([, shift]) => shift)}::uuid[]) answered (reference, shift_id)
    where not exists (select from counter_entry e join booking b on b.id = e.booking_id
      where b.reference = answered.reference and e.shift_id = answered.shift_id and b.status = 'confirmed')`.execute(
    db,
  )
  return rows.map(({ reference }) => reference)
}
