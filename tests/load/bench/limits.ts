import { setTimeout as sleep } from 'node:timers/promises'
import { getTrip } from '#contract/trips/endpoints'
import type { Db } from '#server/db/client'
import { limits } from '#server/http/limits'
import type { Fleet } from '#tests/load/run/fleet'
import { aTrip } from '#tests/support/makers/trips'
import type { Measurement } from './report.ts'
import { makeVisitor } from './visitors.ts'

const calls = 1600
const atOnce = 40
const phones = 30
const seconds = 20

/**
 * Measures reads of one IP address at one process with its usual limits. First, it sends as many reads at the same time
 * as the limit allows, and counts the answers. Then thirty phones behind that address, whose limit is now used up, read
 * at a steady pace.
 */
export async function benchReadLimits(db: Db, fleet: Fleet): Promise<Measurement[]> {
  const { id } = await aTrip(db)
  const visitor = makeVisitor(fleet.origins()[0] ?? '', '127.0.0.2')
  const read = async () => (await visitor.call(getTrip, { id })).status
  const burst = await readTogether(read)
  await sleep(1000)
  const steady = await readSteadily(read)
  visitor.leave()
  return [
    [
      `reads of one address, ${atOnce} at once: answered of those allowed`,
      '≥ 99 %',
      `${burst.answered} of ${burst.allowed} (${share(burst.answered, burst.allowed)})`,
    ],
    [
      `${phones} phones behind that address, one read a second each: answered`,
      '100 %',
      `${steady.answered} of ${steady.asked} (${share(steady.answered, steady.asked)})`,
    ],
  ]
}

const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`

type ReadCall = () => Promise<number>

/** Sends many reads at the same time; returns how many were answered, and how many the limit allows in that time. */
async function readTogether(read: ReadCall): Promise<{ answered: number; allowed: number }> {
  const { size, perSecond } = limits.read
  let [left, answered] = [calls, 0]
  const began = performance.now()
  const one = async () => {
    while (left > 0) {
      left -= 1
      if ((await read()) === 200) answered += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  const s = (performance.now() - began) / 1000
  return { answered, allowed: Math.min(calls, Math.floor(size + perSecond * s)) }
}

/** Reads once a second with each phone, spread over the second. */
async function readSteadily(read: ReadCall): Promise<{ answered: number; asked: number }> {
  const statuses: Promise<number>[] = []
  const began = performance.now()
  while (statuses.length < phones * seconds) {
    statuses.push(read())
    await sleep(Math.max(0, began + (statuses.length * 1000) / phones - performance.now()))
  }
  const all = await Promise.all(statuses)
  return { answered: all.filter((status) => status === 200).length, asked: all.length }
}
