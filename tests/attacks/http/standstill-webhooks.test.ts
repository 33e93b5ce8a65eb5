import { expect, test } from 'vitest'
import { takeWebhook } from '#contract/payments/endpoints'
import { providers } from '#contract/payments/rules'
import { product } from '#contract/product'
import { standIns } from '#demo/sandbox/companies'
import { sql } from '#server/db/sql'
import { paymentSettings } from '#server/config/payment-settings'
import { slowPayloads } from './payloads.ts'
import { testDatabase } from '#tests/support/database/test-database'
import { type Probe, aLoopProbe } from './event-loop.ts'
import { aWatchedServer } from '#tests/support/server/watched-server'

/** Every secret of every company; none of them reaches a real company. */
const secrets = Object.fromEntries(
  providers.flatMap((name) => {
    const { secret_key, webhook_secret, test_keys } = paymentSettings[name]
    return [webhook_secret, secret_key].map((variable) => [variable, `${test_keys}${variable}`])
  }),
)

const { db, url } = await testDatabase()
const watched = await aWatchedServer(url, {
  ...secrets,
})
const { fire, complaints } = aLoopProbe(watched)

const fullBody = 256 * 1024
const room = fullBody - 200
const filled = (text: string) => text.repeat(Math.floor(room / text.length))
const deep = Math.floor(room / 6)

/** Bodies by their shape: not JSON, a long text in each field that is read, and JSON that consists of brackets. */
const bodies: Record<string, string> = {
  ...Object.fromEntries(Object.entries(slowPayloads).map(([name, make]) => [name, make(room)])),
  ...Object.fromEntries(
    Object.entries(slowPayloads).flatMap(([name, make]) =>
      ['event', 'reference', 'tx_ref', 'other'].map((field) => [
        `${field}: ${name}`,
        withField(field, make(name === 'line breaks' ? room / 2 : room - 100)),
      ]),
    ),
  ),
  'lists in lists': '['.repeat(room / 2) + ']'.repeat(room / 2),
  'objects in objects': `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
  'a reference of objects in objects': `{"event":"charge.success","data":{"reference":${'{"a":'.repeat(deep - 20)}1${'}'.repeat(deep - 20)}}}`,
  'lists that never end': '['.repeat(room),
  'one name again and again': `{${filled('"a":1,')}"a":1}`,
  'many names': `{${Array.from({ length: 20_000 }, (_, at) => `"n${at}":1`).join(',')}}`,
  'one long number': '9'.repeat(room),
  'a long broken number': `{"event":"charge.success","data":{"id":${'9'.repeat(room - 100)}e}}`,
}

function withField(field: string, text: string): string {
  const data = { reference: 'x', tx_ref: 'x', [field]: text }
  return JSON.stringify({ event: field === 'event' ? text : 'charge.success', data })
}

test.each(providers)(
  'nothing that is sent in the name of %s keeps the loop for 100 ms, signed or not',
  async (name) => {
    const sign = (body: string) => ({
      [paymentSettings[name].signed_in]: standIns[name].sign(
        secrets[paymentSettings[name].webhook_secret] ?? '',
        body,
      ),
    })
    const plain = { 'content-type': 'application/json' }
    const { method } = takeWebhook
    const address = `/api${takeWebhook.path.replace('{p}', product.slug).replace('{provider}', name)}`
    const shots = Object.entries(bodies).flatMap(([bait, body]): Probe[] => [
      { name: bait, method, path: address, body, headers: { ...plain, ...sign(body) } },
      { name: `${bait}, unsigned`, method, path: address, body, headers: plain },
    ])
    expect(await complaints(shots)).toEqual([])
    const body = withField('reference', 'combining marks are not here')
    const asRead = { name, method, path: address, body, headers: { ...plain, ...sign(body) } }
    expect([await fire(asRead), await fire({ ...asRead, headers: plain })]).toEqual([200, 401])
  },
  120_000,
)

test('what was signed was read and kept, a reference of half characters too', async () => {
  const { rows } = await sql<{
    provider: string
    kinds: string[]
    longest: number
    strange: string
  }>`
    select provider, array_agg(distinct kind order by kind) as kinds, max(length(payment_reference)) as longest,
      max(payment_reference) filter (where payment_reference like '�%') as strange
    from webhook_event group by provider order by provider`.execute(db)
  const kept = {
    kinds: ['charge.success', 'unreadable'],
    longest: 100,
    strange: '�'.repeat(100),
  }
  expect(rows).toEqual(providers.toSorted().map((provider) => ({ provider, ...kept })))
})
