import { setTimeout as sleep } from 'node:timers/promises'
import { openShift, sellAtCounter } from '#contract/counter/endpoints'
import { type Endpoint, listPathParameters, makeCallUrl } from '#contract/endpoint'
import { getTrip } from '#contract/trips/endpoints'
import type { Db } from '#server/db/client'
import { makeId } from '#server/platform/ids'
import { type Credentials, isFromBalancer, makePhone, type Tally } from '#tests/load/actors/caller'
import { retryForOneMinute } from '#tests/load/run/retry'
import type { SeededRandom } from '#tests/load/run/seeded-random'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aSaleInput } from '#tests/support/makers/counter'
import { anOperator, aTrip } from '#tests/support/makers/trips'
import type { AnsweredSale } from './answered.ts'

/** The records of clerks who sell one seat after another. */
export interface ClerkRecords {
  sales: AnsweredSale[]
  /** Answers of 500 and above except 503 with Retry-After, and refusals of sales that should have succeeded. */
  wrong: string[]
  /** Calls to a running process that it did not answer within `patience_ms`. */
  hung: number
  /**
   * Reads that did not contain a recent sale by the reader, or any sale that was answered more than `seenByAll_ms`
   * before.
   */
  stale: string[]
  reads: number
}

export interface ClerkOptions {
  db: Db
  origins: () => readonly string[]
  dice: SeededRandom
  tally: Tally
  isOver: () => boolean
}

/** How long a clerk waits for an answer, ms. The server gives up on the database after eight seconds. */
const patience_ms = 15_000
/** The time after which every reader must see a sale, ms. Replicas that are five seconds behind are not read. */
const seenByAll_ms = 15_000

/**
 * Runs `count` clerks until the run is over. Each sells one seat at a time at a steady pace, and reads earlier sales.
 */
export async function runClerks(count: number, options: ClerkOptions, records: ClerkRecords) {
  const { db, origins, dice, tally, isOver } = options
  const operator_id = await anOperator(db)
  const free: { trip_id: string; seat: number }[] = []
  const stock = async () => {
    const { id, sellable } = await aTrip(db, { operator_id, vehicle: 'coach-59' })
    free.push(...sellable.map((seat) => ({ trip_id: id, seat })))
  }
  const stockUp = async () => {
    while (!isOver()) {
      if (free.length < 300) await retryForOneMinute(stock)
      await sleep(100)
    }
  }
  const phone = makePhone(origins, dice, tally, { impatient: 0 })
  const clerk = async (own: SeededRandom) => {
    const as = { device_id: makeId(), ...(await anOperatorKey({ db }, operator_id, ['counter'])) }
    const opened = await phone.call(openShift, { float_kobo: 1_000_000 }, as)
    if (opened?.status !== 200) throw new Error(`no shift was opened: ${opened?.code}`)
    const at = makeCounter({ ...options, dice: own }, as, records)
    while (!isOver()) {
      const next = free.shift()
      if (next === undefined) await sleep(50)
      else await at.sell(opened.data.id, next)
      await sleep(own.number(150, 350))
      await at.look()
    }
  }
  for (let made = 0; made < 4; made += 1) await stock()
  await Promise.all([stockUp(), ...Array.from({ length: count }, (_, at) => clerk(dice.fork(at)))])
}

/**
 * Makes the counter of a clerk: functions that call the server from the clerk's device and record the answers in `to`.
 */
export function makeCounter(
  { origins, dice, tally, isOver }: ClerkOptions,
  as: Credentials,
  to: ClerkRecords,
) {
  /** Makes one call; returns undefined if it is not answered. */
  async function ask(endpoint: Endpoint, input: Record<string, unknown>, headers: object) {
    const isRead = endpoint.method === 'GET'
    const inPath = new Set(listPathParameters(endpoint.path))
    const body = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.has(name)))
    try {
      const answer = await fetch(dice.pick(origins()) + makeCallUrl(endpoint, input), {
        method: endpoint.method,
        headers: {
          'x-device-id': as.device_id,
          ...(as.token !== undefined && { authorization: `Bearer ${as.token}` }),
          ...(!isRead && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(!isRead && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patience_ms),
      })
      const text = await answer.text()
      const { status } = answer
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
      if (isFromBalancer(status)) return undefined
      const isHonest = status === 503 && answer.headers.has('retry-after')
      if (status >= 500 && !isHonest) to.wrong.push(`${endpoint.name} ${status} ${text}`)
      return { status, said: JSON.parse(text) as { data?: unknown; code?: string } }
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') to.hung += 1
      return undefined
    }
  }

  /** Reads a trip and returns whether the seat is still free there; undefined if the call is not answered. */
  async function isShownFree(trip_id: string, seat: number, headers: object) {
    const seen = await ask(getTrip, { id: trip_id }, headers)
    if (seen?.status !== 200) return undefined
    to.reads += 1
    const { seats = [] } = seen.said.data as { seats?: { number: number; state: string }[] }
    return seats.find(({ number }) => number === seat)?.state === 'free'
  }

  return {
    isShownFree,
    /** Repeats one sale under its key until it is answered, as a clerk's device does. */
    sell: async (shift: string, { trip_id, seat }: { trip_id: string; seat: number }) => {
      const key = { 'idempotency-key': makeId() }
      const input = aSaleInput(shift, trip_id, [seat])
      while (!isOver()) {
        const sent_at = Date.now()
        const answer = await ask(sellAtCounter, input, key)
        if (answer?.status === 200) {
          const { reference } = answer.said.data as { reference: string }
          const answered_at = Date.now()
          to.sales.push({ reference, shift, trip_id, seat, sent_at, answered_at })
          return
        }
        if (answer !== undefined && answer.status < 500) {
          to.wrong.push(`a sale was refused: ${answer.said.code}`)
          return
        }
        await sleep(150)
      }
    },
    /** Reads a sale of the last half minute as its clerk, bypassing all replicas, and an older one as anybody. */
    look: async () => {
      const now = Date.now()
      const recent = to.sales.slice(-60).filter(({ answered_at }) => answered_at > now - 30_000)
      const mine = recent.length > 0 ? dice.pick([recent.at(-1), ...recent]) : undefined
      const own = { 'cache-control': 'no-cache' }
      if (mine && (await isShownFree(mine.trip_id, mine.seat, own)))
        to.stale.push(
          `${mine.reference}, read by its clerk ${(now - mine.answered_at) / 1000} s later`,
        )
      const old = to.sales.findLast(({ answered_at }) => answered_at < now - seenByAll_ms)
      if (old && (await isShownFree(old.trip_id, old.seat, {})))
        to.stale.push(`${old.reference}, read by anybody ${(now - old.answered_at) / 1000} s later`)
    },
  }
}

/** Returns records of clerks who have not sold anything yet. */
export const makeClerkRecords = (): ClerkRecords => ({
  sales: [],
  wrong: [],
  hung: 0,
  stale: [],
  reads: 0,
})
