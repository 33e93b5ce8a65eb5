import { expect, test } from 'vitest'
import type { ProviderName } from '#contract/payments/rules'
import { room } from '#server/rooms/payments'
import { sql } from '#server/db/sql'
import {
  aHeldBooking,
  aPaymentWorld,
  aTripToPayFor,
  goodCard,
} from '#tests/support/worlds/payments'

const { db, start, press, doJobs } = await aPaymentWorld()

const cardOf = async (reference: string) => {
  const { rows } = await sql<{ card: string | null }>`
    select card from payment where reference = ${reference}`.execute(db)
  return rows[0]?.card
}

async function payByCard(provider: ProviderName, then?: string): Promise<string> {
  const held = await aHeldBooking(db, await aTripToPayFor(db), [1])
  const { data } = await start(held, provider, 'card')
  await press(data, 'card', { card: goodCard[provider] })
  expect(await doJobs()).toEqual([])
  if (then !== undefined) await press(data, then)
  expect(await doJobs()).toEqual([])
  return data.reference
}

test.each(['paystack', 'flutterwave'] as const)(
  'a card at %s is known again by a hash that says nothing of it, for 90 days',
  async (provider) => {
    const [first, second] = [await payByCard(provider), await payByCard(provider)]
    const card = await cardOf(first)
    expect(card).toMatch(/^[\w-]{22}$/)
    expect(await cardOf(second)).toBe(card)
    await sql`update payment set created_at = now() - interval '91 days' where reference = ${first}`.execute(
      db,
    )
    await room.personalData?.tidy?.(db)
    expect(await cardOf(first)).toBeNull()
    expect(await cardOf(second)).toBe(card)
  },
)

test('a transfer has no card', async () => {
  const held = await aHeldBooking(db, await aTripToPayFor(db), [1])
  const { data } = await start(held, 'paystack', 'transfer')
  await press(data, 'sent')
  expect(await doJobs()).toEqual([])
  expect(await cardOf(data.reference)).toBeNull()
})

test.each(['paystack', 'flutterwave'] as const)(
  'a second charge at %s has its card, too',
  async (provider) => {
    const reference = await payByCard(provider, 'pay_again')
    const { rows } = await sql<{ card: string | null }>`
      select card from payment where reference like ${reference} || '.%'`.execute(db)
    expect(rows).toEqual([{ card: await cardOf(reference) }])
    expect(rows[0]?.card).not.toBeNull()
  },
)
