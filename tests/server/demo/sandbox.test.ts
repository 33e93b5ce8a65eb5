import { expect, test } from 'vitest'
import { aConfig, aServer } from '#tests/support/server/test-server'
import { aHeldBooking, aPaymentWorld, aTripToPayFor } from '#tests/support/worlds/payments'

const { db, deps, origin, start, press } = await aPaymentWorld()

const ask = (path: string, secret: string, body?: unknown) =>
  fetch(`${origin}/sandbox${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

test('a wrong key is refused in each company’s own words', async () => {
  const one = await ask('/paystack/transaction/verify/x', 'sk_wrong')
  expect([one.status, await one.json()]).toEqual([401, { status: false, message: 'Invalid key' }])
  const other = await ask('/flutterwave/v3/transactions/verify_by_reference?tx_ref=x', 'wrong')
  expect([other.status, (await other.json()).status]).toEqual([401, 'error'])
})

test('Paystack speaks kobo and refuses a reference twice; Flutterwave speaks naira', async () => {
  const { paystack, flutterwave } = deps.config
  const charge = {
    email: 'a@b.example',
    amount: 123_435,
    reference: 'REF-0000001',
    callback_url: 'http://x.example/',
  }
  expect((await ask('/paystack/transaction/initialize', paystack.secret_key, charge)).status).toBe(
    200,
  )
  const again = await ask('/paystack/transaction/initialize', paystack.secret_key, charge)
  expect([again.status, (await again.json()).message]).toEqual([
    400,
    'Duplicate Transaction Reference',
  ])
  const known = await (
    await ask('/paystack/transaction/verify/REF-0000001', paystack.secret_key)
  ).json()
  expect(known).toMatchObject({
    status: true,
    data: { status: 'abandoned', amount: 123_435, currency: 'NGN' },
  })

  const order = {
    tx_ref: 'REF-0000002',
    amount: '1234.35',
    redirect_url: 'http://x.example/',
    customer: { email: 'a@b.example' },
  }
  const link = await (await ask('/flutterwave/v3/payments', flutterwave.secret_key, order)).json()
  await press({ authorization_url: link.data.link } as never, 'approve', { webhook: 'never' })
  const paid = await (
    await ask(
      '/flutterwave/v3/transactions/verify_by_reference?tx_ref=REF-0000002',
      flutterwave.secret_key,
    )
  ).json()
  expect(paid.data).toMatchObject({
    status: 'successful',
    amount: 1234.35,
    currency: 'NGN',
    tx_ref: 'REF-0000002',
  })
})

test('the checkout has no script, escapes what it shows and says what it is', async () => {
  const held = await aHeldBooking(db, await aTripToPayFor(db), [1])
  const { data } = await start(held, 'paystack', 'ussd')
  const page = await fetch(data.authorization_url ?? '')
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).not.toContain('script-src')
  expect(html).toContain('Test checkout – no real money')
  expect(html).toContain('Approve on the phone')
  expect(html).not.toContain('<script')
  const wrong = await press(data, 'card', { card: '4084 0840 8408 4081' })
  expect(wrong.status).toBe(400)
  expect((await press(data, 'fly')).status).toBe(400)
  expect((await fetch(`${origin}/sandbox/paystack/checkout/nothing`)).status).toBe(404)
})

test('a company with keys is never played', async () => {
  const plain = aConfig()
  const server = await aServer(db, { config: { paystack: { ...plain.paystack, stand_in: false } } })
  expect((await server.app.inject({ url: '/sandbox/paystack/refund' })).statusCode).toBe(404)
  expect((await server.app.inject({ url: '/sandbox/flutterwave/v3/refunds' })).statusCode).toBe(401)
  await server.close()
})
