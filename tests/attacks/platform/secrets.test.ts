import { afterAll, expect, test } from 'vitest'
import { forgotPassword, refreshSession, resetPassword } from '#contract/accounts/endpoints'
import { holdSeats, listBookings } from '#contract/bookings/endpoints'
import { startPayment } from '#contract/payments/endpoints'
import { pinThresholdKobo } from '#contract/wallet/rules'
import { setWalletPin } from '#contract/wallet/endpoints'
import { sql } from '#server/db/sql'
import {
  hashIssuedPin,
  makePickupPin,
  findPickupPin,
  hashEnteredPin,
} from '#server/platform/pickup-pin'
import { anAccountWorld } from '#tests/support/worlds/accounts'
import { aTrip } from '#tests/support/makers/trips'
import { aUser, parseSetCookie } from '#tests/support/makers/people'
import { aHeldBooking, aTripToPayFor } from '#tests/support/worlds/payments'
import { type TestServer, aServer } from '#tests/support/server/test-server'
import { aWallet, giveHoldToAccount } from '#tests/support/makers/wallets'

const { db, server, codeSentTo } = await anAccountWorld()
const { config } = server.host
const before = config.session_secret
const rotated = { ...config, session_secret: 'n'.repeat(43), old_session_secrets: [before] }
const forgotten = { ...rotated, old_session_secrets: [] }
const after = await aServer(db, { config: rotated })
const without = await aServer(db, { config: forgotten })
afterAll(async () => {
  await after.close()
  await without.close()
})

const asks = async (token: string, at = after) =>
  (await at.call(listBookings, {}, { as: { token } })).status

test('a login lives on when SESSION_SECRET is rotated, until the old one is taken out', async () => {
  const { token, cookie } = await aUser(server)
  expect(await asks(token)).toBe(200)
  expect(await asks(token, without)).toBe(401)
  const renewed = await after.call(refreshSession, {}, { headers: { cookie } })
  expect(await asks(renewed.data.token, without)).toBe(200)
  expect(await asks(renewed.data.token, server)).toBe(401)
})

test('two tabs that renew on both sides of a rotation get the same refresh token', async () => {
  const { cookie } = await aUser(server)
  const first = await server.call(refreshSession, {}, { headers: { cookie } })
  const second = await after.call(refreshSession, {}, { headers: { cookie } })
  expect(parseSetCookie(second.headers)).toBe(parseSetCookie(first.headers))
  const next = { headers: { cookie: parseSetCookie(second.headers) } }
  expect((await after.call(refreshSession, {}, next)).status).toBe(200)
})

test('a code that was sent before a rotation is good after it, once', async () => {
  const { user } = await aUser(server)
  const login = user.email ?? ''
  await server.call(forgotPassword, { login })
  const code = await codeSentTo(login)
  const sets = { login, code, password: 'a quiet yellow danfo' }
  expect((await without.call(resetPassword, sets)).problem.code).toBe('wrong_code')
  expect((await after.call(resetPassword, sets)).status).toBe(200)
  expect((await after.call(resetPassword, sets)).problem.code).toBe('wrong_code')
})

test('a wallet PIN outlives a rotation, and is kept under the new secret from its next use on', async () => {
  const owner = await aWallet(server, 10 * pinThresholdKobo)
  const { as, password } = owner
  const pay = async (at: TestServer, pin: string) => {
    const held = await giveHoldToAccount(
      db,
      await aHeldBooking(db, await aTripToPayFor(db), [1]),
      owner,
    )
    const payment = { purpose: 'booking', reference: held.reference, provider: 'wallet' } as const
    return at.call(startPayment, { ...payment, pin }, { as })
  }
  await server.call(setWalletPin, { pin: '4711', password }, { as })
  const { rows } = await sql`select hash from wallet_pin`.execute(db)
  expect((await pay(after, '4712')).problem.code).toBe('wrong_pin')
  expect((await pay(after, '4711')).status).toBe(200)
  expect((await sql`select hash from wallet_pin`.execute(db)).rows).not.toEqual(rows)
  const late = { pin: '4713', current_pin: '4711' }
  expect((await after.call(setWalletPin, late, { as })).status).toBe(200)
})

test('a pickup PIN that a receiver was told is the right one at the counter after a rotation', () => {
  const id = '0199a2f0-0000-7000-8000-000000000001'
  const told = makePickupPin(config, id, 2)
  const parcel = { id, pin_hash: hashIssuedPin(config, id, 2) }
  expect(findPickupPin(rotated, parcel, 2)).toBe(told)
  expect(hashEnteredPin(rotated, parcel, told)).toEqual(parcel.pin_hash)
  expect(hashEnteredPin(forgotten, parcel, told)).not.toEqual(parcel.pin_hash)
  const wrong = String((Number(told) + 1) % 1_000_000).padStart(6, '0')
  expect(hashEnteredPin(rotated, parcel, wrong)).not.toEqual(parcel.pin_hash)
  const fresh = { id, pin_hash: hashIssuedPin(rotated, id, 3) }
  expect(findPickupPin(rotated, fresh, 3)).toBe(makePickupPin(rotated, id, 3))
})

test('a write that is sent again after a rotation is answered as before', async () => {
  const { id: trip_id } = await aTrip(db)
  const [key, seats] = [crypto.randomUUID(), [3]]
  const first = await server.call(holdSeats, { trip_id, seats }, { key })
  expect(first.status).toBe(200)
  const again = await after.call(holdSeats, { trip_id, seats }, { key })
  expect(again.text).toBe(first.text)
  expect(again.headers['idempotency-replayed']).toBe('true')
  const other = await after.call(holdSeats, { trip_id, seats: [4] }, { key })
  expect(other.problem.code).toBe('idempotency_key_reused')
})
