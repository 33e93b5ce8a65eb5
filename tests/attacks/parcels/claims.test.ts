import { demo } from '#demo/index'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxOperatorClaimKoboPerDay, type ParcelEventKind } from '#contract/parcels/rules'
import {
  getParcel,
  trackParcel,
  answerClaim,
  claimParcel,
  fundInsurance,
  getInsurance,
  listClaimsForStaff,
  recommendClaim,
  settleClaim,
} from '#contract/parcels/endpoints'
import { openJobs } from '#server/jobs/all-jobs'
import { sql } from '#server/db/sql'
import { aStaffKey } from '#tests/support/makers/boarding'
import { testDatabase } from '#tests/support/database/test-database'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import {
  aPaidParcel,
  aParcelScan,
  aParcelTrip,
  makeDamageScans,
  type MadeParcel,
  type ParcelOptions,
  sendScans,
} from '#tests/support/makers/parcels'
import { aServer } from '#tests/support/server/test-server'
import { fetchWalletBalance } from '#tests/support/makers/wallets'

/** An operator's key must not make money from a parcel that only the operator reports as lost. */

const { db, url } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const trip = await aParcelTrip(server)
const staff = await aStaffKey(server)
let stop = async () => {}
beforeAll(async () => {
  const queue = await openJobs(url, undefined, demo)
  stop = () => queue.stop()
})
afterAll(() => stop())

const day = 86_400_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const insured: ParcelOptions = {
  trip,
  quote: { add_ons: ['full_cover'], declared_value_kobo: 5_000_000 },
}
const said = { words: 'It is nowhere.' }

async function results(made: MadeParcel, kind: ParcelEventKind, occurred_at = ago(0)) {
  const event = aParcelScan(made.parcel.tracking_id, kind, { occurred_at })
  return (await sendScans(server, made.operator, [event])).map(({ result, state }) => [
    result,
    state,
  ])
}

async function aClaim(options: ParcelOptions, asked_kobo: number) {
  const made = await aPaidParcel(server, options)
  const { tracking_id } = made.parcel
  await sendScans(server, made.operator, makeDamageScans(tracking_id, 'lost'))
  const claim = { tracking_id, kind: 'lost', words: 'It never came to Abuja.', asked_kobo } as const
  const { data, text, status } = await server.call(claimParcel, claim, { as: made.as })
  if (status !== 200) throw new Error(text)
  return { ...made, claim: data }
}

const byOperator = ({ claim, operator }: Awaited<ReturnType<typeof aClaim>>, pay_kobo: number) =>
  server.call(answerClaim, { id: claim.id, pay_kobo, ...said }, { as: operator })
const byStaff = (id: string, pay_kobo: number) =>
  server.call(settleClaim, { id, pay_kobo, ...said }, { as: staff })
const insurance = async () => (await server.call(getInsurance, {}, { as: staff })).data

describe('a key cannot lose what it never took in', () => {
  test.each(['lost', 'damaged'] as const)('%s counts after received', async (kind) => {
    const made = await aPaidParcel(server, insured)
    const { tracking_id } = made.parcel
    expect(await results(made, kind)).toEqual([['not_received', 'paid']])
    const seen = (await server.call(trackParcel, { tracking_id })).data
    expect([seen.state, seen.events.map((one) => one.kind)]).toEqual(['paid', ['paid', 'created']])
    const claim = { tracking_id, kind, words: 'It never came to Abuja.', asked_kobo: 100 } as const
    const refused = await server.call(claimParcel, claim, { as: made.as })
    expect(refused.problem.code).toBe('claim_closed')
    // Once the parcel was received, the loss counts.
    expect(await results(made, 'received')).toEqual([['recorded', 'received']])
    expect(await results(made, kind)).toEqual([['recorded', kind]])
  })

  test('late and out of order the same: what a scanner sends last may count first', async () => {
    const made = await aPaidParcel(server, { trip })
    await sql`update parcel set paid_at = now() - interval '1 day' where id = ${made.parcel.id}`.execute(
      db,
    )
    expect(await results(made, 'lost', ago(3_600_000))).toEqual([['not_received', 'paid']])
    expect(await results(made, 'received', ago(7_200_000))).toEqual([['recorded', 'lost']])
  })

  test('nor by SQL', async () => {
    const made = await aPaidParcel(server, { trip })
    const lose = sql`update parcel set state = 'lost' where id = ${made.parcel.id}`
    await expect(lose.execute(db)).rejects.toThrow('taken_in_before_harm')
  })
})

test('scans are from after the payment, not from the future, and not older than 30 days', async () => {
  const made = await aPaidParcel(server, { trip })
  const paid = (days: number) =>
    sql`update parcel set paid_at = now() - ${days} * interval '1 day' where id = ${made.parcel.id}`.execute(
      db,
    )
  const refused = [['wrong_time', 'paid']]
  const never = ['1970-01-01T00:00:00Z', '2199-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']
  for (const at of [ago(day), ago(-3_600_000), ...never])
    expect(await results(made, 'received', at)).toEqual(refused)
  await paid(90)
  expect(await results(made, 'received', ago(31 * day))).toEqual(refused)
  // Scanned in a place without a network, and sent to the server four weeks later.
  expect(await results(made, 'received', ago(28 * day))).toEqual([['recorded', 'received']])
})

describe('an operator answers small claims of parcels without insurance, and no others', () => {
  test('an insured one is our staff’s, whatever is asked; the operator may recommend', async () => {
    const it = await aClaim(insured, 100)
    for (const kobo of [100, 0])
      expect((await byOperator(it, kobo)).problem.code).toBe('claim_for_staff')
    const what = { id: it.claim.id, pay_kobo: 50, words: 'Half of it was ours.' }
    const recommended = await server.call(recommendClaim, what, { as: it.operator })
    expect(recommended.data).toMatchObject({ state: 'open', answers: 'staff', is_insured: true })
    const listed = (await server.call(listClaimsForStaff, {}, { as: staff })).data
    expect(listed.find(({ id }) => id === it.claim.id)).toMatchObject({
      recommended: { pay_kobo: 50, words: 'Half of it was ours.' },
      received_at: expect.any(String),
      operator: { name: 'Udala Test Motors' },
    })
    expect(await fetchWalletBalance(server, it.sender)).toEqual({ balance_kobo: 0, held_kobo: 0 })
  })

  test('one above ₦10,000 is our staff’s', async () => {
    const it = await aClaim({ trip }, 1_000_001)
    expect((await byOperator(it, 100)).problem.code).toBe('claim_for_staff')
    expect((await byStaff(it.claim.id, 1_000_001)).data.state).toBe('accepted')
    const small = await aClaim({ trip }, 1_000_000)
    expect((await byOperator(small, 1_000_000)).data.state).toBe('accepted')
  })

  test('nor more than ₦200,000 a day', async () => {
    const own = await aParcelTrip(server)
    const most = maxOperatorClaimKoboPerDay / 1_000_000
    const all = await Promise.all(
      Array.from({ length: most + 1 }, () => aClaim({ trip: own }, 1_000_000)),
    )
    const answers = await Promise.all(all.map((it) => byOperator(it, 1_000_000)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(most)
    expect(answers.find(({ status }) => status !== 200)?.problem).toMatchObject({
      code: 'claim_for_staff',
      detail: expect.stringContaining('₦200,000 a day'),
    })
  })

  test('nor by SQL', async () => {
    const { claim } = await aClaim(insured, 100)
    const accept = sql`update parcel_claim set state = 'to_be_paid', granted_kobo = 100, answered_by = 'operator',
      decided_at = now() where id = ${claim.id}`
    await expect(accept.execute(db)).rejects.toThrow('ours_to_answer')
    const lie = sql`update parcel_claim set insured = false where id = ${claim.id}`
    await expect(lie.execute(db)).rejects.toThrow('foreign key')
  })
})

test('no claim is paid above the cover, whoever granted it', async () => {
  const { claim } = await aClaim({ trip }, 100)
  const key = sql`(select id from staff_key limit 1)`
  await sql`update parcel_claim set asked_kobo = 2000001, granted_kobo = 2000001, state = 'to_be_paid',
    answered_by = 'staff', staff_key_id = ${key}, decided_at = now() where id = ${claim.id}`.execute(
    db,
  )
  const pay = sql`select pay_claim(${claim.id}::uuid)`
  await expect(pay.execute(db)).rejects.toThrow('is covered for')
  await sql`update parcel_claim set asked_kobo = 100, granted_kobo = 0, state = 'refused' where id = ${claim.id}`.execute(
    db,
  )
})

describe('the insurance cannot be overdrawn', () => {
  test('a claim that it cannot pay waits, is told as waiting, and is paid when there is float', async () => {
    const it = await aClaim(insured, 5_000_000)
    const { balance_kobo } = await insurance()
    expect(balance_kobo).toBeLessThan(5_000_000)
    const answered = await byStaff(it.claim.id, 5_000_000)
    expect(answered.status).toBe(200)
    expect(answered.data).toMatchObject({
      state: 'to_be_paid',
      granted_kobo: 5_000_000,
      paid_kobo: 0,
    })
    expect(await fetchWalletBalance(server, it.sender)).toEqual({ balance_kobo: 0, held_kobo: 0 })
    expect(await insurance()).toMatchObject({
      balance_kobo,
      claims_waiting: 1,
      waiting_kobo: 5_000_000,
    })
    // The claim cannot be answered again, and no second one can be made.
    expect((await byStaff(it.claim.id, 5_000_000)).problem.code).toBe('claim_answered')
    const { tracking_id } = it.parcel
    const before = (await server.call(getParcel, { tracking_id }, { as: it.as })).data
    expect([before.can.claim, before.can.cancel]).toEqual([false, false])

    const filled = await server.call(fundInsurance, { amount_kobo: 6_000_000 }, { as: staff })
    expect(filled.data).toMatchObject({
      balance_kobo: balance_kobo + 1_000_000,
      claims_waiting: 0,
      waiting_kobo: 0,
    })
    expect((await fetchWalletBalance(server, it.sender)).balance_kobo).toBe(5_000_000)
    const after = (await server.call(getParcel, { tracking_id }, { as: it.as })).data
    expect(after.claims).toMatchObject([{ state: 'accepted', paid_kobo: 5_000_000 }])
    expect(await findLedgerViolations(server.host)).toEqual([])
  })

  test('nor by SQL, and two claims at once get no more than there is', async () => {
    const all = await Promise.all([1, 2, 3].map(() => aClaim(insured, 2_000_000)))
    const { balance_kobo } = await insurance()
    await server.call(fundInsurance, { amount_kobo: 4_500_000 - balance_kobo }, { as: staff })
    const states = await Promise.all(
      all.map(async ({ claim }) => (await byStaff(claim.id, 2_000_000)).data.state),
    )
    expect(states.toSorted()).toEqual(['accepted', 'accepted', 'to_be_paid'])
    expect((await insurance()).balance_kobo).toBe(500_000)
    const take = sql`select post_transfer('x', 'x', account_of('insurance_payable', ''), account_of('wallet', 'x', false),
      500001, 'claim')`
    await expect(take.execute(db)).rejects.toThrow('no_overdraft')
    expect(await findLedgerViolations(server.host)).toEqual([])
  })

  test('a premium goes back though claims have spent it, out of declared float', async () => {
    const made = await aPaidParcel(server, insured)
    const { balance_kobo } = await insurance()
    await sql`select post_transfer('spent', 'spent', account_of('insurance_payable', ''), account_of('operator_payable', 'x'),
      ${balance_kobo}::bigint, 'claim')`.execute(db)
    await sql`select request_refund(${made.parcel.id}::uuid, ${made.parcel.price.total_kobo}::bigint, 'cancelled', 'wallet', 'x', '{}')`.execute(
      db,
    )
    expect((await insurance()).balance_kobo).toBe(0)
    const { rows } = await sql<{ kobo: number }>`
      select sum(amount_kobo)::bigint as kobo from transfer where code = 'float' and ref like 'float:refund:%'`.execute(
      db,
    )
    expect(rows[0]?.kobo).toBe(50_000)
  })
})

test('a claim that waits is not paid into the wallet of an erased account', async () => {
  const it = await aClaim(insured, 5_000_000)
  expect((await byStaff(it.claim.id, 5_000_000)).data.state).toBe('to_be_paid')
  await sql`update person set erased_at = now() where id = ${it.sender.user.id}`.execute(db)
  const filled = await server.call(fundInsurance, { amount_kobo: 9_000_000 }, { as: staff })
  expect(filled.data.claims_waiting).toBe(0)
  const { rows } =
    await sql`select state, paid_kobo::int from parcel_claim where id = ${it.claim.id}`.execute(db)
  expect(rows).toEqual([{ state: 'refused', paid_kobo: 0 }])
  const transfers = await sql`select from transfer where ref = ${`claim:${it.claim.id}`}`.execute(
    db,
  )
  expect(transfers.rows).toEqual([])
})
