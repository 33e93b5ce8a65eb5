import { expect, test } from 'vitest'
import { getCharter } from '#contract/charters/trips/endpoints'
import {
  acceptCharterOffer,
  createCharterRequest,
  getCharterRequest,
  listCharterRequests,
  listOperatorCharterRequests,
  listOperatorOffers,
  offerCharter,
  withdrawCharterOffer,
  withdrawCharterRequest,
} from '#contract/charters/requests/endpoints'
import { listOperatorCharters } from '#contract/charters/trips/endpoints'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import {
  aCharter,
  aCharterKey,
  aJourneyInput,
  aRichUser,
  aVehicle,
  charterContact,
  payCharter,
} from '#tests/support/makers/charters'
import { runCharterSweep } from '#tests/support/server/jobs'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aPaymentWorld } from '#tests/support/worlds/payments'
import { aUser, type MadeUser } from '#tests/support/makers/people'

const { db, deps, server } = await aPaymentWorld()

const asked = (more: object = {}) => ({
  ...aJourneyInput(25),
  occasion: 'wedding' as const,
  start_time: '06:00',
  travellers: 12,
  needs: 'Room for a cooler. Call me on 0803 999 1234 or ada@people.example',
  budget_kobo: 30_000_000,
  contact: charterContact,
  ...more,
})

async function aRequest(more: object = {}, by?: MadeUser) {
  const owner = by ?? (await aRichUser(server))
  const { data, text, status } = await server.call(createCharterRequest, asked(more), {
    as: owner.as,
  })
  if (status !== 200) throw new Error(text)
  return { request: data, owner, as: owner.as }
}

/** An operator with a vehicle in Lagos, and its key. */
async function aBidder() {
  const vehicle = await aVehicle(db)
  return { vehicle, as: await aCharterKey(server, vehicle) }
}

async function anOffer(
  { vehicle, as }: Awaited<ReturnType<typeof aBidder>>,
  reference: string,
  hire_kobo: number,
) {
  const offer = { reference, vehicle_id: vehicle.id, hire_kobo, terms: 'Driver and fuel included.' }
  return server.call(offerCharter, offer, { as })
}

test('two operators offer, one is accepted, the other is told no, and the deposit makes them known to each other', async () => {
  const [one, two] = [await aBidder(), await aBidder()]
  const { request, as } = await aRequest()
  const { reference } = request
  expect(request).toMatchObject({ state: 'open', offers: [], deposit_allowed: true })
  expect(request.operators_asked).toBeGreaterThanOrEqual(2)
  const seen = await server.call(listOperatorCharterRequests, {}, { as: one.as })
  const theirs = seen.data.find((it) => it.reference === reference)
  expect(theirs).toMatchObject({ mine: null, vehicles: [{ id: one.vehicle.id }] })
  for (const secret of [
    charterContact.full_name,
    charterContact.phone,
    '0803 999 1234',
    'ada@people',
    'Allen Avenue',
  ])
    expect(seen.text).not.toContain(secret)
  await anOffer(one, reference, 18_000_000)
  await anOffer(two, reference, 16_000_000)
  const again = await anOffer(one, reference, 15_000_000)
  expect(again.data).toMatchObject({ state: 'open', hire_kobo: 15_000_000 })
  const compared = (await server.call(getCharterRequest, { reference }, { as })).data
  expect(compared.offers.map(({ state }) => state)).toEqual(['open', 'open', 'withdrawn'])
  const [best] = compared.offers
  if (best === undefined) throw new Error('no offer came')
  const accept = {
    reference,
    offer_id: best.id,
    plan: 'deposit' as const,
    total_kobo: best.price.total_kobo,
  }
  const wrong = await server.call(acceptCharterOffer, { ...accept, total_kobo: 1 }, { as })
  expect(wrong.problem.code).toBe('price_changed')
  const { data: charter } = await server.call(acceptCharterOffer, accept, { as })
  expect(charter).toMatchObject({
    state: 'awaiting_payment',
    offer_terms: 'Driver and fuel included.',
    operator: { phone: null },
  })
  expect(charter.price.total_kobo).toBe(best.price.total_kobo)
  const closed = (await server.call(getCharterRequest, { reference }, { as })).data
  expect(closed).toMatchObject({ state: 'accepted', charter: charter.reference })
  expect(closed.offers.map(({ state }) => state).toSorted()).toEqual([
    'accepted',
    'declined',
    'withdrawn',
  ])
  const lost = await server.call(listOperatorOffers, {}, { as: two.as })
  expect(lost.data[0]).toMatchObject({ state: 'declined', charter: null })
  const before = await server.call(listOperatorCharters, {}, { as: one.as })
  expect(before.text).not.toContain(charterContact.phone)
  await payCharter(server, { charter, as })
  const after = await server.call(listOperatorCharters, {}, { as: one.as })
  expect(after.data[0]).toMatchObject({ state: 'booked', contact: charterContact })
  expect((await server.call(getCharter, { reference: charter.reference }, { as })).data.state).toBe(
    'booked',
  )
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('before something is paid, the luggage gives the operator no way to call', async () => {
  const bidder = await aBidder()
  const luggage = 'Two bags, call 0803 999 1234'
  const made = await aCharter(server, bidder.vehicle, { luggage })
  const seen = async () => (await server.call(listOperatorCharters, {}, { as: bidder.as })).data[0]
  expect((await seen())?.luggage).toBe('Two bags, call …')
  await payCharter(server, made)
  expect((await seen())?.luggage).toBe(luggage)
})

test('a request sent twice by its phone is one, and the sixth open one is refused', async () => {
  const owner = await aUser(server)
  const client_ref = makeId()
  const one = await aRequest({ client_ref }, owner)
  const two = await aRequest({ client_ref }, owner)
  expect(two.request.reference).toBe(one.request.reference)
  for (let more = 1; more < 5; more += 1) await aRequest({}, owner)
  const sixth = await server.call(createCharterRequest, asked(), { as: owner.as })
  expect(sixth.problem.code).toBe('too_many_requests')
  const mine = await server.call(listCharterRequests, {}, { as: owner.as })
  expect(mine.meta.total).toBe(5)
})

test('withdrawing ends the offers; an operator takes back its own alone', async () => {
  const [one, two] = [await aBidder(), await aBidder()]
  const { request, as } = await aRequest()
  const offer = (await anOffer(one, request.reference, 20_000_000)).data
  expect((await server.call(withdrawCharterOffer, { id: offer.id }, { as: two.as })).status).toBe(
    404,
  )
  const back = await server.call(withdrawCharterOffer, { id: offer.id }, { as: one.as })
  expect(back.data.state).toBe('withdrawn')
  await anOffer(two, request.reference, 20_000_000)
  const { reference } = request
  const gone = await server.call(withdrawCharterRequest, { reference }, { as })
  expect(gone.data).toMatchObject({ state: 'withdrawn', can: { accept: false } })
  expect(gone.data.offers.map(({ state }) => state).toSorted()).toEqual(['declined', 'withdrawn'])
  expect((await anOffer(one, reference, 20_000_000)).problem.code).toBe('charter_closed')
  const again = await server.call(withdrawCharterRequest, { reference }, { as })
  expect(again.problem.code).toBe('charter_closed')
})

test('an operator far away, with too small a vehicle or without a free one neither sees nor answers it', async () => {
  const far = await aVehicle(db, { city: 'maiduguri' })
  const small = await aVehicle(db, { seats: 6, size: 'small' })
  const busy = await aBidder()
  await aCharter(server, busy.vehicle, { ahead: 25 })
  const { request } = await aRequest()
  for (const vehicle of [far, small]) {
    const as = await aCharterKey(server, vehicle)
    const { data } = await server.call(listOperatorCharterRequests, { per_page: 100 }, { as })
    expect(data.map(({ reference }) => reference)).not.toContain(request.reference)
    expect((await anOffer({ vehicle, as }, request.reference, 20_000_000)).status).toBe(404)
  }
  expect((await anOffer(busy, request.reference, 20_000_000)).problem.code).toBe('vehicle_taken')
})

test('requests and offers end by themselves; an offer that is over is not accepted', async () => {
  const one = await aBidder()
  const { request, as } = await aRequest()
  const { reference } = request
  const offer = (await anOffer(one, reference, 20_000_000)).data
  await sql`update charter_offer set valid_until = now() - interval '1 minute' where id = ${offer.id}`.execute(
    db,
  )
  const accept = {
    reference,
    offer_id: offer.id,
    plan: 'deposit' as const,
    total_kobo: offer.price.total_kobo,
  }
  expect((await server.call(acceptCharterOffer, accept, { as })).problem.code).toBe(
    'charter_closed',
  )
  await sql`update charter_request set open_until = now() - interval '1 minute' where reference = ${reference}`.execute(
    db,
  )
  await runCharterSweep(db)
  const seen = (await server.call(getCharterRequest, { reference }, { as })).data
  expect(seen).toMatchObject({ state: 'expired', offers: [{ state: 'expired' }] })
})

test('two phones accept two offers of one request at once: one charter', async () => {
  const [one, two] = [await aBidder(), await aBidder()]
  const { request, as } = await aRequest()
  const { reference } = request
  const offers = [
    await anOffer(one, reference, 20_000_000),
    await anOffer(two, reference, 21_000_000),
  ]
  const answers = await Promise.all(
    offers.map(({ data }) =>
      server.call(
        acceptCharterOffer,
        { reference, offer_id: data.id, plan: 'all', total_kobo: data.price.total_kobo },
        { as },
      ),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})
