import { setTimeout as sleep } from 'node:timers/promises'
import { holdSeats, setPassengers } from '#contract/bookings/endpoints'
import { startPayment, verifyPayment } from '#contract/payments/endpoints'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makePhone, makeTally } from '#tests/load/actors/caller'
import type { Fleet } from '#tests/load/run/fleet'
import { goodCard } from '#tests/load/run/load-run-setting'
import type { OwnPostgres } from '#tests/load/run/own-postgres'
import { makeSeededRandom, type SeededRandom } from '#tests/load/run/seeded-random'
import { makeTravellers } from '#tests/support/makers/bookings'
import { aTrip } from '#tests/support/makers/trips'
import { listWithChildren, readProcessCpu, readMachineCpu } from './cpu.ts'
import type { Measurement } from './report.ts'
import { findQuantile } from './visitors.ts'

const warmUp_s = 20
const measured_s = 30
const buyers = 16

interface FlowBench {
  db: Db
  fleet: Fleet
  postgres: OwnPostgres
}

/** What full booking flows cost. Processor times are in ms per flow, on a machine that runs everything. */
export interface FlowFigures {
  a_second: number
  node_ms: number
  postgres_ms: number
  load_ms: number
  others_ms: number
  /** Jobs that were due at the end, and how long they took, seconds. */
  backlog: number
  drain_s: number
  /** How long calls took at 80 % of the highest rate, ms. */
  median_ms: number
  p99_ms: number
}

/**
 * Measures full booking flows over HTTP with warm processes and fresh statistics: hold, travellers, payment, checkout
 * and verification, while the processes also send the tickets. The load runs on the same machine.
 */
export async function measureFlows(at: FlowBench): Promise<FlowFigures> {
  const { db, fleet, postgres } = at
  const dice = makeSeededRandom(Date.now())
  const next = await aSeatSupply(db, dice)
  await sell(at, dice.fork(1), next, { seconds: warmUp_s })
  await sql`analyze`.execute(db)
  await untilIdle(db)
  const read = () => ({
    node: readProcessCpu(fleet.pids()),
    postgres: readProcessCpu(listWithChildren(postgres.pid())),
    load: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
    machine: readMachineCpu(),
  })
  const before = read()
  const { sold } = await sell(at, dice.fork(2), next, { seconds: measured_s })
  const after = read()
  const used = (name: keyof typeof before) => ((after[name] - before[name]) * 1000) / sold
  const backlog = await countJobs(db)
  const drain_s = await untilIdle(db)
  const a_second = sold / measured_s
  const paced = { seconds: measured_s, a_second: a_second * 0.8 }
  const { calls_ms } = await sell(at, dice.fork(3), next, paced)
  return {
    a_second,
    node_ms: used('node'),
    postgres_ms: used('postgres'),
    load_ms: used('load'),
    others_ms: used('machine') - used('node') - used('postgres') - used('load'),
    backlog,
    drain_s,
    median_ms: findQuantile(calls_ms, 0.5),
    p99_ms: findQuantile(calls_ms, 0.99),
  }
}

/** Measures flows and returns the figures with their goals. */
export async function benchFlows(at: FlowBench): Promise<Measurement[]> {
  const found = await measureFlows(at)
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const name = at.fleet.size === 1 ? '1 process' : `${at.fleet.size} processes`
  return [
    [`full booking flows a second, ${name}`, '≥ 150', found.a_second.toFixed(1)],
    ['  processor time of a flow', '≤ 12 ms', ms(found.node_ms + found.postgres_ms)],
    ['    Node', '', ms(found.node_ms)],
    ['    PostgreSQL', '', ms(found.postgres_ms)],
    ['    beside it: the load', '', ms(found.load_ms)],
    ['    beside it: everything else', '', ms(found.others_ms)],
    ['  jobs that wait at the end', '', found.backlog],
    ['    until all were done', '', `${found.drain_s.toFixed(1)} s`],
    ['  a call at 80 % of that rate, p99', '≤ 100 ms', ms(found.p99_ms)],
    ['    median', '', ms(found.median_ms)],
  ]
}

type NextSeat = () => Promise<{ trip_id: string; seat: number }>

/** Returns a function that returns another free seat each time. */
async function aSeatSupply(db: Db, dice: SeededRandom): Promise<NextSeat> {
  const free: { trip_id: string; seat: number }[] = []
  let stocking: Promise<void> | undefined
  const stock = async () => {
    const trips = await Promise.all(
      Array.from({ length: 20 }, () => aTrip(db, { vehicle: 'coach-59' })),
    )
    for (const { id, sellable } of trips)
      free.push(...sellable.map((seat) => ({ trip_id: id, seat })))
    stocking = undefined
  }
  for (let made = 0; made < 20; made += 1) await stock()
  return async () => {
    if (free.length < 500) stocking ??= stock()
    if (free.length === 0) await stocking
    const [seat] = free.splice(dice.number(0, free.length - 1), 1)
    if (seat === undefined) throw new Error('no seat is left')
    return seat
  }
}

/** Sells tickets for some seconds, as fast as possible or at a pace. Returns how many, and how long calls took. */
async function sell(
  { fleet }: FlowBench,
  dice: SeededRandom,
  next: NextSeat,
  { seconds, a_second }: { seconds: number; a_second?: number },
): Promise<{ sold: number; calls_ms: number[] }> {
  const until = Date.now() + seconds * 1000
  const tally = makeTally()
  const calls_ms: number[] = []
  let sold = 0
  const timed = async <T>(call: Promise<T>): Promise<T> => {
    const began = performance.now()
    const answer = await call
    calls_ms.push(performance.now() - began)
    return answer
  }
  const flow = async (own: SeededRandom) => {
    const phone = makePhone(fleet.origins, own, tally, { impatient: 0 })
    const device_id = crypto.randomUUID()
    const { trip_id, seat } = await next()
    const held = await timed(phone.call(holdSeats, { trip_id, seats: [seat] }, { device_id }))
    const { reference = '', guest_token = '' } = held?.data ?? {}
    const shown = { device_id, guest_token }
    await timed(phone.call(setPassengers, { reference, ...makeTravellers([seat]) }, shown))
    const payment = {
      purpose: 'booking',
      reference,
      provider: 'paystack',
      channel: 'card',
    } as const
    const started = await timed(phone.call(startPayment, payment, shown))
    await fetch(started?.data.authorization_url ?? '', {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ act: 'card', card: goodCard.paystack, webhook: 'never' }),
    })
    const asked = { reference: started?.data.reference ?? '' }
    const paid = await timed(phone.call(verifyPayment, asked, shown))
    if (paid?.data.outcome === 'confirmed') sold += 1
  }
  if (a_second === undefined)
    await Promise.all(
      Array.from({ length: buyers }, async (_, at) => {
        const own = dice.fork(at)
        while (Date.now() < until) await flow(own).catch(() => {})
      }),
    )
  else {
    const running: Promise<void>[] = []
    for (let begun = 0; Date.now() < until; begun += 1) {
      // As below the highest rate, a buyer who fails is not counted.
      running.push(flow(dice.fork(begun)).catch(() => {}))
      const due = until - seconds * 1000 + ((begun + 1) / a_second) * 1000
      await sleep(Math.max(0, due - Date.now()))
    }
    await Promise.all(running)
  }
  return { sold, calls_ms }
}

async function countJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where state in ('created', 'retry', 'active') and start_after <= now()`.execute(db)
  return rows[0]?.count ?? 0
}

/** Waits until no job is due; returns the seconds. Gives up after two minutes. */
async function untilIdle(db: Db): Promise<number> {
  const began = Date.now()
  while (Date.now() - began < 120_000 && (await countJobs(db)) > 0) await sleep(200)
  return (Date.now() - began) / 1000
}
