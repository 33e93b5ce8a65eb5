import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Charge,
  type Company,
  chargeAgain,
  findCharge,
  insertRefund,
  listRefunds,
  reverseCharge,
} from '#demo/sandbox/charge-repository'
import { standIns } from '#demo/sandbox/companies'
import { decideDisputes, listDisputes, openDispute } from '#demo/sandbox/dispute-repository'
import { describeRefundEvent } from '#demo/sandbox/post'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { SeededRandom } from '#tests/load/run/seeded-random'
import { retryForOneMinute } from '#tests/load/run/retry'
import type { LoadRunSetting } from '#tests/load/run/load-run-setting'
import { makeId } from '#server/platform/ids'
import { postWebhook } from './webhooks.ts'

/**
 * The maximum number of attempts to send one message. It is high, since the product learns of these events only from
 * messages.
 */
const mostTries = 40

/** The companies act on one of this many paid charges. */
const actsEvery = 5
/** The acts, in turn, so that a short run has each of them. */
const acts = ['refund', 'dispute', 'charge_again', 'reverse', 'refund', 'dispute'] as const

/**
 * Does with some paid charges what a payment company may do without our order, and reports it: refunds a part of the
 * charge or all of it, reverses it, charges a second time, or reports a dispute.
 */
export async function actOnPaidCharge(
  town: LoadRunSetting,
  dice: SeededRandom,
  provider: Company,
  reference: string,
): Promise<void> {
  await sleep(dice.number(0, 3000))
  const charge = await retryForOneMinute(() => findCharge(town.db, provider, { reference }))
  if (charge?.status !== 'success') return
  const { companies } = town
  companies.charges += 1
  if (companies.charges % actsEvery !== 0) return
  const act = acts[(companies.charges / actsEvery) % acts.length] ?? 'refund'
  companies.acts[act] = (companies.acts[act] ?? 0) + 1
  const report = (event: unknown) =>
    postWebhook(town, dice, provider, JSON.stringify(event), mostTries)
  if (act === 'refund') await refund(town, dice, charge, report)
  else if (act === 'charge_again') await takeAgain(town, dice, charge, report)
  else if (act === 'dispute') await dispute(town, dice, charge, report)
  else {
    await retryForOneMinute(() => reverseCharge(town.db, charge.id))
    await report(standIns[provider].chargeEvent({ ...charge, is_reversed: true }))
  }
}

type Report = (event: unknown) => Promise<void>

/** Refunds a part or all of what is left of a charge, once or twice. */
async function refund(
  { db }: LoadRunSetting,
  dice: SeededRandom,
  charge: Charge,
  report: Report,
): Promise<void> {
  for (let times = dice.pick([1, 1, 2]); times > 0; times -= 1) {
    const made = await retryForOneMinute(() => listRefunds(db, charge.id))
    const left_kobo = made
      .filter(({ status }) => status !== 'failed')
      .reduce((left, { amount_kobo }) => left - amount_kobo, charge.paid_kobo)
    if (left_kobo <= 0) return
    const asked = {
      charge_id: charge.id,
      amount_kobo: dice.chance(50) ? left_kobo : dice.number(1, left_kobo),
      note: `By hand ${makeId()}`,
      status: charge.provider === 'paystack' ? ('processed' as const) : ('completed' as const),
    }
    // An earlier try may have made the refund although its answer was lost.
    const one = await retryForOneMinute(
      async () =>
        (await listRefunds(db, charge.id)).find(({ note }) => note === asked.note) ??
        insertRefund(db, asked),
    )
    if (one !== undefined) await report(describeRefundEvent(charge, one))
  }
}

/**
 * Charges a second time for a paid charge, and reports both charges. The first one may never have been reported before.
 */
async function takeAgain(
  { db }: LoadRunSetting,
  dice: SeededRandom,
  charge: Charge,
  report: Report,
): Promise<void> {
  const second = await retryForOneMinute(
    async () => (await findSecond(db, charge)) ?? chargeAgain(db, charge),
  )
  const both = second === undefined ? [charge] : [charge, second]
  for (const one of dice.chance(50) ? both : both.toReversed())
    await report(standIns[charge.provider].chargeEvent(one))
}

async function findSecond(db: Db, { provider, reference }: Charge): Promise<Charge | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from sandbox.charge where reference = ${reference} and is_second`.execute(
    db,
  )
  return rows[0] && findCharge(db, provider, { id: rows[0].id })
}

/** Opens a dispute, which stays open, is won, or is lost. */
async function dispute(
  { db }: LoadRunSetting,
  dice: SeededRandom,
  charge: Charge,
  report: Report,
): Promise<void> {
  const { disputeEvent } = standIns[charge.provider]
  const tell = async () => {
    const [newest] = await retryForOneMinute(() => listDisputes(db, charge.id))
    if (newest !== undefined) await report(disputeEvent(newest, charge))
  }
  const amount_kobo = dice.chance(60) ? charge.paid_kobo : dice.number(1, charge.paid_kobo)
  await retryForOneMinute(async () => {
    if ((await listDisputes(db, charge.id)).length === 0)
      await openDispute(db, charge.id, amount_kobo)
  })
  await tell()
  const end = dice.pick(['won', 'lost', 'lost', 'open'])
  if (end === 'open') return
  await sleep(dice.number(0, 3000))
  await retryForOneMinute(() => decideDisputes(db, charge.id, end))
  await tell()
}
