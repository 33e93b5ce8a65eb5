import { afterAll, expect, test } from 'vitest'
import { listTravelRequests } from '#contract/waitlist/endpoints'
import { offerBuses, seedTravelRequests } from '#demo/waitlist'
import { seedCountry } from '#demo/country/index'
import { seedHistories } from '#demo/histories'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { aDemoPerson } from '#tests/support/makers/people'
import { requestRoute, dayInLagos, fetchWaitlistEntries } from '#tests/support/makers/waitlist'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { config, log, payables } = server.host

test('the demo has requests, offers and alerts in every state, once; a stand-in offers a bus for what is asked', async () => {
  await seedCountry(db, config.seed_number)
  await seedHistories(db, config)
  expect(await seedTravelRequests(db, { config, log, payables })).toBe(true)
  expect(await seedTravelRequests(db, { config, log, payables })).toBe(false)
  const { rows } = await sql<{ what: string; states: string[] }>`
    select 'places' as what, array_agg(distinct state order by state) as states from queue_place
    union all select 'offers', array_agg(distinct state order by state) from seat_offer
    union all select 'alerts', array_agg(distinct state order by state) from route_alert order by what`.execute(
    db,
  )
  expect(rows).toEqual([
    { what: 'alerts', states: ['ended', 'told', 'watching'] },
    { what: 'offers', states: ['open'] },
    { what: 'places', states: ['ended', 'lapsed', 'left', 'offered', 'taken', 'waiting'] },
  ])
  const { data: wanted } = await server.call(listTravelRequests, {})
  expect(wanted.length).toBeGreaterThanOrEqual(5)
  expect(wanted[0]?.travellers).toBeGreaterThan(10)

  const ada = await aDemoPerson(server, 0)
  const asked = await requestRoute(server, ada, {
    to: 'minna',
    day: await dayInLagos(server, 6),
    travellers: 2,
  })
  await offerBuses({ db, config, log, payables })
  expect((await fetchWaitlistEntries(server, ada)).find(({ id }) => id === asked.id)?.state).toBe(
    'waiting',
  )
  await sql`update travel_request set created_at = now() - interval '2 minutes' where id = ${asked.request?.id ?? ''}`.execute(
    db,
  )
  await offerBuses({ db, config, log, payables })
  const place = (await fetchWaitlistEntries(server, ada)).find(({ id }) => id === asked.id)
  expect(place).toMatchObject({ state: 'offered', offers: [{ state: 'open' }] })
})
