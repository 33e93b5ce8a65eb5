import { expect, test } from 'vitest'
import { startPayment } from '#contract/payments/endpoints'
import { pinThresholdKobo, maxPinlessKoboPerDay } from '#contract/wallet/rules'
import { setWalletPin } from '#contract/wallet/endpoints'
import { sql } from '#server/db/sql'
import { aPaymentWorld, aTripToPayFor } from '#tests/support/worlds/payments'
import type { MadeUser } from '#tests/support/makers/people'
import { aHoldOfPerson, aWallet, fetchWalletBalance } from '#tests/support/makers/wallets'

/* Small payments without a PIN have a daily limit as well. */

const { db, server } = await aPaymentWorld()
const price = 500_000
const most = maxPinlessKoboPerDay / price

const aSmallHold = async (owner: MadeUser, kobo = price) =>
  aHoldOfPerson(db, owner, kobo, { trip_id: await aTripToPayFor(db), seat: 1 })

/** Pays a small sum from the wallet, for a new hold. */
async function paySmall(owner: MadeUser, more: { pin?: string; kobo?: number } = {}) {
  const { kobo, ...rest } = more
  const { reference } = await aSmallHold(owner, kobo)
  const input = { purpose: 'booking', reference, provider: 'wallet', ...rest } as const
  return server.call(startPayment, input, { as: owner.as })
}

const setPin = ({ as, password }: MadeUser) =>
  server.call(setWalletPin, { pin: '4821', password }, { as })

const codes = (answers: { status: number; problem: { code?: string } }[]) =>
  answers.map(({ status, problem }) => (status === 200 ? 'paid' : problem.code))

async function spentWithoutPin({ user }: MadeUser): Promise<number> {
  const { rows } = await sql<{ kobo: number }>`
    select sum(paid_kobo)::bigint as kobo from payment where person_id = ${user.id} and without_pin_kobo > 0`.execute(
    db,
  )
  return rows[0]?.kobo ?? 0
}

test('small payments need no PIN until they add up to the daily sum, then they do', async () => {
  const owner = await aWallet(server, 10 * price)
  for (let n = 0; n < most; n += 1) expect((await paySmall(owner)).status).toBe(200)
  const refused = await paySmall(owner)
  expect(refused.problem).toMatchObject({ status: 409, code: 'pin_missing' })
  expect(refused.problem.detail).toContain('₦20,000 in 24 hours')
  await setPin(owner)
  const asked = await paySmall(owner)
  expect(asked.problem.code).toBe('pin_required')
  expect(asked.problem.detail).toBe(
    'Small payments from your wallet add up to ₦20,000 in 24 hours without the PIN. Enter your wallet PIN to continue.',
  )
  expect((await paySmall(owner, { pin: '0000' })).problem.code).toBe('wrong_pin')
  expect((await paySmall(owner, { pin: '4821' })).status).toBe(200)
  expect((await fetchWalletBalance(server, owner)).balance_kobo).toBe(
    10 * price - (most + 1) * price,
  )
})

test('what was paid with the PIN does not count, and after 24 hours nothing does', async () => {
  const owner = await aWallet(server, 30 * price)
  await setPin(owner)
  for (let n = 0; n < most; n += 1) expect((await paySmall(owner)).status).toBe(200)
  for (let n = 0; n < 2; n += 1) expect((await paySmall(owner, { pin: '4821' })).status).toBe(200)
  expect((await paySmall(owner)).problem.code).toBe('pin_required')
  await sql`update payment set created_at = created_at - interval '24 hours' where person_id = ${owner.user.id}`.execute(
    db,
  )
  expect((await paySmall(owner)).status).toBe(200)
})

test('of twelve small payments at once no more go through than the daily sum', async () => {
  const owner = await aWallet(server, 12 * price)
  const holds = await Promise.all(Array.from({ length: 12 }, () => aSmallHold(owner)))
  const answers = await Promise.all(
    holds.map(({ reference }) =>
      server.call(
        startPayment,
        { purpose: 'booking', reference, provider: 'wallet' },
        { as: owner.as },
      ),
    ),
  )
  expect(codes(answers).filter((one) => one === 'paid')).toHaveLength(most)
  expect(new Set(codes(answers))).toEqual(new Set(['paid', 'pin_missing']))
  expect(await spentWithoutPin(owner)).toBe(maxPinlessKoboPerDay)
})

test('a wallet’s part beside a card counts as well', async () => {
  const owner = await aWallet(server, 10 * price)
  const split = async (wallet_part_kobo: number, pin?: string) => {
    const { reference } = await aSmallHold(owner, 1_500_000)
    const more = { wallet_part_kobo, ...(pin !== undefined && { pin }) }
    const input = { purpose: 'booking', reference, provider: 'paystack', ...more } as const
    return server.call(startPayment, { ...input, channel: 'card' }, { as: owner.as })
  }
  await setPin(owner)
  expect((await split(900_000)).status).toBe(200)
  expect((await split(900_000)).status).toBe(200)
  expect((await split(300_000)).problem.code).toBe('pin_required')
  expect((await paySmall(owner)).problem.code).toBe('pin_required')
  expect((await split(300_000, '4821')).status).toBe(200)
  expect((await split(200_000)).status).toBe(200)
})

test('the database knows the same sums as the contract', async () => {
  const owner = await aWallet(server, 2 * pinThresholdKobo)
  expect((await paySmall(owner, { kobo: pinThresholdKobo - 1 })).status).toBe(200)
  expect((await paySmall(owner, { kobo: pinThresholdKobo })).problem.code).toBe('pin_missing')
  const { reference, id } = await aSmallHold(owner)
  const insert = (
    kobo: number,
  ) => sql`insert into payment (id, reference, payable_id, person_id, provider,
      amount_kobo, without_pin_kobo, expires_at)
    values (gen_random_uuid(), ${`${reference}-${kobo}`}, ${id}, ${owner.user.id}, 'wallet', ${kobo}, ${kobo}, now())`
  await sql`select open_payable('booking', ${id})`.execute(db)
  await expect(insert(pinThresholdKobo).execute(db)).rejects.toThrow('only_small_sums_without_pin')
  await insert(pinThresholdKobo - 1).execute(db)
  await expect(insert(3).execute(db)).rejects.toThrow('small payments without a PIN')
})
