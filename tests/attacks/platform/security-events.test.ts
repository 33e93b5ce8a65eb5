import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import {
  changePassword,
  logIn,
  logInWithGoogle,
  logOut,
  resetPassword,
  signUp,
} from '#contract/accounts/endpoints'
import { endpoints } from '#contract/all'
import { listBookings, cancelBooking } from '#contract/bookings/endpoints'
import { listOperatorDepartures, reportBoardingScans } from '#contract/boarding/endpoints'
import { getInvoice } from '#contract/invoices/endpoints'
import { answerClaim } from '#contract/parcels/endpoints'
import { pinThresholdKobo, maxPinTries } from '#contract/wallet/rules'
import { startPayment } from '#contract/payments/endpoints'
import { setWalletPin } from '#contract/wallet/endpoints'
import { makeLog } from '#server/http/log'
import { logSecurityEvent, securityEventCalls } from '#server/platform/security-events'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { testDatabase } from '#tests/support/database/test-database'
import { anOperator } from '#tests/support/makers/trips'
import { aHeldBooking, aTripToPayFor } from '#tests/support/worlds/payments'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'
import { aWallet, giveHoldToAccount } from '#tests/support/makers/wallets'

const lines: string[] = []
const sink = { write: (line: string) => void lines.push(line) }
const { db } = await testDatabase()
const server = await aServer(db, { log: makeLog('info', sink) })
afterAll(() => server.close())

interface Event {
  time: string
  request_id: string
  security: Record<string, unknown>
}

/** Returns the security events of `work`, and its log as one text. */
async function eventsOf(work: () => Promise<unknown>) {
  lines.length = 0
  await work()
  const events = lines.map((line) => JSON.parse(line) as Event).filter((line) => line.security)
  return { events: events.map(({ security }) => security), whole: events, text: lines.join('') }
}
const { call } = server

test('no log holds the reference that opens an invoice', async () => {
  const { as } = await aWallet(server, 100_000)
  const reference = '7K3M9QX2RTVB7K3M9QX2'
  const { events, text } = await eventsOf(async () => {
    const asked = { purpose: 'invoice', provider: 'wallet' } as const
    await call(startPayment, { ...asked, reference }, { as })
    await call(startPayment, { ...asked, reference: `${reference}-2` }, { as })
    await call(getInvoice, { reference }, { as })
  })
  expect(events).toHaveLength(2)
  const [first, second] = events
  expect(first?.['object']).toMatch(/^reference:[\w-]{16}$/)
  expect(second?.['object']).toBe(first?.['object'])
  expect(text).not.toContain(reference)
})

test('a login tells who came, from where and when, by ids alone', async () => {
  const { user, password } = await aUser(server)
  const login = user.email ?? ''
  const right = await eventsOf(() => call(logIn, { login, password }, { as: { ip: '41.58.3.2' } }))
  expect(right.events).toEqual([
    {
      actor: `user:${user.id}`,
      action: 'login',
      object: expect.stringMatching(/^login:[\w-]{16}$/),
      outcome: 'ok',
      call: 'logIn',
      network: '41.58.3.2',
    },
  ])
  expect(right.whole[0]).toMatchObject({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    request_id: expect.stringMatching(/^[\da-f-]{36}$/),
  })
  const wrong = await eventsOf(() => call(logIn, { login, password: 'not theirs' }))
  const { object } = right.events[0] ?? {}
  expect(wrong.events).toMatchObject([
    { actor: 'guest', action: 'login', object, outcome: 'wrong_credentials' },
  ])
  for (const secret of [login, password, 'not theirs', user.full_name])
    expect(right.text + wrong.text).not.toContain(secret)
})

test('sign-up, Google, a new password and a logout are told', async () => {
  const asked = {
    full_name: 'Ngozi Bello',
    email: 'new@people.example',
    password: 'four words now ok',
  }
  const made = await eventsOf(() => call(signUp, asked))
  expect(made.events).toMatchObject([
    { actor: expect.stringMatching(/^user:/), action: 'account.create', outcome: 'ok' },
  ])
  expect(made.text).not.toMatch(/Ngozi|new@people/)
  const { as, password } = await aUser(server)
  const code = { code: 'x', redirect_uri: 'postmessage' }
  const reset = { login: 'new@people.example', code: '000000', password }
  const { events } = await eventsOf(async () => {
    await call(logInWithGoogle, code)
    await call(resetPassword, reset)
    await call(
      changePassword,
      { current_password: 'wrong one', password: 'a new long one' },
      { as },
    )
    await call(logOut, {}, { as })
  })
  expect(events.map(({ action, outcome }) => [action, outcome])).toEqual([
    ['login.google', expect.stringMatching(/^google_/)],
    ['password.reset', 'wrong_code'],
    ['password.change', 'wrong_password'],
    ['logout', 'ok'],
  ])
})

test('who is turned away is told, 401 as well as 403', async () => {
  const { as } = await aUser(server)
  const day = { date: '2026-11-22' }
  const { events } = await eventsOf(async () => {
    await call(listBookings, {})
    await call(listOperatorDepartures, day, { as })
    await call(listOperatorDepartures, day, {
      as: { token: `op_${'A'.repeat(6)}_${'B'.repeat(26)}` },
    })
  })
  expect(events.map(({ actor, action, outcome }) => [actor, action, outcome])).toEqual([
    ['guest', 'access', 'not_signed_in'],
    [expect.stringMatching(/^user:/), 'access', 'not_allowed'],
    ['guest', 'access', 'not_signed_in'],
  ])
})

test('each use of a key is told with the key, and what its scopes refuse', async () => {
  const key = await anOperatorKey(server, await anOperator(db), ['counter'])
  const { events, text } = await eventsOf(() =>
    call(reportBoardingScans, { scans: [] }, { as: key }),
  )
  expect(events).toMatchObject([
    { actor: expect.stringMatching(/^key:/), action: 'key.use', call: 'reportBoardingScans' },
  ])
  expect(text).not.toContain(key.token)
})

async function payWith(owner: MadeUser, pin: string) {
  const held = await giveHoldToAccount(
    db,
    await aHeldBooking(db, await aTripToPayFor(db), [1]),
    owner,
  )
  const { reference } = held
  const payment = { purpose: 'booking', reference, provider: 'wallet', pin } as const
  return { reference, paid: await call(startPayment, payment, { as: owner.as }) }
}

test('a PIN that is set, wrong and locked is told, and what a wallet spends and gets back', async () => {
  const owner = await aWallet(server, 10 * pinThresholdKobo)
  const { as, password, user } = owner
  const set = await eventsOf(() => call(setWalletPin, { pin: '4711', password }, { as }))
  expect(set.events).toMatchObject([{ actor: `user:${user.id}`, action: 'pin.set', outcome: 'ok' }])
  let reference = ''
  const spent = await eventsOf(async () => ({ reference } = await payWith(owner, '4711')))
  expect(spent.events).toMatchObject([
    { action: 'money.wallet_spend', object: `reference:${reference}`, outcome: 'ok' },
  ])
  const back = { reference, refund_to: 'wallet' } as const
  const key = crypto.randomUUID()
  const refunded = await eventsOf(async () => {
    await call(cancelBooking, back, { as, key })
    await call(cancelBooking, back, { as, key })
  })
  expect(refunded.events).toMatchObject([{ action: 'money.refund', outcome: 'ok' }])
  const wrong = await eventsOf(async () => {
    for (let tries = 0; tries <= maxPinTries; tries += 1) await payWith(owner, '4712')
  })
  const outcomes = wrong.events.map(({ outcome }) => outcome)
  expect(outcomes.slice(0, maxPinTries)).toEqual(
    Array.from({ length: maxPinTries }, () => 'wrong_pin'),
  )
  expect(outcomes.at(-1)).toBe('pin_locked')
  expect(set.text + spent.text + wrong.text).not.toMatch(/"pin"|471[12]\D/)
})

test('an answer to a claim is told with its sum, also where it is refused', async () => {
  const key = await anOperatorKey(server, await anOperator(db), ['claims'])
  const claim = { id: crypto.randomUUID(), pay_kobo: 5000, words: 'We lost it.' }
  const { events } = await eventsOf(() => call(answerClaim, claim, { as: key }))
  expect(events).toMatchObject([
    {
      action: 'money.claim_payout',
      object: `id:${claim.id}`,
      amount_kobo: 5000,
      outcome: 'not_found',
    },
  ])
})

test('what somebody at the server does to keys is told without the key', () => {
  lines.length = 0
  const event = { actor: 'console', action: 'key.create', object: 'key:ABCDEF', outcome: 'ok' }
  logSecurityEvent(makeLog('info', sink), event)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ security: event, msg: 'security event' })
})

test('no event can be forged by what is sent: one line stays one line', async () => {
  const login = 'x@y.example\n{"security":{"actor":"user:me","action":"login","outcome":"ok"}}'
  const { whole } = await eventsOf(() => call(logIn, { login, password: 'a\nb' }))
  expect(lines.every((line) => line.trim().split('\n').length === 1)).toBe(true)
  expect(whole.filter(({ security }) => security['outcome'] === 'ok')).toEqual([])
})

const loose = { unrepresentable: 'any', io: 'input' } as const
const paysOut = ({ input, output }: (typeof endpoints)[number]) =>
  [input, output].some((schema) => {
    const text = schema === undefined ? '' : JSON.stringify(z.toJSONSchema(schema, loose))
    return /"(?:refund_to|refund_kobo|credited_kobo)"/.test(text)
  })

test('each call that is watched is a call of the contract, and what pays out is among them', () => {
  const names = endpoints.map(({ name }) => name)
  expect(Object.keys(securityEventCalls).filter((name) => !names.includes(name))).toEqual([])
  // Only calls by people are compared, since those with a key are always logged.
  const byPeople = endpoints.filter(
    (one) => one.method !== 'GET' && (one.access === 'user' || one.access === 'owner'),
  )
  const paying = byPeople.filter(paysOut).map(({ name }) => name)
  expect(paying).toEqual(
    expect.arrayContaining(['cancelBooking', 'cancelCharter', 'cancelParcel', 'redeemPoints']),
  )
  expect(
    [...paying, 'answerClaim', 'settleClaim'].filter((name) => !(name in securityEventCalls)),
  ).toEqual([])
})
