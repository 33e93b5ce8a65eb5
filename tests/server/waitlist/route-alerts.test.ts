import { expect, test } from 'vitest'
import { exportProfile } from '#contract/profile/endpoints'
import { subscribePush } from '#contract/notifications/endpoints'
import { deleteRouteAlert, listRouteAlerts, watchRoute } from '#contract/waitlist/endpoints'
import type { PersonPushPayload } from '#contract/notifications/model'
import { sql } from '#server/db/sql'
import { eraseDueAccounts } from '#tests/support/server/jobs'
import { aCountry, aTrip } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'
import { aPushWorld } from '#tests/support/worlds/push'
import { runJob } from '#tests/support/server/jobs'
import { requestRoute, dayInLagos } from '#tests/support/makers/waitlist'
import type { Caller } from '#tests/support/server/test-server'

const { db, deps, server, phone, doJobs } = await aPushWorld()
const { call } = server
await aCountry(db)

/** Checks watched routes, as if the last check was an hour ago, and sends the messages. */
async function look() {
  await sql`update route_alert set looked_at = now() - interval '1 hour'`.execute(db)
  await runJob(server.host, 'alert.look', {})
  expect(await doJobs()).toEqual([])
}

const lettersTo = async (recipient: string | null, kind: 'mail' | 'sms') => {
  const { rows } = await sql<{ subject: string; body: string }>`
    select subject, body from sandbox.letter where kind = ${kind} and recipient = ${recipient}`.execute(
    db,
  )
  return rows
}

const mine = async (as: Caller) => (await call(listRouteAlerts, {}, { as })).data

test('a watched price is told once, by the ways the person chose', async () => {
  const [first_day, last_day] = [await dayInLagos(server, 1), await dayInLagos(server, 5)]
  const road = { from: 'lagos', to: 'ibadan', first_day, last_day }
  const price = { ...road, kind: 'price' as const, below_kobo: 800_000 }
  const ada = await aUser(server)
  const bola = await aUser(server)
  const listening = phone<PersonPushPayload>()
  await call(subscribePush, listening.subscription, { as: ada.as })
  await call(watchRoute, { ...price, ways: ['push', 'sms'] }, { as: ada.as })
  await call(watchRoute, { ...price, below_kobo: 500_000, ways: ['email'] }, { as: bola.as })
  const twice = await call(watchRoute, { ...price, ways: ['email'] }, { as: ada.as })
  expect(twice.problem.code).toBe('already_waiting')
  await look()
  expect(await mine(ada.as)).toMatchObject([{ state: 'watching', told_kobo: null }])

  await aTrip(db, { fare_kobo: 700_000, park_fee_kobo: 0, departs_in_hours: 48 })
  await look()
  await look()
  expect(await mine(ada.as)).toMatchObject([{ state: 'told', told_kobo: 721_500 }])
  expect(await mine(bola.as)).toMatchObject([{ state: 'watching' }])
  const [message, ...more] = await listening.news()
  expect(more).toEqual([])
  expect(message?.news).toMatchObject({
    kind: 'person',
    title: 'Lagos to Ibadan for ₦7,215',
    url: expect.stringContaining('/bookride?from=lagos&to=ibadan&date='),
  })
  expect(await lettersTo(ada.user.phone, 'sms')).toHaveLength(1)
  expect(await lettersTo(ada.user.email, 'mail')).toHaveLength(0)
  expect(await lettersTo(bola.user.email, 'mail')).toHaveLength(0)
})

test('a first departure is told when it is on sale; a way that leads nowhere is refused', async () => {
  const day = await dayInLagos(server, 3)
  const road = { from: 'lagos', to: 'jos', first_day: day, last_day: await dayInLagos(server, 6) }
  const first = { ...road, kind: 'first_departure' as const }
  const { as, user } = await aUser(server, { phone: null })
  const nowhere = await call(watchRoute, { ...first, ways: ['sms'] }, { as })
  expect(nowhere.problem.code).toBe('alert_way_missing')
  await call(watchRoute, { ...first, ways: ['push'] }, { as })
  await look()
  await aTrip(db, { stops: ['lagos', 'jos'], departs_in_hours: 96 })
  await look()
  expect(await mine(as)).toMatchObject([{ state: 'told' }])
  // This person has no phone with push messages, and is notified by email.
  const [mail] = await lettersTo(user.email, 'mail')
  expect(mail?.subject).toBe('Lagos to Jos is on sale')
})

test('what is watched is exported, taken away by its owner alone, and erased', async () => {
  const day = await dayInLagos(server, 3)
  const watch = { from: 'lagos', to: 'yola', first_day: day, last_day: day }
  const [ada, bola] = [await aUser(server), await aUser(server)]
  const { data: alert } = await call(
    watchRoute,
    { ...watch, kind: 'first_departure', ways: ['email'] },
    { as: ada.as },
  )
  await requestRoute(server, ada.as, { to: 'yola', day, max_fare_kobo: 2_000_000 })
  const { data: all } = await call(exportProfile, {}, { as: ada.as })
  expect(all.more).toMatchObject({
    travel_requests: [{ to: 'Yola', max_fare_kobo: 2_000_000, state: 'waiting' }],
    route_alerts: [{ to: 'Yola', kind: 'first_departure' }],
  })
  expect((await call(deleteRouteAlert, { id: alert.id }, { as: bola.as })).status).toBe(404)
  expect((await call(deleteRouteAlert, { id: alert.id }, { as: ada.as })).data.removed).toBe(true)
  await sql`update person set erase_at = now() - interval '1 day' where id = ${ada.user.id}`.execute(
    db,
  )
  await eraseDueAccounts(deps)
  const { rows } = await sql`select from queue_place where person_id = ${ada.user.id}`.execute(db)
  expect(rows).toEqual([])
})

test('nobody watches more than ten roads', async () => {
  const { as } = await aUser(server)
  const watch = async (days: number) => {
    const day = await dayInLagos(server, days)
    const road = { from: 'lagos', to: 'kano', first_day: day, last_day: day }
    return call(watchRoute, { ...road, kind: 'first_departure', ways: ['email'] }, { as })
  }
  for (let n = 1; n <= 10; n += 1) expect((await watch(n)).status).toBe(200)
  expect((await watch(11)).problem.code).toBe('too_many_queues')
})
