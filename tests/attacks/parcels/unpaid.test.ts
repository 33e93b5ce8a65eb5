import { afterAll, expect, test } from 'vitest'
import { cancelParcel, createParcel } from '#contract/parcels/endpoints'
import { maxUnpaidParcels } from '#contract/parcels/rules'
import { testDatabase } from '#tests/support/database/test-database'
import {
  aParcelInput,
  aParcelTrip,
  aQuoteInput,
  makeParcelPaymentArrive,
} from '#tests/support/makers/parcels'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

/* The number of unpaid parcels of one person is capped. */

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const trip = await aParcelTrip(server)

const send = ({ as }: MadeUser, client_ref: string = crypto.randomUUID()) =>
  server.call(createParcel, { ...aParcelInput(aQuoteInput(trip)), client_ref }, { as })

test('of 25 parcels asked for at once ten wait for their money, and the others are told why not', async () => {
  const sender = await aUser(server)
  const answers = await Promise.all(Array.from({ length: 25 }, () => send(sender)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxUnpaidParcels)
  const refused = answers.filter(({ status }) => status !== 200)
  for (const { problem } of refused)
    expect(problem).toMatchObject({
      status: 409,
      code: 'too_many_unpaid',
      detail: 'You have 10 unpaid parcels. Pay or cancel one first.',
    })
})

test('who pays or cancels one may send another, and what is sent twice is no other', async () => {
  const sender = await aUser(server)
  const mine: { id: string; tracking_id: string }[] = []
  const last = crypto.randomUUID()
  for (let n = 0; n < maxUnpaidParcels; n += 1)
    mine.push((await send(sender, n === maxUnpaidParcels - 1 ? last : undefined)).data)
  expect((await send(sender)).problem.code).toBe('too_many_unpaid')
  const again = await Promise.all([send(sender, last), send(sender, last)])
  expect(again.map(({ data }) => data?.tracking_id)).toEqual(
    again.map(() => mine.at(-1)?.tracking_id),
  )
  await makeParcelPaymentArrive(server, mine[0]?.id ?? '')
  expect((await send(sender)).status).toBe(200)
  expect((await send(sender)).problem.code).toBe('too_many_unpaid')
  const tracking_id = mine[1]?.tracking_id ?? ''
  await server.call(cancelParcel, { tracking_id }, { as: sender.as })
  expect((await send(sender)).status).toBe(200)
  expect((await send(await aUser(server))).status).toBe(200)
})
