import { afterAll, expect, test } from 'vitest'
import { getBooking, listBookings } from '#contract/bookings/endpoints'
import { adoptGuestBookings, listGuestBookings } from '#contract/profile/endpoints'
import { sql } from '#server/db/sql'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { testDatabase } from '#tests/support/database/test-database'
import { aTrip } from '#tests/support/makers/trips'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

async function aGuestBooking(contact: { phone?: string | null; email?: string | null }) {
  const { id, sellable } = await aTrip(db)
  const { phone, email } = contact
  return aPaidBooking(server, id, sellable.slice(0, 1), {
    contact: {
      full_name: 'Ada Obi',
      phone: phone ?? '+2348035550000',
      ...(typeof email === 'string' && { email }),
    },
  })
}

const found = async ({ as }: MadeUser) =>
  (await call(listGuestBookings, {}, { as })).data.map(({ reference }) => reference)

test('what a guest booked is found by their proved phone and email, and becomes theirs once', async () => {
  const ada = await aUser(server)
  const byPhone = await aGuestBooking({ phone: ada.user.phone })
  const byMail = await aGuestBooking({ email: ada.user.email?.toUpperCase() ?? null })
  const other = await aGuestBooking({})
  const mine = [byMail.booking.reference, byPhone.booking.reference]
  expect(await found(ada)).toEqual(mine)

  const key = crypto.randomUUID()
  const adopted = await call(adoptGuestBookings, {}, { as: ada.as, key })
  expect(adopted.data).toEqual({ adopted: 2 })
  expect((await call(adoptGuestBookings, {}, { as: ada.as, key })).data).toEqual({ adopted: 2 })
  expect((await call(adoptGuestBookings, {}, { as: ada.as })).data).toEqual({ adopted: 0 })
  expect(await found(ada)).toEqual([])
  const upcoming = await call(listBookings, {}, { as: ada.as })
  expect(new Set(upcoming.data.map(({ reference }) => reference))).toEqual(new Set(mine))

  // The guest token is still valid; strangers are still refused.
  const { reference } = byPhone.booking
  for (const as of [ada.as, byPhone.as, { phone: ada.user.phone ?? '' }])
    expect((await call(getBooking, { reference }, { as })).status).toBe(200)
  const stranger = await aUser(server)
  expect((await call(getBooking, { reference }, { as: stranger.as })).status).toBe(404)
  const foreign = await call(getBooking, { reference: other.booking.reference }, { as: ada.as })
  expect(foreign.status).toBe(404)
})

test('an address that is not proved finds and takes nothing', async () => {
  const ada = await aUser(server, { proved: false })
  await aGuestBooking({ phone: ada.user.phone, email: ada.user.email })
  expect(await found(ada)).toEqual([])
  expect((await call(adoptGuestBookings, {}, { as: ada.as })).data).toEqual({ adopted: 0 })
  await sql`update person set phone_verified_at = now() where id = ${ada.user.id}`.execute(db)
  expect(await found(ada)).toHaveLength(1)
})

test('of two who may, one takes a booking, also at the same time', async () => {
  const [ada, bola] = [await aUser(server), await aUser(server)]
  await aGuestBooking({ phone: ada.user.phone, email: bola.user.email })
  const taken = await Promise.all([ada, bola].map(({ as }) => call(adoptGuestBookings, {}, { as })))
  expect(taken.map(({ data }) => data.adopted)).toEqual(expect.arrayContaining([0, 1]))
})

test('without a login there is nothing to take', async () => {
  expect((await call(listGuestBookings, {})).status).toBe(401)
  expect((await call(adoptGuestBookings, {})).status).toBe(401)
})
