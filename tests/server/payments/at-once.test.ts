import { expect, test } from 'vitest'
import { issueOperatorInvoice, voidOperatorInvoice } from '#contract/invoices/endpoints'
import type { Input } from '#contract/endpoint'
import { startPayment } from '#contract/payments/endpoints'
import { sql } from '#server/db/sql'
import { aCharter, aRichUser, aVehicle, walletPin } from '#tests/support/makers/charters'
import { anInvoiceInput, anInvoice, makeThreeParts } from '#tests/support/makers/invoices'
import { aHoldOfPerson } from '#tests/support/makers/wallets'
import { anInvoiceWorld } from '#tests/support/worlds/invoices'
import { aTripToPayFor } from '#tests/support/worlds/payments'

const { db, server, operator } = await anInvoiceWorld()
const owner = await aRichUser(server)
const { as } = owner
const trip_id = await aTripToPayFor(db, 8)
const vehicle = await aVehicle(db)

/** Makes a call ten times at the same time with one key; returns the different answers. */
async function tenAtOnce(call: (key: string) => Promise<{ status: number; text: string }>) {
  const key = crypto.randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => call(key)))
  return [...new Set(answers.map(({ status, text }) => `${status} ${text}`))]
}

type Way = Omit<Input<typeof startPayment>, 'reference' | 'purpose'>
const ways: [name: string, how: Way][] = [
  ['a wallet', { provider: 'wallet', pin: walletPin }],
  ['a company', { provider: 'paystack', channel: 'card' }],
  [
    'both',
    { provider: 'flutterwave', channel: 'card', wallet_part_kobo: 1_000_000, pin: walletPin },
  ],
]

let seat = 0
const payables: [
  name: string,
  make: () => Promise<Pick<Input<typeof startPayment>, 'purpose' | 'reference'>>,
][] = [
  [
    'an invoice',
    async () => ({
      purpose: 'invoice',
      reference: (await anInvoice(server, { operator })).reference,
    }),
  ],
  [
    'an invoice in parts',
    async () => {
      const { reference } = await anInvoice(server, { operator }, makeThreeParts())
      return { purpose: 'invoice', reference }
    },
  ],
  [
    'a part of an invoice',
    async () => {
      const { reference } = await anInvoice(server, { operator }, makeThreeParts())
      return { purpose: 'invoice', reference: `${reference}-1` }
    },
  ],
  [
    'a charter with a deposit',
    async () => {
      seat += 1
      const { charter } = await aCharter(server, vehicle, { by: owner, ahead: 20 + seat * 3 })
      return { purpose: 'charter', reference: charter.reference }
    },
  ],
  [
    'a booking',
    async () => {
      seat += 1
      const held = await aHoldOfPerson(db, owner, 3_000_000, { trip_id, seat })
      return { purpose: 'booking', reference: held.reference }
    },
  ],
]

for (const [name, make] of payables)
  test.each(ways)(`${name} is paid once from %s by one key ten times at once`, async (_, how) => {
    const input = { ...(await make()), ...how }
    const before = await countPayments()
    const answers = await tenAtOnce((key) => server.call(startPayment, input, { as, key }))
    expect(answers).toEqual([expect.stringMatching(/^200 /)])
    expect((await countPayments()) - before).toBe(1)
  })

async function countPayments(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payment where idempotency_key is not null`.execute(db)
  return rows[0]?.count ?? 0
}

test('a top-up is begun once by one key ten times at once', async () => {
  const input = { purpose: 'wallet', provider: 'paystack', channel: 'transfer' } as const
  const before = await countPayments()
  const answers = await tenAtOnce((key) =>
    server.call(startPayment, { ...input, amount_kobo: 500_000 }, { as, key }),
  )
  expect(answers).toEqual([expect.stringMatching(/^200 /)])
  expect((await countPayments()) - before).toBe(1)
})

test('a key that paid a part of one invoice is no answer for another one', async () => {
  const [one, two] = [
    await anInvoice(server, { operator }, makeThreeParts()),
    await anInvoice(server, { operator }, makeThreeParts()),
  ]
  const pay = (reference: string, key: string) =>
    server.call(
      startPayment,
      { purpose: 'invoice', reference, provider: 'wallet', pin: walletPin },
      { as, key },
    )
  const key = crypto.randomUUID()
  expect((await pay(one.reference, key)).status).toBe(200)
  expect((await pay(two.reference, key)).problem.code).toBe('idempotency_key_reused')
  expect((await pay(`${one.reference}-2`, key)).problem.code).toBe('idempotency_key_reused')
})

test('an invoice is issued once and taken back once by one key ten times at once', async () => {
  const bill = anInvoiceInput({ title: 'Issued ten times' })
  const issued = await tenAtOnce((key) =>
    server.call(issueOperatorInvoice, bill, { as: operator, key }),
  )
  expect(issued).toEqual([expect.stringMatching(/^200 /)])
  const { rows } = await sql<{ id: string }>`
    select id from invoice where title = ${bill.title}`.execute(db)
  expect(rows).toHaveLength(1)
  const input = { id: rows[0]?.id ?? '', reason: 'The bus is not needed.' }
  const voided = await tenAtOnce((key) =>
    server.call(voidOperatorInvoice, input, { as: operator, key }),
  )
  expect(voided).toEqual([expect.stringMatching(/^200 /)])
})
