import { demo } from '#demo/index'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { claimParcel, fundInsurance, getInsurance, settleClaim } from '#contract/parcels/endpoints'
import { openJobs } from '#server/jobs/all-jobs'
import { sql } from '#server/db/sql'
import { runJob } from '#tests/support/server/jobs'
import { aStaffKey } from '#tests/support/makers/boarding'
import { testDatabase } from '#tests/support/database/test-database'
import { aPaidParcel, aParcelTrip, makeDamageScans, sendScans } from '#tests/support/makers/parcels'
import { aServer } from '#tests/support/server/test-server'

/** The alarms about an insurance account that runs low or cannot pay. */

const { db, url } = await testDatabase()
const errors: string[] = []
const server = await aServer(db, {
  log: pino({ level: 'error' }, { write: (line: string) => void errors.push(line) }),
})
afterAll(() => server.close())
const queue = await openJobs(url, undefined, demo)
afterAll(() => queue.stop())
const trip = await aParcelTrip(server)
const staff = await aStaffKey(server)

const sweep = () => runJob(server.host, 'parcel.sweep', {})
const balance = async () => (await server.call(getInsurance, {}, { as: staff })).data.balance_kobo
const fund = (amount_kobo: number) => server.call(fundInsurance, { amount_kobo }, { as: staff })

/** Reduces the insurance account to this amount. */
async function spendTo(kobo: number): Promise<void> {
  await sql`select post_transfer(${crypto.randomUUID()}, 'spent', account_of('insurance_payable', ''),
    account_of('operator_payable', 'x'), ${(await balance()) - kobo}::bigint, 'claim')`.execute(db)
}

async function anInsuredClaim(asked_kobo: number): Promise<string> {
  const quote = { add_ons: ['full_cover' as const], declared_value_kobo: 5_000_000 }
  const made = await aPaidParcel(server, { trip, quote })
  const { tracking_id } = made.parcel
  await sendScans(server, made.operator, makeDamageScans(tracking_id, 'lost'))
  const claim = { tracking_id, kind: 'lost', words: 'It never came to Abuja.', asked_kobo } as const
  return (await server.call(claimParcel, claim, { as: made.as })).data.id
}

/** Returns the alarms that are logged during `meanwhile`. */
async function alarms(meanwhile: () => unknown): Promise<unknown[]> {
  errors.length = 0
  await meanwhile()
  return errors.map((line) => JSON.parse(line)).filter(({ alarm }) => alarm === 'insurance')
}

/** Reads `insurance_kobo` from `/metrics`, by its label. */
async function measured(): Promise<Record<string, number>> {
  const { body } = await server.app.inject('/metrics')
  const lines = body.matchAll(/^insurance_kobo\{what="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, what, kobo]) => [what, Number(kobo)]))
}

test('an insurance below ₦500,000 raises the alarm at every sweep, one that has enough does not', async () => {
  await fund(50_000_000)
  expect(await alarms(sweep)).toEqual([])
  await spendTo(49_999_999)
  const low = { alarm: 'insurance', balance_kobo: 49_999_999, waiting_kobo: 0, claims_waiting: 0 }
  expect(await alarms(sweep)).toMatchObject([{ ...low, msg: 'the insurance runs low' }])
  expect(await alarms(sweep)).toHaveLength(1)
  expect(await measured()).toEqual({ balance: 49_999_999, waiting: 0 })
})

test('claims that wait for money raise the alarm until they are paid, and /metrics tells both sums', async () => {
  const [first, second] = [await anInsuredClaim(5_000_000), await anInsuredClaim(2_000_000)]
  await spendTo(100)
  const accept = (id: string, pay_kobo: number) =>
    server.call(settleClaim, { id, pay_kobo, words: 'It is nowhere.' }, { as: staff })
  expect(await alarms(() => accept(first, 5_000_000))).toMatchObject([
    { claim_id: first, msg: 'the insurance cannot pay a claim: it waits' },
  ])
  expect(await alarms(() => accept(second, 2_000_000))).toMatchObject([{ claim_id: second }])
  const waiting = { balance_kobo: 100, waiting_kobo: 7_000_000, claims_waiting: 2 }
  for (const _ of ['now', 'five minutes later'])
    expect(await alarms(sweep)).toMatchObject([
      { ...waiting, msg: 'claims wait for money of the insurance' },
    ])
  expect(await measured()).toEqual({ balance: 100, waiting: 7_000_000 })

  // A premium, unlike the declared float, is paid out by the sweep: the smaller claim does not have to wait for the
  // larger.
  await sql`select post_transfer('premium', 'premium', account_of('operator_payable', 'x'),
    account_of('insurance_payable', ''), 2000000, 'charge')`.execute(db)
  expect(await alarms(sweep)).toMatchObject([{ waiting_kobo: 5_000_000, claims_waiting: 1 }])
  expect(await measured()).toEqual({ balance: 100, waiting: 5_000_000 })
  await fund(60_000_000)
  expect(await alarms(sweep)).toEqual([])
  expect(await measured()).toEqual({ balance: 55_000_100, waiting: 0 })
})
