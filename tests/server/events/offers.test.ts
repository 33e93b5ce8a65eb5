import { afterAll, expect, test } from 'vitest'
import {
  acceptCharterOffer,
  createCharterRequest,
  getCharterRequest,
  offerCharter,
} from '#contract/charters/requests/endpoints'
import { setCharterDriver } from '#contract/charters/trips/endpoints'
import { leaveQueue, offerDeparture } from '#contract/waitlist/endpoints'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { anOperatorKey } from '#tests/support/makers/boarding'
import {
  aCharterKey,
  aJourneyInput,
  aRichUser,
  aVehicle,
  charterContact,
  payCharter,
} from '#tests/support/makers/charters'
import { testDatabase } from '#tests/support/database/test-database'
import { aCountry, anOperator, aTrip } from '#tests/support/makers/trips'
import { aPaymentWorld } from '#tests/support/worlds/payments'
import { type MadeUser, aUser } from '#tests/support/makers/people'
import {
  requestRoute,
  dayInLagos,
  expireOffer,
  fetchWaitlistEntries,
  sweepWaitlist,
} from '#tests/support/makers/waitlist'
import { aServer } from '#tests/support/server/test-server'

/** Returns the subjects of the events about offers that were published to a person since the last call, in order. */
async function listEventsOf(db: Db, { user }: MadeUser): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    with told as (delete from event where account = ${user.id} and kind = 'offer' returning id, subject)
    select subject from told order by id`.execute(db)
  return rows.map(({ subject }) => subject)
}

test('whoever asks for a charter hears of each offer, of what became of it, and of the charter; nobody else does', async () => {
  const { db, server } = await aPaymentWorld()
  const [owner, stranger] = [await aRichUser(server), await aUser(server)]
  const bidders = await Promise.all(
    [await aVehicle(db), await aVehicle(db)].map(async (vehicle) => ({
      vehicle_id: vehicle.id,
      as: await aCharterKey(server, vehicle),
    })),
  )
  const asked = {
    ...aJourneyInput(25),
    occasion: 'wedding' as const,
    start_time: '06:00',
    travellers: 12,
    needs: 'Room for a cooler.',
    budget_kobo: 30_000_000,
    contact: charterContact,
  }
  const { data: request } = await server.call(createCharterRequest, asked, { as: owner.as })
  const { reference } = request
  const offers: string[] = []
  for (const { vehicle_id, as } of bidders) {
    const bid = { reference, vehicle_id, hire_kobo: 20_000_000, terms: 'Driver included.' }
    offers.push((await server.call(offerCharter, bid, { as })).data.id)
    expect(await listEventsOf(db, owner)).toEqual([reference])
  }
  // Customers see the price with our fee, and must accept that sum.
  const { data: seen } = await server.call(getCharterRequest, { reference }, { as: owner.as })
  const best = seen.offers.find(({ id }) => id === offers[0])
  const accept = {
    reference,
    offer_id: best?.id ?? '',
    plan: 'all' as const,
    total_kobo: best?.price.total_kobo ?? 0,
  }
  const { data: charter } = await server.call(acceptCharterOffer, accept, { as: owner.as })
  // One offer is accepted, the other is declined, and the request is closed.
  expect(await listEventsOf(db, owner)).toEqual([reference, reference, reference])
  await payCharter(server, { charter, as: owner.as })
  expect(await listEventsOf(db, owner)).toEqual([charter.reference])
  const driver = { name: 'Sani Musa', phone: '+2348031112299', plate: 'KJA-482XA' }
  await server.call(
    setCharterDriver,
    { reference: charter.reference, ...driver },
    { as: bidders[0]?.as ?? {} },
  )
  expect(await listEventsOf(db, owner)).toEqual([charter.reference])
  expect(await listEventsOf(db, stranger)).toEqual([])
})

test('whoever waits for a seat hears when it is offered, when the offer ends, and when they leave', async () => {
  const { db } = await testDatabase()
  const server = await aServer(db)
  afterAll(() => server.close())
  await aCountry(db)
  const day = await dayInLagos(server, 5)
  const [ada, bola] = [await aUser(server), await aUser(server)]
  const place = await requestRoute(server, ada.as, { day, travellers: 2 })
  const operator_id = await anOperator(db)
  await aTrip(db, { operator_id, stops: ['lagos', 'jos'], departs_in_hours: 1 })
  const departure = {
    from_park: 'lagos-test-park',
    to_park: 'jos-test-park',
    leaves_at: `${day}T07:30`,
    minutes: 840,
    vehicle: 'sienna',
    fare_kobo: 4_500_000,
  }
  expect(await listEventsOf(db, ada)).toEqual([])
  const given = { request: place.request?.id ?? '', departure }
  await server.call(offerDeparture, given, { as: await anOperatorKey(server, operator_id) })
  expect(await listEventsOf(db, ada)).toEqual([place.id])
  const [offered] = await fetchWaitlistEntries(server, ada.as)
  await expireOffer(server, offered?.offers[0]?.booking ?? '')
  await sweepWaitlist(server)
  expect(await listEventsOf(db, ada)).toEqual([place.id])
  await server.call(leaveQueue, { id: place.id }, { as: ada.as })
  expect(await listEventsOf(db, bola)).toEqual([])
})
