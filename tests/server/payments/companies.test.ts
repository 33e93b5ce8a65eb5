import { beforeEach, expect, test } from 'vitest'
import { listPaymentMethods } from '#contract/payments/endpoints'
import type { ProviderName } from '#contract/payments/rules'
import { sql } from '#server/db/sql'
import {
  aHeldBooking,
  aPaymentWorld,
  aTripToPayFor,
  type HeldBooking,
} from '#tests/support/worlds/payments'

const { db, server, start, press, doJobs } = await aPaymentWorld()

const two: readonly ProviderName[] = ['paystack', 'flutterwave']

/** Makes all earlier attempts an hour older, so that they do not count as the companies' recent results. */
beforeEach(() =>
  sql`update payment set created_at = created_at - interval '1 hour'`.execute(db).then(() => {}),
)

const aFreshHold = async () => aHeldBooking(db, await aTripToPayFor(db, 8), [1])

/** Returns which companies of `two` are offered for a channel, in order. */
async function offered(
  { reference, guest_token }: HeldBooking,
  channel = 'card',
): Promise<string[]> {
  const { data } = await server.call(
    listPaymentMethods,
    { booking: reference },
    { as: { guest_token } },
  )
  return data
    .filter((one) => one.channel === channel && two.includes(one.provider))
    .map(({ provider }) => provider)
}

test('the cheaper company is offered first: below ₦20,000 the one without a sum beside its share', async () => {
  const held = await aFreshHold()
  expect(held.total_kobo).toBeLessThan(2_000_000)
  expect(await offered(held)).toEqual(['flutterwave', 'paystack'])
  const dear = await aHeldBooking(db, await aTripToPayFor(db, 8), [1, 2, 3, 4, 5, 6])
  expect(dear.total_kobo).toBeGreaterThan(2_000_000)
  expect(await offered(dear)).toEqual(['paystack', 'flutterwave'])
})

test('where a payment of this booking came to nothing, the other company comes first for it alone', async () => {
  const held = await aFreshHold()
  const { data } = await start(held, 'flutterwave', 'card')
  await press(data, 'card', { card: '5143 0105 2233 9965' })
  await doJobs()
  expect(await offered(held)).toEqual(['paystack', 'flutterwave'])
  expect(await offered(await aFreshHold())).toEqual(['flutterwave', 'paystack'])
})

test('a company that does not answer comes last for everybody, until it has started a payment again', async () => {
  const held = await aFreshHold()
  const { data } = await start(held, 'flutterwave', 'ussd')
  await sql`update payment set status = 'failed', authorization_url = null where reference = ${data.reference}`.execute(
    db,
  )
  const another = await aFreshHold()
  expect(await offered(another)).toEqual(['paystack', 'flutterwave'])
  await start(held, 'flutterwave', 'card')
  expect(await offered(another)).toEqual(['flutterwave', 'paystack'])
})

test('a channel of which much fails lately goes to the other company; few payments decide nothing', async () => {
  const held = await aFreshHold()
  const { data } = await start(held, 'flutterwave', 'transfer')
  const fail = (count: number) =>
    sql`
    insert into payment (id, reference, payable_id, provider, channel, amount_kobo, status, authorization_url, expires_at)
    select gen_random_uuid(), reference || '-' || ${count}::int || '-' || n, payable_id, provider, channel, amount_kobo, 'abandoned',
      authorization_url, expires_at
    from payment, generate_series(1, ${count}::int) n where reference = ${data.reference}`.execute(
      db,
    )
  const another = await aFreshHold()
  await fail(1)
  expect(await offered(another, 'transfer')).toEqual(['flutterwave', 'paystack'])
  await fail(12)
  expect(await offered(another, 'transfer')).toEqual(['paystack', 'flutterwave'])
  expect(await offered(another, 'card')).toEqual(['flutterwave', 'paystack'])
})
