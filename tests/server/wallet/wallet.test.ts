import { expect, test } from 'vitest'
import { cancelBooking } from '#contract/bookings/endpoints'
import { getPayment, startPayment, verifyPayment } from '#contract/payments/endpoints'
import {
  getWalletBalance,
  getWalletReceipt,
  getWalletStatementCsv,
  getWalletStatementPdf,
  listWalletMonths,
  listWalletTransactions,
} from '#contract/wallet/endpoints'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { writeStatementCsv } from '#server/rooms/wallet'
import { fuzzEndpoint } from '#tests/support/fuzz/fuzz'
import { aHeldBooking, aPaymentWorld, aTripToPayFor } from '#tests/support/worlds/payments'
import type { MadeUser } from '#tests/support/makers/people'
import { aWallet, fillWallet, giveHoldToAccount } from '#tests/support/makers/wallets'

const { db, server, press, doJobs } = await aPaymentWorld()

async function aBusyWallet(): Promise<MadeUser & { reference: string }> {
  const owner = await aWallet(server, 0)
  const added = await server.call(
    startPayment,
    { purpose: 'wallet', provider: 'paystack', channel: 'ussd', amount_kobo: 600_000 },
    { as: owner.as },
  )
  await press(added.data, 'approve')
  await doJobs()
  const held = await giveHoldToAccount(
    db,
    await aHeldBooking(db, await aTripToPayFor(db), [1]),
    owner,
  )
  const split = await server.call(
    startPayment,
    {
      purpose: 'booking',
      reference: held.reference,
      provider: 'flutterwave',
      channel: 'ussd',
      wallet_part_kobo: 500_000,
    },
    { as: owner.as },
  )
  await press(split.data, 'approve')
  await doJobs()
  await server.call(
    cancelBooking,
    { reference: held.reference, refund_to: 'wallet' },
    { as: owner.as },
  )
  await fillWallet(db, owner.user.id, 12_345)
  return { ...owner, reference: held.reference }
}

const owner = await aBusyWallet()
const stranger = await aWallet(server, 0)
const { as } = owner

test('the balance is naira as a number, and kobo beside it', async () => {
  const { data } = await server.call(getWalletBalance, {}, { as })
  expect(data).toMatchObject({
    currency: 'NGN',
    held_kobo: 0,
    has_pin: false,
    can_top_up: true,
    balance: data.balance_kobo / 100,
  })
  expect(data.id).toMatch(/^[0-9a-f-]{36}$/)
})

test('movements come newest first, in words, and the running balance adds up', async () => {
  const { data, meta } = await server.call(listWalletTransactions, {}, { as })
  expect(meta).toEqual({ page: 1, per_page: 20, total: data.length })
  expect(data.map(({ kind }) => kind)).toEqual(['reward', 'refund', 'refund', 'payment', 'top_up'])
  const words = data.map((one) => one.words)
  expect(words[0]).toBe('Points turned into money')
  expect(words[1]).toMatch(/^Refund: \w+, Alpha to Beta, \d+ \w{3}$/)
  expect(words[3]).toMatch(/^\w+, Alpha to Beta, \d+ \w{3}$/)
  expect(words[4]).toBe('Added by USSD, Paystack')
  let balance = 0
  for (const one of data.toReversed()) {
    balance += one.amount_kobo
    expect(one.balance_kobo).toBe(balance)
  }
  expect(data[3]).toMatchObject({ amount_kobo: -500_000, booking: owner.reference })
  const { data: there } = await server.call(getWalletBalance, {}, { as })
  expect(there.balance_kobo).toBe(balance)
})

test('pages follow one another without a gap', async () => {
  const all = (await server.call(listWalletTransactions, {}, { as })).data
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => server.call(listWalletTransactions, { page, per_page: 2 }, { as })),
  )
  expect(pages.flatMap(({ data }) => data)).toEqual(all)
  expect(pages.map(({ meta }) => meta.total)).toEqual([5, 5, 5, 5])
})

test('six months, the last of them this one', async () => {
  const { data } = await server.call(listWalletMonths, {}, { as })
  const lines = (await server.call(listWalletTransactions, {}, { as })).data
  const sum = (from: (one: number) => number) =>
    lines.reduce((total, one) => total + Math.max(0, from(one.amount_kobo)), 0)
  expect(data).toHaveLength(6)
  expect(data.at(-1)).toMatchObject({ in_kobo: sum((one) => one), out_kobo: sum((one) => -one) })
  expect(data.slice(0, 5).every((one) => one.in_kobo + one.out_kobo === 0)).toBe(true)
  expect(data.map(({ month }) => month)).toEqual(data.map(({ month }) => month).toSorted())
})

test('the statement opens in a spreadsheet, and no cell is a formula', async () => {
  await sql`update operator set name = '=cmd|"/c calc"!A1, Ltd'`.execute(db)
  const { bytes, headers } = await server.call(getWalletStatementCsv, {}, { as })
  await sql`update operator set name = code`.execute(db)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toMatch(/wallet-20\d\d-\d\d-\d\d-20\d\d-\d\d-\d\d\.csv/)
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = bytes.toString('utf8').slice(1).split('\r\n')
  expect(lines[0]).toBe('Date,Time,What,Reference,In (NGN),Out (NGN),Balance (NGN)')
  expect(lines[1]).toMatch(/^20\d\d-\d\d-\d\d,,Balance before,,,,0\.00$/)
  expect(lines[2]).toMatch(/,"Added by USSD, Paystack",WALLET-\w+,6000\.00,,6000\.00$/)
  expect(lines[3]).toContain(`"'=cmd|""/c calc""!A1, Ltd, Alpha to Beta`)
  expect(lines[3]).toMatch(/,,5000\.00,1000\.00$/)
  expect(lines[6]).toMatch(/,123\.45,,\d+\.\d\d$/)
  for (const line of lines) expect(line).not.toMatch(/(^|,)"?[=+@-]/)
})

const span = { full_name: 'Ada Obi', from: '2026-11-01', until: '2026-11-30', opening_kobo: 0 }
const aLine = {
  id: '1',
  kind: 'payment' as const,
  words: '12',
  reference: 'WALLET-7K3M9Q',
  amount_kobo: 100,
  balance_kobo: 100,
  booking: null,
  parcel: null,
  charter: null,
  invoice: null,
  created_at: '2026-11-20T08:00:00.000Z',
}

test('a debt is a negative number in a spreadsheet, and a text that looks like one is not', () => {
  const lines = [
    { ...aLine, words: '-5.00', amount_kobo: -123_440, balance_kobo: -123_445 },
    { ...aLine, words: '-2+3', amount_kobo: 123_400, balance_kobo: -45 },
  ]
  const bytes = writeStatementCsv({ ...span, opening_kobo: -5, lines })
  const rows = new TextDecoder().decode(bytes).split('\r\n').slice(1, -1)
  expect(rows[0]).toMatch(/,Balance before,,,,-0\.05$/)
  expect(rows[1]).toMatch(/,'-5\.00,WALLET-7K3M9Q,,1234\.40,-1234\.45$/)
  expect(rows[2]).toMatch(/,'-2\+3,WALLET-7K3M9Q,1234\.00,,-0\.45$/)
})

test('no reference of a statement is a number for a spreadsheet', () => {
  const references = ['0E123456', '00012345', '1234567890123456', 'WALLET-7K3M9Q']
  const lines = references.map((reference) => ({ ...aLine, reference }))
  const bytes = writeStatementCsv({ ...span, lines })
  const rows = new TextDecoder().decode(bytes).split('\r\n').slice(2, -1)
  expect(rows.map((row) => row.split(',')[3])).toEqual([
    "'0E123456",
    "'00012345",
    "'1234567890123456",
    'WALLET-7K3M9Q',
  ])
  expect(rows[0]).toMatch(/,'12,.*,1\.00,,1\.00$/)
})

test('the statement of days before shows what was there', async () => {
  const year = { from: '2025-01-01', until: '2025-12-31' }
  const { text } = await server.call(getWalletStatementCsv, year, { as })
  expect(text.trim().split('\r\n')).toHaveLength(2)
  await sql`alter table wallet_entry disable trigger user`.execute(db)
  await sql`update wallet_entry set created_at = '2025-06-01T22:59:59Z' where number = 1
    and account_id = (select id from account where owner = ${owner.user.id})`.execute(db)
  const before = { from: '2025-06-02', until: '2025-06-03' }
  const opened = await server.call(getWalletStatementCsv, before, { as })
  await sql`update wallet_entry set created_at = now() where number = 1
    and account_id = (select id from account where owner = ${owner.user.id})`.execute(db)
  await sql`alter table wallet_entry enable trigger user`.execute(db)
  expect(opened.text).toContain('2025-06-02,,Balance before,,,,6000.00')
})

test.each([
  ['turned round', { from: '2026-02-02', until: '2026-02-01' }, 'from'],
  ['longer than a year', { from: '2025-01-01', until: '2026-01-02' }, 'from'],
  ['not a day', { from: '2026-02-30' }, 'from'],
])('days %s are refused and named', async (_, span, field) => {
  const { status, problem } = await server.call(getWalletStatementCsv, span, { as })
  expect([status, Object.keys(problem.fields ?? {})]).toEqual([400, [field]])
})

test('statement and receipts come on paper', async () => {
  for (let at = 0; at < 60; at += 1) await fillWallet(db, stranger.user.id, 100 + at)
  for (const one of [owner, stranger]) {
    const { bytes, headers } = await server.call(getWalletStatementPdf, {}, { as: one.as })
    expect(headers['content-type']).toBe('application/pdf')
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const sheets = bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length
    expect(sheets).toBe(one === owner ? 1 : 3)
  }
  const { data } = await server.call(listWalletTransactions, {}, { as })
  for (const { id } of data) {
    const { bytes } = await server.call(getWalletReceipt, { id }, { as })
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  }
})

test('nobody sees another’s wallet, and guests see none', async () => {
  const [{ id } = { id: '' }] = (await server.call(listWalletTransactions, {}, { as })).data
  expect((await server.call(getWalletReceipt, { id }, { as: stranger.as })).status).toBe(404)
  expect((await server.call(getWalletReceipt, { id: makeId() }, { as })).status).toBe(404)
  const csv = await server.call(getWalletStatementCsv, {}, { as: stranger.as })
  expect(csv.text).not.toContain(owner.reference)
  for (const one of [getWalletBalance, listWalletTransactions, listWalletMonths])
    expect((await server.call(one, {})).status).toBe(401)
})

/** A person with an account calls the endpoints that guests may call too; the fuzzer itself calls the others. */
test.each([startPayment, getPayment, verifyPayment].map((one) => [one.name, one] as const))(
  '%s answers strange requests of its owner within its contract',
  async (_, one) => {
    const headers = { authorization: `Bearer ${owner.token}` }
    const known = { reference: [owner.reference], purpose: ['wallet', 'booking'] }
    const statuses = await fuzzEndpoint(server.app, one, { cases: 120, known, headers })
    expect(statuses.get(401) ?? 0).toBeLessThan(60)
  },
)
