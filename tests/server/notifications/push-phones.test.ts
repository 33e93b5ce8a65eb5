import { sql } from '#server/db/sql'
import { runJob, eraseDueAccounts } from '#tests/support/server/jobs'
import { expect, test } from 'vitest'
import {
  getPushKey,
  renewPush,
  subscribePush,
  unsubscribePush,
} from '#contract/notifications/endpoints'
import { inTransaction } from '#server/db/client'
import { makeId } from '#server/platform/ids'
import { aDevice } from '#tests/support/makers/bookings'
import { aUser } from '#tests/support/makers/people'
import { aPushWorld } from '#tests/support/worlds/push'
import { aServer } from '#tests/support/server/test-server'
import { waitForLockWaiter } from '#tests/support/database/lock-waiters'

const { db, server, deps, doJobs, service, phone, aTravellingGuest } = await aPushWorld()

test('a phone is told about one person: who subscribes on it takes it from who was there before', async () => {
  const [ada, bola] = [await aUser(server), await aUser(server)]
  const guest = await aTravellingGuest()
  const mine = phone()
  await server.call(subscribePush, mine.subscription, { as: ada.as })
  await guest.listen(mine)
  await server.call(subscribePush, mine.subscription, { as: ada.as })
  const links = () =>
    sql`
    select from push_booking k join push_subscription s on s.id = k.subscription_id
    where s.endpoint = ${mine.endpoint}`.execute(db)
  expect((await links()).rows).toHaveLength(1)
  await server.call(subscribePush, mine.subscription, { as: bola.as })
  expect((await links()).rows).toEqual([])
  await guest.say({ delay_minutes: 20 })
  expect(await doJobs()).toEqual([])
  expect(await mine.news()).toEqual([])
})

test('an eleventh phone of a person takes the place of the first', async () => {
  const ada = await aUser(server)
  const phones = Array.from({ length: 11 }, () => phone())
  for (const { subscription } of phones)
    await server.call(subscribePush, subscription, { as: ada.as })
  const { rows } = await sql<{ endpoint: string }>`
    select endpoint from push_subscription where person_id = ${ada.user.id} order by created_at, id`.execute(
    db,
  )
  expect(rows.map(({ endpoint }) => endpoint)).toEqual(
    phones.slice(1).map(({ endpoint }) => endpoint),
  )
})

test('a phone that another person had longer counts as the newest of its new owner', async () => {
  const [ada, bola] = [await aUser(server), await aUser(server)]
  const handed = phone()
  await server.call(subscribePush, handed.subscription, { as: bola.as })
  for (const { subscription } of Array.from({ length: 10 }, () => phone()))
    await server.call(subscribePush, subscription, { as: ada.as })
  await server.call(subscribePush, handed.subscription, { as: ada.as })
  const { rows } = await sql<{ endpoint: string }>`
    select endpoint from push_subscription where person_id = ${ada.user.id} order by created_at desc, id desc`.execute(
    db,
  )
  expect(rows).toHaveLength(10)
  expect(rows[0]?.endpoint).toBe(handed.endpoint)
})

test('only who can prove a booking hears of it', async () => {
  const { reference, as } = await aTravellingGuest()
  const [ada, mine] = [await aUser(server), phone()]
  const ask = (as: object, more = {}) =>
    server.call(subscribePush, { ...mine.subscription, ...more }, { as })
  expect((await ask(aDevice())).problem.code).toBe('not_signed_in')
  expect((await ask(aDevice(), { reference })).problem.code).toBe('not_found')
  expect((await ask(ada.as, { reference })).problem.code).toBe('not_found')
  // A phone number is no proof of a booking, whether or not it is the booking's number.
  for (const phone of ['+2348030000000', '+2348031234567'])
    expect((await ask({ phone }, { reference })).problem.code).toBe('code_needed')
  expect((await ask(as, { reference })).status).toBe(200)
})

test.each([
  'https://127.0.0.1/x',
  'https://localhost/x',
  'https://10.0.0.4/x',
  'https://[::1]/x',
  'https://169.254.169.254/latest/meta-data',
  'https://intern.example/x',
  'http://fcm.googleapis.com/fcm/send/x',
  'https://fcm.googleapis.com:8443/x',
  'https://user:word@fcm.googleapis.com/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evil.example/fcm.googleapis.com',
  'https://fcm.googleapis.com@evil.example/x',
  `${service}/../paystack`,
  `${service}/a/b`,
  `${service}`,
  'file:///etc/passwd',
  'not an address',
])('the server never calls %s for anybody', async (endpoint) => {
  const ada = await aUser(server)
  const { keys } = phone()
  const answer = await server.call(subscribePush, { endpoint, keys }, { as: ada.as })
  expect(answer.problem.code).toBe('invalid_input')
  const mine = phone()
  await server.call(subscribePush, mine.subscription, { as: ada.as })
  const moved = await server.call(renewPush, { endpoint, keys, replaces: mine.endpoint })
  expect(moved.problem.code).toBe('invalid_input')
})

test('a key with which nothing can be encrypted is refused', async () => {
  const ada = await aUser(server)
  const { endpoint, keys } = phone()
  const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url')
  const wrong = { endpoint, keys: { ...keys, p256dh } }
  const answer = await server.call(subscribePush, wrong, { as: ada.as })
  expect(answer.problem.fields).toHaveProperty(['keys.p256dh'])
})

test('the push services of the browsers people have here are known', async () => {
  const ada = await aUser(server)
  const live = await aServer(db, {
    config: { ...deps.config, push: { ...deps.config.push, stand_in_url: undefined } },
  })
  const ask = (endpoint: string) =>
    live.call(subscribePush, { endpoint, keys: phone().keys }, { as: ada.as })
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/QABC',
    'https://wns2-by3p.notify.windows.com/w/?token=abc',
  ])
    expect((await ask(endpoint)).status).toBe(200)
  expect((await ask(`${service}/phone`)).problem.code).toBe('invalid_input')
  await live.close()
})

test('a phone with a new address keeps its news, one that asks to stop has none', async () => {
  const { say, listen } = await aTravellingGuest()
  const [before, now] = [await listen(), phone()]
  const move = { ...now.subscription, replaces: before.endpoint }
  expect((await server.call(renewPush, move)).status).toBe(200)
  expect((await server.call(renewPush, move)).problem.code).toBe('not_found')
  await say({ delay_minutes: 10 })
  expect(await doJobs()).toEqual([])
  expect([await before.news(), await now.news()]).toMatchObject([[], [{}]])
  for (let times = 0; times < 2; times += 1) {
    const { endpoint } = now
    expect((await server.call(unsubscribePush, { endpoint })).data).toEqual({ subscribed: false })
  }
  await say({ delay_minutes: 20 })
  expect(await doJobs()).toEqual([])
  expect(await now.news()).toHaveLength(1)
})

test('an address that is moved to while the app subscribes with it stays the app’s', async () => {
  const ada = await aUser(server)
  const [before, now] = [phone(), phone()]
  await server.call(subscribePush, before.subscription, { as: ada.as })
  const moved = await inTransaction(db, async (tx) => {
    await sql`
      insert into push_subscription (id, endpoint, p256dh, auth)
      values (${makeId()}, ${now.endpoint}, ${now.keys.p256dh}, ${now.keys.auth})`.execute(tx)
    const answer = server.call(renewPush, { ...now.subscription, replaces: before.endpoint })
    await waitForLockWaiter(db)
    return { answer }
  })
  expect((await moved.answer).problem.code).toBe('not_found')
})

test('the stand-in takes nothing that a real push service would not take', async () => {
  const send = (headers: Record<string, string>, body = 'x'.repeat(200)) =>
    fetch(`${service}/phone`, { method: 'POST', headers, body })
  const fine = { ttl: '60', 'content-encoding': 'aes128gcm' }
  expect((await send({})).status).toBe(400)
  expect((await send({ ttl: '60' })).status).toBe(415)
  expect((await send(fine, 'x'.repeat(5000))).status).toBe(413)
  expect((await send(fine)).status).toBe(400)
  const sealed = `${'x'.repeat(20)}A${'x'.repeat(200)}`
  expect((await send(fine, sealed)).status).toBe(403)
  const key = (await server.call(getPushKey, {})).data.public_key
  expect(key).toBe(deps.config.push.public_key)
  const forged = { ...fine, authorization: `vapid t=a.b.c, k=${key}` }
  expect((await send(forged, sealed)).status).toBe(403)
})

test('a month after the trip a guest’s phone is forgotten', async () => {
  const { trip, listen } = await aTravellingGuest()
  const mine = await listen()
  const isKnown = async () => {
    await runJob(deps, 'house.tidy', {})
    const { rows } =
      await sql`select from push_subscription where endpoint = ${mine.endpoint}`.execute(db)
    return rows.length === 1
  }
  await sql`update push_subscription set created_at = now() - interval '32 days' where endpoint = ${mine.endpoint}`.execute(
    db,
  )
  expect(await isKnown()).toBe(true)
  await sql`
    update trip set departs_at = now() - interval '32 days', arrives_at = now() - interval '31 days',
      sales_close_at = now() - interval '33 days' where id = ${trip.trip_id}`.execute(db)
  expect(await isKnown()).toBe(false)
})

test('with an erased account go its phones', async () => {
  const ada = await aUser(server)
  const mine = phone()
  await server.call(subscribePush, mine.subscription, { as: ada.as })
  await sql`update person set erase_at = now() - interval '1 day' where id = ${ada.user.id}`.execute(
    db,
  )
  await eraseDueAccounts(deps)
  const { rows } = await sql`
    select from push_subscription where endpoint = ${mine.endpoint}`.execute(db)
  expect(rows).toEqual([])
})

test('an erased account takes along a guest’s phone only if it hears of nothing else', async () => {
  const [ada, bola] = [await aUser(server), await aUser(server)]
  const [first, second] = [await aTravellingGuest(), await aTravellingGuest()]
  const [only, both, owned] = [phone(), phone(), phone()]
  for (const one of [only, both, owned]) await first.listen(one)
  await second.listen(both)
  await sql`
    update push_subscription s set person_id = l.person_id, login_id = l.id from login l
    where s.endpoint = ${owned.endpoint} and l.person_id = ${bola.user.id}`.execute(db)
  await sql`
    update booking b set user_id = ${ada.user.id} from push_booking k join push_subscription s on s.id = k.subscription_id
    where k.booking_id = b.id and s.endpoint = ${only.endpoint}`.execute(db)
  await sql`update person set erase_at = now() - interval '1 day' where id = ${ada.user.id}`.execute(
    db,
  )
  await sql`update booking set status = 'completed' where user_id = ${ada.user.id}`.execute(db)
  await eraseDueAccounts(deps)
  const { rows } = await sql<{ endpoint: string; bookings: number }>`
    select endpoint, (select count(*)::int from push_booking where subscription_id = s.id) as bookings
    from push_subscription s where endpoint = any (${[only, both, owned].map(({ endpoint }) => endpoint)})
    order by bookings`.execute(db)
  expect(rows).toEqual([
    { endpoint: owned.endpoint, bookings: 0 },
    { endpoint: both.endpoint, bookings: 1 },
  ])
})
