import { joinWaitingList, watchRoute } from '#contract/waitlist/endpoints'
import { sql } from '#server/db/sql'
import { sellAtCounter, aTrip } from '#tests/support/makers/trips'
import type { MadeUser } from '#tests/support/makers/people'
import { runJob } from '#tests/support/server/jobs'
import { requestRoute, dayInLagos, fetchWaitlistEntries } from '#tests/support/makers/waitlist'
import type { TestServer } from '#tests/support/server/test-server'

/**
 * Makes a person's waitlist entries, one of them with offered seats, and their alerts; returns the inputs to reach
 * each.
 */
export async function makeWaitlistCalls(
  server: TestServer,
  { owner, other, operator_id }: { owner: MadeUser; other: MadeUser; operator_id: string },
) {
  const { db } = server
  const day = await dayInLagos(server, 8)
  await aTrip(db, { stops: ['lagos', 'jos'], departs_in_hours: 2 })
  const waits = await requestRoute(server, owner.as, { to: 'jos', day })
  const others = await requestRoute(server, other.as, {
    to: 'jos',
    day: await dayInLagos(server, 12),
  })
  const full = await aTrip(db, { seats_left: 0 })
  const list = { trip_id: full.id, travellers: 1 }
  const joined = await server.call(joinWaitingList, list, { as: owner.as })
  if (joined.status !== 200) throw new Error(joined.text)
  await sql`delete from seat_claim where trip_id = ${full.trip_id} and seat = ${full.sellable[0] ?? 0}`.execute(
    db,
  )
  await runJob(server.host, 'queue.offer', { trip_id: full.trip_id })
  const offered = (await fetchWaitlistEntries(server, owner.as)).find(
    ({ id }) => id === joined.data.id,
  )
  if (offered?.state !== 'offered') throw new Error('nothing was offered')
  const road = { from: 'lagos', to: 'abuja', first_day: day, last_day: day }
  const watch = { ...road, kind: 'price' as const, below_kobo: 1_000_000, ways: ['email' as const] }
  const alert = await server.call(watchRoute, watch, { as: owner.as })
  if (alert.status !== 200) throw new Error(alert.text)
  const soldOut = await aTrip(db, { seats_left: 0 })
  await sellAtCounter(db, soldOut.trip_id, [])
  const spare = async () => (await aTrip(db, { operator_id })).trip_id
  return {
    secrets: [waits.id, offered.id, offered.offers[0]?.booking ?? '', alert.data.id],
    asks: {
      askForTrip: { from: 'lagos', to: 'yola', first_day: day, last_day: day, travellers: 1 },
      joinTravelRequest: { request: others.request?.id, travellers: 1 },
      joinWaitingList: { trip_id: soldOut.id, travellers: 1 },
      listMyTravelRequests: {},
      leaveQueue: { id: waits.id },
      declineOffer: { id: offered.id },
      watchRoute: { ...watch, to: 'yola' },
      listRouteAlerts: {},
      deleteRouteAlert: { id: alert.data.id },
      listRequestedRoutes: { min_travellers: 1 },
      offerDeparture: {
        request: others.request?.id,
        departure: {
          from_park: 'lagos-test-park',
          to_park: 'jos-test-park',
          leaves_at: `${await dayInLagos(server, 12)}T07:30`,
          minutes: 840,
          vehicle: 'hiace-15',
          fare_kobo: 3_000_000,
        },
      },
      previewTripCancellation: { id: await spare() },
      cancelTrip: { id: await spare() },
      previewVehicleChange: { id: await spare(), vehicle: 'sienna' },
      changeVehicle: { id: await spare(), vehicle: 'sienna' },
    },
  }
}
