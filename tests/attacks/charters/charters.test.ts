import { afterAll, expect, test } from 'vitest'
import { listAirports } from '#contract/charters/market/endpoints'
import {
  bookAirport,
  changeCharterFlight,
  getCharter,
  previewCharterCancellation,
} from '#contract/charters/trips/endpoints'
import { listOperatorVehicles, setVehicleDays } from '#contract/charters/market/endpoints'
import {
  createCharterRequest,
  getCharterRequest,
  listOperatorCharterRequests,
  offerCharter,
} from '#contract/charters/requests/endpoints'
import { failCharter, setCharterDriver } from '#contract/charters/trips/endpoints'
import { startPayment } from '#contract/payments/endpoints'
import { sql } from '#server/db/sql'
import {
  aCharter,
  aCharterKey,
  aJourneyInput,
  aRichUser,
  aVehicle,
  charterContact,
  dayAhead,
  payCharter,
  walletPin,
  moveStart,
} from '#tests/support/makers/charters'
import { runCharterSweep } from '#tests/support/server/jobs'
import { aPaymentWorld } from '#tests/support/worlds/payments'
import { aServer } from '#tests/support/server/test-server'

const { db, server } = await aPaymentWorld()
const strict = await aServer(db, { config: { rate_limit_factor: 1 } })
afterAll(() => strict.close())

test('a repeated payment of the deposit never pays the balance, too', async () => {
  const { charter, as } = await aCharter(server, await aVehicle(db))
  const [deposit, balance] = charter.instalments
  const pay = (more: object) =>
    server.call(
      startPayment,
      {
        purpose: 'charter',
        reference: charter.reference,
        provider: 'wallet',
        pin: walletPin,
        ...more,
      },
      { as },
    )
  const seen = { part: deposit?.kind, due_kobo: deposit?.amount_kobo }
  const answers = await Promise.all([pay({}), pay({}), pay(seen), pay(seen)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const paid = async () =>
    (await server.call(getCharter, { reference: charter.reference }, { as })).data.paid_kobo
  expect(await paid()).toBe(deposit?.amount_kobo)
  expect((await pay({})).problem.fields).toEqual({
    part: 'An earlier part is paid. Name the part that is due: balance.',
  })
  expect((await pay(seen)).problem.code).toBe('already_paid')
  expect((await pay({ part: 'balance', due_kobo: 1 })).problem.code).toBe('price_changed')
  const whole = await pay({ part: 'balance', due_kobo: balance?.amount_kobo })
  expect(whole.status).toBe(200)
  expect(await paid()).toBe(charter.price.total_kobo)
})

test('a part is named only where there are parts, and the first one first', async () => {
  const { charter, as } = await aCharter(server, await aVehicle(db))
  const asked = { purpose: 'charter', reference: charter.reference, provider: 'wallet' } as const
  const early = await server.call(startPayment, { ...asked, part: 'balance' }, { as })
  expect(early.problem.fields).toEqual({ part: 'Due is the part deposit.' })
})

async function aTransfer() {
  const vehicle = await aVehicle(db, { city: 'calabar', seats: 7, size: 'small' })
  const owner = await aRichUser(server)
  const airports = (await server.call(listAirports, {})).data
  const zone = airports.find(({ code }) => code === 'CBQ')?.zones[0]
  const price = zone?.prices.find(({ size }) => size === 'small')?.price
  const order = {
    airport: 'CBQ',
    zone: zone?.code ?? '',
    size: 'small' as const,
    direction: 'pick_up' as const,
    flight_number: 'P47121',
    at: `${dayAhead(9)}T13:20:00.000Z`,
    address: '12 Marian Road',
    travellers: 3,
    contact: charterContact,
    total_kobo: price?.total_kobo ?? 0,
  }
  const { data, text, status } = await server.call(bookAirport, order, { as: owner.as })
  if (status !== 200) throw new Error(text)
  return { vehicle, owner, charter: data, order, as: owner.as }
}

async function listEmailsTo(email: string | null) {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pgboss.job where name in ('mail.send', 'sms.send') and data->>'to' = ${email}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

test('putting a flight off does not make cancelling cheaper than it was', async () => {
  const { charter, as } = await aTransfer()
  const { reference } = charter
  await payCharter(server, { charter, as })
  await moveStart(db, charter, 5)
  const late = await server.call(previewCharterCancellation, { reference }, { as })
  expect(late.data).toMatchObject({ tier: 'closed', refund_kobo: 0 })
  const moved = await server.call(
    changeCharterFlight,
    { reference, at: `${dayAhead(5)}T10:00:00.000Z` },
    { as },
  )
  expect(moved.status).toBe(200)
  const after = await server.call(previewCharterCancellation, { reference }, { as })
  expect(after.data).toMatchObject({ tier: 'closed', refund_kobo: 0 })
})

test('a flight of another age is neither met nor followed', async () => {
  const { charter, as, order } = await aTransfer()
  for (const at of ['9999-12-31T23:59:59Z', '2099-12-31T23:59:59Z', '0001-01-01T00:00:00Z']) {
    const asked = await server.call(bookAirport, { ...order, at }, { as })
    const { reference } = charter
    const moved = await server.call(changeCharterFlight, { reference, at }, { as })
    for (const { problem } of [asked, moved]) {
      expect(problem.code).toBe('invalid_input')
      expect(problem.fields).toHaveProperty('at')
    }
  }
})

test('a charter that cannot be ended keeps no other from its end, nor offers from theirs', async () => {
  const references: string[] = []
  for (const hours of [2, 1]) {
    const made = await aCharter(server, await aVehicle(db))
    await payCharter(server, made)
    references.push(made.charter.reference)
    await sql`update charter set pay_until = clock_timestamp() - ${hours} * interval '1 hour'
      where reference = ${made.charter.reference}`.execute(db)
  }
  const [stuck = '', other = ''] = references
  await sql`create function stand_still() returns trigger language plpgsql as
    'begin raise exception ''stuck''; end'`.execute(db)
  await sql`create trigger stand_still before update on charter for each row
    when (old.reference = ${sql.lit(stuck)}) execute function stand_still()`.execute(db)
  await expect(runCharterSweep(db)).rejects.toThrow('stuck')
  const { rows } = await sql<{ reference: string; state: string }>`
    select reference, state from charter where reference = any (${references}::text[])`.execute(db)
  const states = Object.fromEntries(rows.map(({ reference, state }) => [reference, state]))
  expect(states).toEqual({ [stuck]: 'booked', [other]: 'lapsed' })
  await sql`drop trigger stand_still on charter`.execute(db)
})

test('a vehicle nobody has paid for sends no letters about its flight', async () => {
  const { charter, owner, as } = await aTransfer()
  const { reference } = charter
  for (const minute of [10, 20, 30])
    await server.call(
      changeCharterFlight,
      { reference, at: `${dayAhead(9)}T13:${minute}:00.000Z` },
      { as },
    )
  expect(await listEmailsTo(owner.user.email)).toBe(0)
})

test('a driver named twice is told of once', async () => {
  const vehicle = await aVehicle(db)
  const made = await aCharter(server, vehicle)
  await payCharter(server, made)
  const as = await aCharterKey(server, vehicle)
  const before = await listEmailsTo(made.owner.user.email)
  const driver = { name: 'Musa Bello', phone: '+2348030001111', plate: 'LSR-482XB' }
  const { reference } = made.charter
  for (const _ of [1, 2, 3]) await server.call(setCharterDriver, { reference, ...driver }, { as })
  expect(await listEmailsTo(made.owner.user.email)).toBe(before + 1)
})

test('who hires without having proved their email address hears at the phone they named', async () => {
  const vehicle = await aVehicle(db)
  const by = await aRichUser(server)
  await sql`update person set email_verified_at = null where id = ${by.user.id}::uuid`.execute(db)
  const before = await listEmailsTo(charterContact.phone)
  const made = await aCharter(server, vehicle, { by })
  await payCharter(server, made)
  expect(await listEmailsTo(charterContact.phone)).toBe(before + 1)

  const as = await aCharterKey(server, vehicle)
  const asked = {
    ...aJourneyInput(28),
    start_time: '06:00',
    travellers: 10,
    contact: charterContact,
  }
  const { reference } = (await server.call(createCharterRequest, asked, { as: by.as })).data
  const offer = { reference, vehicle_id: vehicle.id, hire_kobo: 20_000_000, terms: '' }
  expect((await server.call(offerCharter, offer, { as })).status).toBe(200)
  expect(await listEmailsTo(charterContact.phone)).toBe(before + 2)

  const end = { reference: made.charter.reference, reason: 'The engine is broken.' }
  expect((await server.call(failCharter, end, { as })).status).toBe(200)
  expect(await listEmailsTo(by.user.email)).toBe(0)
})

test('an operator that changes a driver to and fro soon has to wait', async () => {
  const vehicle = await aVehicle(db)
  const made = await aCharter(server, vehicle)
  await payCharter(server, made)
  const as = await aCharterKey(server, vehicle)
  const before = await listEmailsTo(made.owner.user.email)
  const { reference } = made.charter
  const named = (name: string) =>
    strict.call(
      setCharterDriver,
      { reference, name, phone: '+2348030001111', plate: 'LSR-482XB' },
      { as },
    )
  for (let turn = 0; turn < 10; turn += 1)
    expect((await named(turn % 2 === 0 ? 'Musa Bello' : 'Ade Cole')).status).toBe(200)
  expect((await named('Musa Bello')).problem.code).toBe('too_many_requests')
  expect(await listEmailsTo(made.owner.user.email)).toBe(before + 10)
})

test('a road that is too long from a vehicle does not take an operator their whole list', async () => {
  const vehicle = await aVehicle(db, { city: 'ibadan' })
  const as = await aCharterKey(server, vehicle)
  const owner = await aRichUser(server)
  const asked = (cities: string[], ahead: number, days: number) => ({
    ...aJourneyInput(ahead, days),
    kind: 'one_way' as const,
    stops: cities.map((city) => ({ city })),
    start_time: '06:00',
    travellers: 10,
    contact: charterContact,
  })
  const places = ['lagos', 'maiduguri', 'lagos', 'maiduguri', 'lagos', 'ibadan', 'abuja']
  const { status, text } = await server.call(createCharterRequest, asked(places, 20, 14), {
    as: owner.as,
  })
  expect([status, text]).toMatchObject([200, text])
  const short = await server.call(createCharterRequest, asked(['lagos', 'ibadan'], 30, 1), {
    as: owner.as,
  })
  expect(short.status).toBe(200)
  const seen = await server.call(listOperatorCharterRequests, {}, { as })
  expect([seen.status, seen.text]).toMatchObject([200, seen.text])
  expect(seen.data.map(({ reference }) => reference)).toContain(short.data.reference)
})

test('an offer that no price of ours can say is refused, and nobody’s request is lost by it', async () => {
  const vehicle = await aVehicle(db)
  const as = await aCharterKey(server, vehicle)
  const owner = await aRichUser(server)
  const request = (
    await server.call(
      createCharterRequest,
      { ...aJourneyInput(26), start_time: '06:00', travellers: 10, contact: charterContact },
      { as: owner.as },
    )
  ).data
  const { reference } = request
  const offered = await server.call(
    offerCharter,
    { reference, vehicle_id: vehicle.id, hire_kobo: 1_000_000_000_000, terms: '' },
    { as },
  )
  expect(offered.problem.code).toBe('invalid_input')
  expect((await server.call(getCharterRequest, { reference }, { as: owner.as })).status).toBe(200)
})

test('days are blocked from today on, for as long as vehicles are let', async () => {
  const vehicle = await aVehicle(db)
  const as = await aCharterKey(server, vehicle)
  const { id } = vehicle
  for (const day of ['2020-01-01', '2099-01-01']) {
    const wrong = await server.call(setVehicleDays, { id, block: [day, dayAhead(3)] }, { as })
    expect(wrong.problem).toMatchObject({
      code: 'invalid_input',
      fields: { block: expect.any(String) },
    })
  }
  const { data } = await server.call(listOperatorVehicles, {}, { as })
  expect(data[0]?.days).toEqual([])
})

test('who asked is written to about an operator’s first offers, not about each of a thousand', async () => {
  const vehicle = await aVehicle(db)
  const as = await aCharterKey(server, vehicle)
  const owner = await aRichUser(server)
  const asked = {
    ...aJourneyInput(27),
    start_time: '06:00',
    travellers: 10,
    contact: charterContact,
  }
  const { reference } = (await server.call(createCharterRequest, asked, { as: owner.as })).data
  const codes: string[] = []
  for (let naira = 200_000; naira < 200_025; naira += 1) {
    const offer = { reference, vehicle_id: vehicle.id, hire_kobo: naira * 100, terms: '' }
    const { status, problem } = await server.call(offerCharter, offer, { as })
    codes.push(status === 200 ? 'offered' : problem.code)
  }
  expect(codes.filter((code) => code === 'offered')).toHaveLength(20)
  expect(codes.at(-1)).toBe('too_many_requests')
  expect(await listEmailsTo(owner.user.email)).toBe(5)
  const { data } = await server.call(getCharterRequest, { reference }, { as: owner.as })
  expect(data.offers).toHaveLength(20)
})

test.each([
  '0803/123/4567',
  '0803_123_4567',
  '0803–123–4567',
  '0803      123      4567',
  '０８０３１２３４５６７',
  '٠٨٠٣١٢٣٤٥٦٧',
  '0803\u200b1234567',
  '0803 (123) 4567',
  'ada＠x.ng',
  'àda@mail.x.ng',
  'wa.me/2348031234567',
])('before an offer is accepted no operator reads %s', async (way) => {
  const vehicle = await aVehicle(db)
  const as = await aCharterKey(server, vehicle)
  const { as: by } = await aRichUser(server)
  const asked = {
    ...aJourneyInput(26),
    start_time: '06:00',
    travellers: 10,
    contact: charterContact,
    needs: `A cooler, 2 drums. Call ${way} at 6:30 pm`,
    luggage: `12 bags ${way}`,
  }
  const made = await server.call(createCharterRequest, asked, { as: by })
  expect([made.status, made.text]).toMatchObject([200, made.text])
  const { data } = await server.call(listOperatorCharterRequests, {}, { as })
  const seen = data.find(({ reference }) => reference === made.data.reference)
  expect(seen?.needs).toMatch(/^A cooler, 2 drums\. Call …[…/]* at 6:30 pm$/)
  expect(seen?.luggage).toMatch(/^12 bags …[…/]*$/)
})
