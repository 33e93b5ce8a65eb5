import { expect, test } from 'vitest'
import {
  getCharterVehicle,
  listCharterVehicles,
  quoteCharter,
} from '#contract/charters/market/endpoints'
import {
  bookCharter,
  getCharter,
  getCharterContract,
  listCharters,
} from '#contract/charters/trips/endpoints'
import { startPayment, verifyPayment } from '#contract/payments/endpoints'
import { providers } from '#contract/payments/rules'
import { sql } from '#server/db/sql'
import {
  aCharter,
  aJourneyInput,
  aBookCharterInput,
  aRichUser,
  aVehicle,
  dayAhead,
  expireCharter,
  payCharter,
} from '#tests/support/makers/charters'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aPaymentWorld, goodCard } from '#tests/support/worlds/payments'
import { parsePdfText } from '#tests/support/files/pdf-text'
import { aUser } from '#tests/support/makers/people'
import { fetchWalletBalance } from '#tests/support/makers/wallets'
import { runCharterSweep } from '#tests/support/server/jobs'

const { db, deps, server, origin, press, doJobs } = await aPaymentWorld()
const refreshed = async ({ charter, as }: Awaited<ReturnType<typeof aCharter>>) =>
  (await server.call(getCharter, { reference: charter.reference }, { as })).data

test('vehicles are found by place, day, seats and what is in them, and never on days they are taken', async () => {
  const vehicle = await aVehicle(db, { city: 'jos', seats: 22 })
  const search = { city: 'jos', seats: 20, amenities: ['ac'], date: dayAhead(20) }
  const found = await server.call(listCharterVehicles, { ...search, amenities: 'ac' as never })
  expect(found.data.map(({ id }) => id)).toEqual([vehicle.id])
  expect(found.data[0]).toMatchObject({
    is_free: true,
    home: { code: 'jos' },
    day_kobo: 10_000_000,
  })
  expect(found.meta.facets.cities).toContainEqual({ code: 'jos', name: 'Jos', vehicles: 1 })
  await aCharter(server, vehicle, {
    stops: [{ city: 'jos' }, { city: 'bauchi' }] as never,
    total_kobo: (await priceOf(vehicle.id)).total_kobo,
  })
  const taken = await server.call(listCharterVehicles, { ...search, amenities: 'ac' as never })
  expect(taken.data).toEqual([])
  const page = await server.call(getCharterVehicle, { id: vehicle.id })
  expect(page.data.calendar.taken).toEqual([dayAhead(20)])
})

test('vehicles near a city are sorted by price, rating, seats or distance', async () => {
  const [far, near] = [
    await aVehicle(db, { city: 'onitsha', seats: 7 }),
    await aVehicle(db, { city: 'enugu', seats: 14 }),
  ]
  await sql`update charter_vehicle set day_kobo = 9000000 where id = ${far.id}::uuid`.execute(db)
  await sql`update charter_vehicle set rating = 4.5, reviews = 2 where id = ${near.id}::uuid`.execute(
    db,
  )
  const sorted = async (sort: 'price' | 'rating' | 'seats' | 'distance') =>
    (await server.call(listCharterVehicles, { city: 'enugu', sort })).data.map(({ id }) => id)
  expect(await sorted('price')).toEqual([far.id, near.id])
  expect(await sorted('rating')).toEqual([near.id, far.id])
  expect(await sorted('seats')).toEqual([far.id, near.id])
  expect(await sorted('distance')).toEqual([near.id, far.id])
})

test('vehicles are found by size, price of a day and operator', async () => {
  const [small, large] = [
    await aVehicle(db, { city: 'yola', size: 'small' }),
    await aVehicle(db, { city: 'yola', size: 'large' }),
  ]
  await sql`update charter_vehicle set day_kobo = 9000000 where id = ${small.id}::uuid`.execute(db)
  const { rows } = await sql<{ code: string }>`
    select code from operator where id = ${large.operator_id}::uuid`.execute(db)
  const found = async (filter: { size?: 'large'; max_day_kobo?: number; operator?: string }) =>
    (await server.call(listCharterVehicles, { city: 'yola', ...filter })).data.map(({ id }) => id)
  expect(await found({})).toEqual([small.id, large.id])
  expect(await found({ size: 'large' })).toEqual([large.id])
  expect(await found({ max_day_kobo: 9_000_000 })).toEqual([small.id])
  expect(await found({ operator: rows[0]?.code ?? '' })).toEqual([large.id])
})

test('my charters are told apart by what is still to come of them', async () => {
  const { charter, as } = await aCharter(server, await aVehicle(db))
  const mine = async (state: 'coming' | 'past' | 'cancelled') =>
    (await server.call(listCharters, { state }, { as })).data.map(({ reference }) => reference)
  expect(await mine('coming')).toEqual([charter.reference])
  expect(await mine('past')).toEqual([])
  expect(await mine('cancelled')).toEqual([])
})

async function priceOf(vehicle_id: string) {
  const journey = { ...aJourneyInput(), stops: [{ city: 'jos' }, { city: 'bauchi' }] }
  return (await server.call(quoteCharter, { vehicle_id, ...journey })).data.price
}

test('a price names the road, the days it takes, the way from home and back, and VAT', async () => {
  const vehicle = await aVehicle(db)
  const stops = [{ city: 'ibadan' }, { city: 'abuja' }]
  const asked = { vehicle_id: vehicle.id, ...aJourneyInput(30), kind: 'one_way' as const, stops }
  const { data } = await server.call(quoteCharter, asked)
  expect(data.legs.map(({ from, to, empty }) => [from, to, empty])).toEqual([
    ['Lagos', 'Ibadan', true],
    ['Ibadan', 'Abuja', false],
    ['Abuja', 'Lagos', true],
  ])
  expect(data.km).toBe(data.legs.reduce((sum, { km }) => sum + km, 0))
  expect(data.days).toBe(Math.ceil(data.km / 600))
  expect(data.until).toBe(dayAhead(30 + data.days - 1))
  const { lines, total_kobo } = data.price
  expect(lines.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)).toBe(total_kobo)
  const vat = lines.find(({ code }) => code === 'vat')?.amount_kobo ?? 0
  expect(vat).toBe(Math.round((total_kobo - vat) * 0.075))
  expect(data.deposit_allowed).toBe(true)
})

test.each([
  [{ from: '2026-01-01' }, 'from'],
  [{ until: dayAhead(2) }, 'until'],
  [{ until: dayAhead(60) }, 'until'],
  [{ stops: [{ city: 'atlantis' }] }, 'stops.0.city'],
  [{ stops: [{ city: 'lagos' }] }, 'stops'],
])('a journey that cannot be is refused by its field: %j', async (wrong, field) => {
  const vehicle = await aVehicle(db)
  const asked = { vehicle_id: vehicle.id, ...aJourneyInput(), ...wrong }
  const { status, problem } = await server.call(quoteCharter, asked)
  expect([status, Object.keys(problem.fields ?? {})]).toEqual([400, [field]])
})

for (const provider of providers) {
  test(`${provider}: deposit, then balance, each its own payment, shared out to the kobo`, async () => {
    const made = await aCharter(server, await aVehicle(db))
    const { charter, as } = made
    expect(charter).toMatchObject({ state: 'awaiting_payment', paid_kobo: 0, start_code: null })
    for (const [index, part] of charter.instalments.entries()) {
      const asked = {
        purpose: 'charter',
        reference: charter.reference,
        part: part.kind,
        due_kobo: part.amount_kobo,
        provider,
        channel: 'card',
      } as const
      const { data } = await server.call(startPayment, asked, { as })
      expect(data).toMatchObject({ charter: charter.reference, amount_kobo: part.amount_kobo })
      const back = await press(data, 'card', { card: goodCard[provider] })
      expect(back.headers.get('location')).toContain(
        `${origin}/charter-marketplace/confirm-payment/success?charter=${charter.reference}`,
      )
      expect(await doJobs()).toEqual([])
      const paid = await server.call(verifyPayment, { reference: data.reference }, { as })
      expect(paid.data.message).toBe('Paid. Your charter is ready.')
      const now = await refreshed(made)
      expect(now.state).toBe(index === 0 ? 'booked' : 'paid')
      expect(now.start_code).toEqual(index === 0 ? null : expect.stringMatching(/^\d{4}$/))
    }
    const now = await refreshed(made)
    expect(now.paid_kobo).toBe(charter.price.total_kobo)
    expect(now.can).toMatchObject({ pay: false, cancel: true, contract: true })
    expect(await findLedgerViolations(deps)).toEqual([])
  })
}

test('a contract is a PDF with the price line by line, once something is paid', async () => {
  const made = await aCharter(server, await aVehicle(db))
  const { charter, as } = made
  const early = await server.call(getCharterContract, { reference: charter.reference }, { as })
  expect(early.problem.code).toBe('charter_closed')
  await payCharter(server, made)
  const { bytes } = await server.call(getCharterContract, { reference: charter.reference }, { as })
  const words = parsePdfText(bytes)
  for (const part of [charter.reference, 'VAT 7.5%', 'Deposit', 'Balance', 'Toyota HiAce 2020'])
    expect(words).toContain(part)
})

test('the same order sent twice is one charter, another price is refused, a stranger sees nothing', async () => {
  const vehicle = await aVehicle(db)
  const [owner, stranger] = [await aRichUser(server), await aUser(server)]
  const order = await aBookCharterInput(server, vehicle)
  const key = 'the-same-order-twice-1'
  const one = await server.call(bookCharter, order, { as: owner.as, key })
  const two = await server.call(bookCharter, order, { as: owner.as, key })
  expect(two.data).toEqual(one.data)
  const other = await server.call(bookCharter, { ...order, total_kobo: 5 }, { as: owner.as })
  expect(other.problem.code).toBe('price_changed')
  const seen = await server.call(getCharter, { reference: one.data.reference }, { as: stranger.as })
  expect(seen.status).toBe(404)
  const theirs = await server.call(listCharters, {}, { as: stranger.as })
  expect(theirs.data).toEqual([])
})

test('twenty want one vehicle for one day: one has it, and nobody is told that something broke', async () => {
  const vehicle = await aVehicle(db)
  const order = await aBookCharterInput(server, vehicle)
  const people = await Promise.all(Array.from({ length: 20 }, () => aUser(server)))
  const answers = await Promise.all(people.map(({ as }) => server.call(bookCharter, order, { as })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, problem } of answers)
    if (status !== 200) expect(problem.code).toBe('vehicle_taken')
})

test('nobody keeps more than two vehicles unpaid', async () => {
  const owner = await aUser(server)
  for (const [at, expected] of ['', '', 'too_many_holds'].entries()) {
    const order = await aBookCharterInput(server, await aVehicle(db), { ahead: 20 + at })
    const { problem } = await server.call(bookCharter, order, { as: owner.as })
    expect(problem.code ?? '').toBe(expected)
  }
})

test('a vehicle nobody paid is let go, and money that comes later buys it if it is still free', async () => {
  const vehicle = await aVehicle(db)
  const made = await aCharter(server, vehicle)
  const asked = {
    purpose: 'charter',
    reference: made.charter.reference,
    provider: 'paystack',
    channel: 'transfer',
  } as const
  const { data } = await server.call(startPayment, asked, { as: made.as })
  await expireCharter(db, made.charter)
  await runCharterSweep(db)
  expect((await refreshed(made)).state).toBe('expired')
  await press(data, 'sent')
  expect(await doJobs()).toEqual([])
  expect((await refreshed(made)).state).toBe('booked')
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('where somebody else has the vehicle by then, all of the late money goes back', async () => {
  const vehicle = await aVehicle(db)
  const made = await aCharter(server, vehicle)
  const asked = {
    purpose: 'charter',
    reference: made.charter.reference,
    provider: 'paystack',
    channel: 'transfer',
    wallet_part_kobo: 100_000,
  } as const
  const { data } = await server.call(startPayment, { ...asked, pin: '4826' }, { as: made.as })
  await expireCharter(db, made.charter)
  // Booking the vehicle releases an unpaid charter of it that has expired: no job is needed.
  const other = await aCharter(server, vehicle)
  await payCharter(server, other)
  await press(data, 'sent')
  expect(await doJobs()).toEqual([])
  const seen = await server.call(verifyPayment, { reference: data.reference }, { as: made.as })
  expect(seen.data.outcome).toBe('refunded_late')
  expect((await refreshed(made)).state).toBe('expired')
  expect((await fetchWalletBalance(server, made.owner)).held_kobo).toBe(0)
  expect(await findLedgerViolations(deps)).toEqual([])
})
