import { afterAll, expect, test } from 'vitest'
import { bookCharter } from '#contract/charters/trips/endpoints'
import { maxUnpaidChartersOfNetwork } from '#contract/charters/trips/rules'
import { sql } from '#server/db/sql'
import { aBookCharterInput, aVehicle } from '#tests/support/makers/charters'
import { runCharterSweep } from '#tests/support/server/jobs'
import { aPaymentWorld } from '#tests/support/worlds/payments'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

const { db, server } = await aPaymentWorld()
const strict = await aServer(db, { config: { ...server.host.config, rate_limit_factor: 1 } })
afterAll(() => strict.close())

test('unknown people of one network keep six vehicles unpaid all together; who is known keeps their own two', async () => {
  const ip = '198.51.100.7'
  const book = async (by: MadeUser, at = ip) => {
    const order = await aBookCharterInput(server, await aVehicle(db))
    return strict.call(bookCharter, order, { as: { ...by.as, ip: at } })
  }
  const free = () => aUser(server, { phone: null, proved: false })
  const crowd = [await free(), await free(), await free(), await free()]
  const orders = []
  for (const { as } of [...crowd, ...crowd])
    orders.push({ as, order: await aBookCharterInput(server, await aVehicle(db)) })
  const made = await Promise.all(
    orders.map(({ as, order }) => strict.call(bookCharter, order, { as: { ...as, ip } })),
  )
  expect(made.filter(({ status }) => status === 200)).toHaveLength(maxUnpaidChartersOfNetwork)
  for (const { problem } of made.filter(({ status }) => status !== 200))
    expect(problem).toMatchObject({
      code: 'network_busy',
      detail: expect.stringContaining('Verify your phone number'),
    })
  const late = await free()
  expect((await book(late, '198.51.100.8')).status).toBe(200)
  const known = await aUser(server)
  const theirs = [await book(known), await book(known), await book(known)]
  expect(theirs.map(({ status, problem }) => problem.code ?? status)).toEqual([
    200,
    200,
    'too_many_holds',
  ])
  const kept = async () =>
    (await sql`select from charter where network is not null`.execute(db)).rows.length
  expect(await kept()).toBe(maxUnpaidChartersOfNetwork + 1)
  expect((await book(late)).problem.code).toBe('network_busy')
  await sql`update charter set pay_until = now() - interval '1 minute' where network is not null`.execute(
    db,
  )
  expect((await book(late)).status).toBe(200)
  await sql`update charter set created_at = now() - interval '3 days' where network is not null`.execute(
    db,
  )
  await runCharterSweep(db)
  expect(await kept()).toBe(0)
})
