import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openDispute } from '#demo/sandbox/dispute-repository'
import { sql } from '#server/db/sql'
import type { ProviderName } from '#contract/payments/rules'
import { findUnknownCharges, recheckPaymentsSince } from '#server/rooms/payments'
import { countViolations } from '#tests/load/invariants/invariants'
import { refundByHand } from '#tests/support/worlds/by-hand'
import { aHeldBooking, aPaymentWorld, aTripToPayFor } from '#tests/support/worlds/payments'

const { db, url, deps, start, press, doJobs } = await aPaymentWorld()

const day_ms = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * day_ms)

async function anAttempt() {
  const held = await aHeldBooking(db, await aTripToPayFor(db), [1])
  const { data } = await start(held, 'paystack', 'ussd')
  return data
}

async function aPaidBooking() {
  const attempt = await anAttempt()
  await press(attempt, 'approve')
  expect(await doJobs()).toEqual([])
  return attempt.reference
}

/** Makes an attempt older, and its settlement. */
const age = (reference: string, created: number, settled: number) =>
  sql`update payment set created_at = ${daysAgo(created)}, settled_at = ${daysAgo(settled)}
    where reference = ${reference}`.execute(db)

/** Rechecks the attempts since some days ago, now instead of in their turn. Returns how many there were. */
async function recheck(days: number): Promise<number> {
  const count = await recheckPaymentsSince(db, daysAgo(days))
  await sql`update pgboss.job set start_after = now() where name = 'payment.recheck' and state = 'created'`.execute(
    db,
  )
  expect(await doJobs()).toEqual([])
  return count
}

const listRefundsOutside = async (reference: string) => {
  const { rows } = await sql<{ amount_kobo: number }>`
    select o.amount_kobo from outside_refund o join payment p on p.id = o.payment_id where p.reference = ${reference}`.execute(
    db,
  )
  return rows.map(({ amount_kobo }) => amount_kobo)
}

test('after a restore, the companies are asked what they have given back since, of old payments too', async () => {
  const [first, second, old] = [await aPaidBooking(), await aPaidBooking(), await aPaidBooking()]
  await age(second, 90, 20)
  await age(old, 90, 60)
  // Refunds without a message to us, as if the messages had come to the database that is lost.
  for (const reference of [first, second, old]) await refundByHand(db, reference, 100_000)
  expect(await recheck(30)).toBe(2)
  expect(await listRefundsOutside(first)).toEqual([100_000])
  expect(await listRefundsOutside(second)).toEqual([100_000])
  expect(await listRefundsOutside(old)).toEqual([])
  expect(await recheck(70)).toBe(3)
  expect(await listRefundsOutside(old)).toEqual([100_000])
  const unknown = 'money given back by a company that we know nothing of'
  expect(await countViolations(db, unknown)).toBe(0)
})

test('an attempt that was paid and given back in the lost time is known to be both', async () => {
  const { reference } = await anAttempt()
  await sql`update sandbox.charge set status = 'success', paid_kobo = amount_kobo where reference = ${reference}`.execute(
    db,
  )
  await refundByHand(db, reference, 50_000)
  await recheck(1)
  const { rows } =
    await sql`select status, outcome from payment where reference = ${reference}`.execute(db)
  expect(rows).toEqual([{ status: 'succeeded', outcome: 'confirmed' }])
  expect(await listRefundsOutside(reference)).toEqual([50_000])
})

test('a dispute that was opened in the lost time is held like any other', async () => {
  const reference = await aPaidBooking()
  const { rows: charges } = await sql<{ id: number }>`
    select id::int as id from sandbox.charge where reference = ${reference}`.execute(db)
  await openDispute(db, charges[0]?.id ?? 0, 70_000)
  await recheck(1)
  const { rows } = await sql`
    select d.state, d.amount_kobo from dispute d join payment p on p.id = d.payment_id where p.reference = ${reference}`.execute(
    db,
  )
  expect(rows).toEqual([{ state: 'open', amount_kobo: 70_000 }])
})

/** Makes charges at a company that paid an attempt which our database does not know. */
const strangeCharges = (provider: ProviderName, references: readonly string[]) =>
  sql`insert into sandbox.charge (provider, reference, access_code, amount_kobo, paid_kobo, currency, email, return_to, channels, account_number, status)
    select ${provider}, reference, reference, 300000, 300000, 'NGN', 'ada@people.example', '', '{card}', reference, 'success'
    from unnest(${[...references]}::text[]) reference`.execute(db)

test('charges of the lost time are listed with what the companies still have of them, page after page', async () => {
  const known = await aPaidBooking()
  const since = new Date(Date.now() - 60_000)
  const lost = Array.from({ length: 25 }, (_, at) => `LOST-${at}`)
  await strangeCharges('flutterwave', lost)
  await strangeCharges('paystack', ['LOST-PAYSTACK', 'LOST-RETURNED', 'LOST-PARTLY'])
  await refundByHand(db, 'LOST-RETURNED', 300_000)
  await refundByHand(db, 'LOST-PARTLY', 100_000)
  const found = await findUnknownCharges(deps, since)
  const listed = new Map(found.map(({ reference, open_kobo }) => [reference, open_kobo]))
  expect(found.filter(({ provider }) => provider === 'flutterwave')).toHaveLength(25)
  expect(lost.every((reference) => listed.get(reference) === 300_000)).toBe(true)
  expect(listed.get('LOST-PAYSTACK')).toBe(300_000)
  expect(listed.get('LOST-PARTLY')).toBe(200_000)
  expect([listed.has('LOST-RETURNED'), listed.has(known)]).toEqual([false, false])
})

test('the command asks about attempts or lists unknown charges, and refuses anything else', async () => {
  const payment = await aPaidBooking()
  const { port, data_dir } = deps.config
  const own = { DATABASE_URL: url, NODE_ENV: 'test', PORT: String(port), DATA_DIR: data_dir }
  const env = { ...process.env, ...own }
  const run = (...words: string[]) =>
    promisify(execFile)(
      process.execPath,
      ['--import', './tests/rows/recorder.ts', 'server/commands/recheck-payments.ts', ...words],
      { env },
    )
  const { stdout, stderr } = await run('--days=120')
  expect(stdout).toMatch(/ask the companies about \d+ attempts/)
  expect(stderr).toContain('"action":"money.recheck"')
  const { rows } = await sql`
    select from pgboss.job where name = 'payment.recheck' and state = 'created' and singleton_key = ${payment}`.execute(
    db,
  )
  expect(rows).toHaveLength(1)
  await strangeCharges('paystack', ['LOST-NOW'])
  const listed = await run(`--lost-since=${new Date(Date.now() - 60_000).toISOString()}`)
  expect(listed.stdout).toMatch(/Paystack {2}\d+ {2}LOST-NOW {2}₦3,000\b/)
  for (const words of [
    [],
    ['--days=0'],
    ['--days=some'],
    ['120'],
    ['--lost-since=yesterday'],
    ['--days=1', '--lost-since=2026-01-01'],
  ])
    await expect(run(...words)).rejects.toMatchObject({ code: 1 })
})
