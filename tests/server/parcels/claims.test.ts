import { afterAll, describe, expect, test } from 'vitest'
import type { ParcelClaim } from '#contract/parcels/claims'
import {
  cancelParcel,
  getParcel,
  answerClaim,
  fundInsurance,
  settleClaim,
  claimParcel,
  getClaimPhoto,
  getOperatorClaimPhoto,
  listOperatorClaims,
} from '#contract/parcels/endpoints'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { aJpeg, addCameraData, parseJpegSize } from '#tests/support/files/jpegs'
import { aStaffKey, anOperatorKey } from '#tests/support/makers/boarding'
import { anOperator } from '#tests/support/makers/trips'
import {
  aPaidParcel,
  aParcel,
  aParcelScan,
  aParcelTrip,
  makeDamageScans,
  type MadeParcel,
  type ParcelOptions,
  sendScans,
} from '#tests/support/makers/parcels'
import { aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'
import { fetchWalletBalance } from '#tests/support/makers/wallets'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const trip = await aParcelTrip(server)

const coverKobo = 2_000_000
const words = 'It never came. The counter in Abuja says it was not on the bus.'

/** A paid parcel that its carrier cannot find. */
async function aLostParcel(options: ParcelOptions = {}): Promise<MadeParcel> {
  const made = await aPaidParcel(server, { trip, ...options })
  await sendScans(server, made.operator, makeDamageScans(made.parcel.waybill ?? '', 'lost'))
  return made
}

const claim = (made: MadeParcel, over: Record<string, unknown> = {}, as = made.as) =>
  server.call(
    claimParcel,
    {
      tracking_id: made.parcel.tracking_id,
      kind: 'lost',
      words,
      asked_kobo: coverKobo,
      photos: [],
      ...over,
    },
    { as },
  )

const staff = await aStaffKey(server)
const answer = (_made: MadeParcel, id: string, pay_kobo: number) =>
  server.call(settleClaim, { id, pay_kobo, words: 'We looked for it.' }, { as: staff })

async function anOpenClaim(
  options: ParcelOptions = {},
): Promise<MadeParcel & { claim: ParcelClaim }> {
  const made = await aLostParcel(options)
  const { data, text, status } = await claim(made)
  if (status !== 200) throw new Error(text)
  return { ...made, claim: data }
}

/** The transfers of a claim: source account, target account and amount. */
async function transfersOf(id: string) {
  const { rows } = await sql<{ from: string; to: string; kobo: number; code: string }>`
    select trim(d.kind || ' ' || d.owner) as from, trim(c.kind || ' ' || c.owner) as to,
      t.amount_kobo as kobo, t.code
    from transfer t join account d on d.id = t.debit_account join account c on c.id = t.credit_account
    where t.ref = ${`claim:${id}`}`.execute(db)
  return rows
}

describe('a claim', () => {
  test('is read with its photos by sender and carrier, and what is paid is in the wallet', async () => {
    const made = await aLostParcel()
    const photo = addCameraData(await aJpeg(), 'Jibowu').toString('base64')
    const { data, status } = await claim(made, { photos: [photo, photo] })
    expect(status).toBe(200)
    expect(data).toMatchObject({ kind: 'lost', words, state: 'open', paid_kobo: 0, answer: null })
    const { tracking_id, waybill } = made.parcel
    expect(data.photos).toEqual(
      ['1', '2'].map(
        (number) => `/v1/waka/parcels/${tracking_id}/claims/${data.id}/photos/${number}`,
      ),
    )
    const mine = await server.call(
      getClaimPhoto,
      { tracking_id, id: data.id, number: '2' },
      { as: made.as },
    )
    expect(parseJpegSize(mine.bytes)).toEqual([40, 60])
    expect(mine.bytes.includes('Jibowu')).toBe(false)

    const listed = await server.call(listOperatorClaims, {}, { as: made.operator })
    expect(listed.data.find(({ id }) => id === data.id)).toMatchObject({
      waybill,
      state: 'open',
      declared_value_kobo: 3_000_000,
      cover_kobo: coverKobo,
      photos: ['1', '2'].map((number) => `/v1/waka/operator/claims/${data.id}/photos/${number}`),
    })
    const theirs = await server.call(
      getOperatorClaimPhoto,
      { id: data.id, number: '1' },
      { as: made.operator },
    )
    expect(theirs.headers['content-type']).toBe('image/jpeg')

    const answered = await answer(made, data.id, 1_500_000)
    expect(answered.data).toMatchObject({
      state: 'accepted',
      paid_kobo: 1_500_000,
      answer: 'We looked for it.',
    })
    expect(answered.data.decided_at).not.toBeNull()
    expect(await fetchWalletBalance(server, made.sender)).toEqual({
      balance_kobo: 1_500_000,
      held_kobo: 0,
    })
    expect(await transfersOf(data.id)).toEqual([
      {
        from: `operator_payable ${trip.operator_id}`,
        to: `wallet ${made.sender.user.id}`,
        kobo: 1_500_000,
        code: 'claim',
      },
    ])
    const seen = await server.call(getParcel, { tracking_id }, { as: made.as })
    expect(seen.data.claims).toMatchObject([{ id: data.id, state: 'accepted' }])
    expect(seen.data.can.claim).toBe(false)
    expect((await claim(made)).problem.code).toBe('claim_closed')
    const { rows } = await sql`select from pgboss.job where name = 'parcel.tell'
      and data @> ${JSON.stringify({ parcel_id: made.parcel.id, kind: 'claim_answered' })}::jsonb`.execute(
      db,
    )
    expect(rows).toHaveLength(1)
  })

  test('of a parcel with full cover is paid by the insurance', async () => {
    await server.call(fundInsurance, { amount_kobo: coverKobo }, { as: staff })
    const made = await anOpenClaim({ quote: { add_ons: ['full_cover'] } })
    await answer(made, made.claim.id, coverKobo)
    expect(await transfersOf(made.claim.id)).toMatchObject([
      { from: 'insurance_payable', kobo: coverKobo },
    ])
  })

  test('is never above the cover, and is paid at most what was asked', async () => {
    const made = await aLostParcel()
    const above = await claim(made, { asked_kobo: coverKobo + 1 })
    expect(above.problem.fields).toEqual({ asked_kobo: 'It is covered for ₦20,000 at most.' })
    const { data } = await claim(made, { asked_kobo: 500_000 })
    const dear = await answer(made, data.id, 500_001)
    expect(dear.problem.fields).toEqual({ pay_kobo: 'The claim is for only ₦5,000.' })
    expect(await transfersOf(data.id)).toEqual([])
  })

  test('that is refused pays nothing, and another may follow', async () => {
    const made = await anOpenClaim()
    const refused = await answer(made, made.claim.id, 0)
    expect(refused.data).toMatchObject({ state: 'refused', paid_kobo: 0 })
    expect(await transfersOf(made.claim.id)).toEqual([])
    const again = await claim(made, { asked_kobo: 100_000 })
    expect(again.data.state).toBe('open')
    const { tracking_id } = made.parcel
    const seen = await server.call(getParcel, { tracking_id }, { as: made.as })
    expect(seen.data.claims.map(({ state }) => state)).toEqual(['open', 'refused'])
  })

  test('is one at a time, also when two are sent at once', async () => {
    const made = await aLostParcel()
    const both = await Promise.all([claim(made), claim(made)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.problem.code).toBe('claim_open')
  })

  test('is answered once, also when two answers come at once', async () => {
    const made = await anOpenClaim()
    const both = await Promise.all([
      answer(made, made.claim.id, 700_000),
      answer(made, made.claim.id, 0),
    ])
    const [won] = both.filter(({ status }) => status === 200)
    const [lost] = both.filter(({ status }) => status !== 200)
    expect(lost?.problem.code).toBe('claim_answered')
    const paid = won?.data.paid_kobo ?? -1
    expect(await fetchWalletBalance(server, made.sender)).toEqual({
      balance_kobo: paid,
      held_kobo: 0,
    })
    expect((await answer(made, made.claim.id, 700_000)).problem.code).toBe('claim_answered')
  })

  test('carries five megabytes of photos at most, and none that is broken', async () => {
    const made = await aLostParcel()
    const large = `/9j/${'A'.repeat(3_500_000)}`
    const heavy = await claim(made, { photos: [large, large] })
    expect(heavy.problem.fields).toEqual({ photos: 'Together the photos may have 5 MB at most.' })
    const photos = [(await aJpeg()).toString('base64'), '/9j/AAAA']
    const broken = await claim(made, { photos })
    expect(broken.problem.fields).toEqual({
      'photos.1': 'This picture cannot be read. Take it again.',
    })
    expect((await claim(made)).status).toBe(200)
  })

  test('is nothing to strangers and to other operators', async () => {
    const made = await aLostParcel()
    const { data } = await claim(made, { photos: [(await aJpeg()).toString('base64')] })
    const stranger = await aUser(server)
    expect((await claim(made, {}, stranger.as)).status).toBe(404)
    const { tracking_id } = made.parcel
    const photo = { tracking_id, id: data.id, number: '1' }
    expect((await server.call(getClaimPhoto, photo, { as: stranger.as })).status).toBe(404)
    const other = { ...made, operator: await anOperatorKey(server, await anOperator(db)) }
    const told = { id: data.id, pay_kobo: 100, words: 'It is ours.' }
    expect((await server.call(answerClaim, told, { as: other.operator })).status).toBe(404)
    const asked = { id: data.id, number: '1' }
    expect((await server.call(getOperatorClaimPhoto, asked, { as: other.operator })).status).toBe(
      404,
    )
    expect((await server.call(listOperatorClaims, {}, { as: other.operator })).data).toEqual([])
  })
})

describe('something can be claimed', () => {
  const refusalOf = async (made: MadeParcel) => (await claim(made)).problem.code
  const age = (id: string, days: number) =>
    sql`update parcel set ended_at = proved_at - ${days} * interval '1 day',
      proved_at = proved_at - ${days} * interval '1 day' where id = ${id}`.execute(db)
  const planned = (id: string, days: number) =>
    sql`update trip set departs_at = departs_at - ago, arrives_at = arrives_at - ago,
        sales_close_at = sales_close_at - ago
      from (select arrives_at - now() + ${days} * interval '1 day' as ago from trip
        where id = (select trip_id from parcel where id = ${id})) moved
      where id = (select trip_id from parcel where id = ${id})`.execute(db)

  test('not for a parcel that is unpaid, on its way, or covered for nothing', async () => {
    const unpaid = await aParcel(server, { trip })
    expect(await refusalOf(unpaid)).toBe('claim_closed')
    const paid = await aPaidParcel(server, { trip })
    expect(paid.parcel.can.claim).toBe(false)
    expect(await refusalOf(paid)).toBe('claim_closed')
    const worthless = await aLostParcel({ quote: { declared_value_kobo: 0 } })
    expect(await refusalOf(worthless)).toBe('claim_closed')
  })

  test('for seven days after it was handed out', async () => {
    const made = await aPaidParcel(server, { trip })
    const pin = made.parcel.pickup_pin ?? ''
    const [handed] = await sendScans(server, made.operator, [
      aParcelScan(made.parcel.waybill ?? '', 'delivered', { pin }),
    ])
    expect(handed?.state).toBe('delivered')
    await age(made.parcel.id, 8)
    expect(await refusalOf(made)).toBe('claim_closed')
    await age(made.parcel.id, -2)
    expect((await claim(made, { kind: 'missing' })).data.kind).toBe('missing')
  })

  test('for as long where the scanner says that it was handed out long ago', async () => {
    const made = await aPaidParcel(server, { trip })
    const { id, tracking_id, waybill, pickup_pin } = made.parcel
    await sql`update parcel set created_at = now() - interval '9 days', paid_at = now() - interval '9 days'
      where id = ${id}`.execute(db)
    const long_ago = new Date(Date.now() - 8.5 * 86_400_000).toISOString()
    const handed = { pin: pickup_pin ?? '', occurred_at: long_ago }
    await sendScans(server, made.operator, [aParcelScan(waybill ?? '', 'delivered', handed)])
    const { data } = await server.call(getParcel, { tracking_id }, { as: made.as })
    expect(data.can.claim).toBe(true)
    expect((await claim(made, { kind: 'missing' })).status).toBe(200)
  })

  test('only once, as nothing more comes back by calling it off', async () => {
    const made = await aPaidParcel(server)
    const { id, tracking_id, waybill } = made.parcel
    await sendScans(server, made.operator, [aParcelScan(waybill ?? '', 'received')])
    await planned(id, 8)
    const { data } = await claim(made)
    const callOff = async () =>
      (await server.call(cancelParcel, { tracking_id }, { as: made.as })).problem.code
    expect(await callOff()).toBe('parcel_loaded')
    await answer(made, data.id, coverKobo)
    expect(await callOff()).toBe('parcel_loaded')
    const seen = await server.call(getParcel, { tracking_id }, { as: made.as })
    expect([seen.data.can.cancel, seen.data.refunds]).toEqual([false, []])
  })

  test('from seven days after it should have been there, when nobody got it', async () => {
    const made = await aPaidParcel(server)
    await planned(made.parcel.id, 6)
    expect(await refusalOf(made)).toBe('claim_closed')
    await planned(made.parcel.id, 8)
    expect((await claim(made)).status).toBe(200)
  })
})
