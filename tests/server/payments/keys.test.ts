import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { startPayment } from '#contract/payments/endpoints'
import { setWalletPin } from '#contract/wallet/endpoints'
import { sql } from '#server/db/sql'
import { aHeldBooking, aPaymentWorld, aTripToPayFor } from '#tests/support/worlds/payments'
import type { MadeUser } from '#tests/support/makers/people'
import { aWallet, giveHoldToAccount } from '#tests/support/makers/wallets'

const { db, server } = await aPaymentWorld()
const pin = '4711'

async function aPayer(): Promise<MadeUser> {
  const owner = await aWallet(server, 10_000_000)
  const { password, as } = owner
  await server.call(setWalletPin, { pin, password }, { as })
  return owner
}

const aHoldOf = async (owner: MadeUser) =>
  giveHoldToAccount(db, await aHeldBooking(db, await aTripToPayFor(db), [1]), owner)

test.each([
  ['wallet', 'wallet'],
  ['paystack', 'flutterwave'],
  ['paystack', 'wallet'],
] as const)('one key for two bookings at once, %s and %s, pays one of them', async (...ways) => {
  const owner = await aPayer()
  for (let round = 0; round < 3; round += 1) {
    const key = crypto.randomUUID()
    const holds = [await aHoldOf(owner), await aHoldOf(owner)]
    const answers = await Promise.all(
      holds.map(({ reference }, at) =>
        server.call(
          startPayment,
          { purpose: 'booking', reference, provider: ways[at] ?? 'wallet', pin },
          { as: owner.as, key },
        ),
      ),
    )
    expect(answers.map(({ status, problem }) => problem.code ?? status).toSorted()).toEqual([
      200,
      'idempotency_key_reused',
    ])
  }
})

test('who reads the table of kept answers does not learn a PIN from it', async () => {
  const owner = await aPayer()
  const { reference } = await aHoldOf(owner)
  const input = { purpose: 'booking', reference, provider: 'wallet', pin } as const
  expect((await server.call(startPayment, input, { as: owner.as })).status).toBe(200)
  const { rows } = await sql<{ body_sha256: Buffer }>`
    select body_sha256 from idempotency where principal = ${owner.user.id} and route = 'startPayment'`.execute(
    db,
  )
  const guess = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  expect(rows.map((row) => row.body_sha256.toString('hex'))).not.toContain(guess)
})
