import { expect, test } from 'vitest'
import { startPayment } from '#contract/payments/endpoints'
import { getWalletBalance, setWalletPin } from '#contract/wallet/endpoints'
import { pinThresholdKobo, maxPinTries } from '#contract/wallet/rules'
import { sql } from '#server/db/sql'
import { aHeldBooking, aPaymentWorld, aTripToPayFor } from '#tests/support/worlds/payments'
import type { MadeUser } from '#tests/support/makers/people'
import { aWallet, giveHoldToAccount, fetchWalletBalance } from '#tests/support/makers/wallets'

const { db, server } = await aPaymentWorld()
const plenty = 10 * pinThresholdKobo

/** A held seat of ₦10,715, which is above the limit. */
const aHold = async (owner: MadeUser) =>
  giveHoldToAccount(db, await aHeldBooking(db, await aTripToPayFor(db), [1]), owner)

async function payWith(owner: MadeUser, pin?: string) {
  const { reference } = await aHold(owner)
  return server.call(
    startPayment,
    { purpose: 'booking', reference, provider: 'wallet', ...(pin !== undefined && { pin }) },
    { as: owner.as },
  )
}

const set = ({ as }: MadeUser, input: { pin: string; current_pin?: string; password?: string }) =>
  server.call(setWalletPin, input, { as })

async function withPin(pin: string): Promise<MadeUser> {
  const owner = await aWallet(server, plenty)
  const { status } = await set(owner, { pin, password: owner.password })
  expect(status).toBe(200)
  return owner
}

test('a larger sum needs a PIN: none, not given, wrong, right', async () => {
  const owner = await aWallet(server, plenty)
  expect((await payWith(owner)).problem.code).toBe('pin_missing')
  expect((await payWith(owner, '1834')).problem.code).toBe('pin_missing')
  await set(owner, { pin: '1834', password: owner.password })
  expect((await server.call(getWalletBalance, {}, { as: owner.as })).data.has_pin).toBe(true)
  expect((await payWith(owner)).problem.code).toBe('pin_required')
  const wrong = await payWith(owner, '4381')
  expect([wrong.status, wrong.problem.code]).toEqual([409, 'wrong_pin'])
  expect(wrong.problem.detail).toContain('4 tries left')
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: plenty, held_kobo: 0 })
  const paid = await payWith(owner, '1834')
  expect([paid.status, paid.data.outcome]).toEqual([200, 'confirmed'])
})

test.each(['0000', '1234', '4321', '456789', '99999'])('%s is too easy to guess', async (pin) => {
  const owner = await aWallet(server, plenty)
  const { status, problem } = await set(owner, { pin, password: owner.password })
  expect([status, Object.keys(problem.fields ?? {})]).toEqual([400, ['pin']])
})

test('five wrong PINs lock it for half an hour, even for the right one', async () => {
  const owner = await withPin('1834')
  for (let tries = 1; tries <= maxPinTries; tries += 1)
    expect((await payWith(owner, '0000')).problem.code).toBe('wrong_pin')
  const locked = await payWith(owner, '1834')
  expect([locked.status, locked.problem.code]).toEqual([429, 'pin_locked'])
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(1700)
  const changed = await set(owner, { pin: '9299', current_pin: '1834' })
  expect(changed.problem.code).toBe('pin_locked')
  await sql`update wallet_pin set locked_until = now() - interval '1 second' where person_id = ${owner.user.id}`.execute(
    db,
  )
  const again = await payWith(owner, '0000')
  expect(again.problem.detail).toContain('4 tries left')
  expect((await payWith(owner, '1834')).status).toBe(200)
})

test('guesses at once are all counted', async () => {
  const owner = await withPin('1834')
  const codes = await Promise.all(
    Array.from({ length: 12 }, (_, at) => payWith(owner, String(5000 + at))),
  ).then((answers) => answers.map(({ problem }) => problem.code))
  expect(codes.filter((code) => code === 'wrong_pin')).toHaveLength(maxPinTries)
  expect(codes.filter((code) => code === 'pin_locked')).toHaveLength(12 - maxPinTries)
})

test('a right PIN forgets the wrong ones before it', async () => {
  const owner = await withPin('1834')
  for (let round = 1; round <= 2; round += 1) {
    for (let tries = 1; tries < maxPinTries; tries += 1) await payWith(owner, '0000')
    expect((await payWith(owner, '1834')).status).toBe(200)
  }
})

test('the password opens a locked PIN, a wrong one does not', async () => {
  const owner = await withPin('1834')
  for (let tries = 1; tries <= maxPinTries; tries += 1) await payWith(owner, '0000')
  const wrong = await set(owner, { pin: '567890', password: 'not my password' })
  expect(wrong.problem.code).toBe('wrong_password')
  expect((await set(owner, { pin: '567890', password: owner.password })).status).toBe(200)
  expect((await payWith(owner, '567890')).status).toBe(200)
})

test('the PIN before it opens the way to a new one', async () => {
  const owner = await withPin('1834')
  expect((await set(owner, { pin: '5378', current_pin: '4381' })).problem.code).toBe('wrong_pin')
  expect((await set(owner, { pin: '5378', current_pin: '1834' })).status).toBe(200)
  expect((await payWith(owner, '1834')).problem.code).toBe('wrong_pin')
  expect((await payWith(owner, '5378')).status).toBe(200)
})

test('without PIN or password nobody sets one', async () => {
  const owner = await aWallet(server, 0)
  expect((await set(owner, { pin: '1834' })).problem.code).toBe('wrong_password')
  expect((await set(owner, { pin: '1834', current_pin: '1834' })).problem.code).toBe(
    'wrong_password',
  )
})

test('a part of a payment needs the PIN from the same sum on', async () => {
  const owner = await withPin('1834')
  const { reference } = await giveHoldToAccount(
    db,
    await aHeldBooking(db, await aTripToPayFor(db), [1, 2]),
    owner,
  )
  const split = (wallet_part_kobo: number, pin?: string) =>
    server.call(
      startPayment,
      {
        purpose: 'booking',
        reference,
        provider: 'paystack',
        channel: 'card',
        wallet_part_kobo,
        ...(pin !== undefined && { pin }),
      },
      { as: owner.as },
    )
  expect((await split(pinThresholdKobo)).problem.code).toBe('pin_required')
  expect((await split(pinThresholdKobo, '4381')).problem.code).toBe('wrong_pin')
  expect((await split(pinThresholdKobo - 1)).status).toBe(200)
  expect((await split(pinThresholdKobo, '1834')).status).toBe(200)
})

test('no PIN is kept as it is, nor the same for two people', async () => {
  await withPin('2468')
  await withPin('2468')
  const { rows } = await sql<{ hash: string }>`select hash from wallet_pin`.execute(db)
  expect(new Set(rows.map(({ hash }) => hash)).size).toBe(rows.length)
  for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$/)
})
