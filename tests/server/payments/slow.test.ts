import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { startPayment } from '#contract/payments/endpoints'
import { testDatabase } from '#tests/support/database/test-database'
import { aHeldBooking, aTripToPayFor } from '#tests/support/worlds/payments'
import { aConfig, aServer } from '#tests/support/server/test-server'

/** A Paystack that answers slowly to a new reference, more slowly each time. */
const seen: string[] = []
const slow = createServer((request, response) => void initialise(request, response))
async function initialise(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = ''
  for await (const part of request) text += String(part)
  const { reference } = JSON.parse(text) as { reference: string }
  const isKnown = seen.includes(reference)
  if (!isKnown) await sleep(300 * seen.push(reference))
  const data = { reference, authorization_url: `http://pay.example/${reference}` }
  response.writeHead(isKnown ? 400 : 200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({ status: !isKnown, message: isKnown ? 'Duplicate Reference' : 'ok', data }),
  )
}
await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
const base_url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`

const { db } = await testDatabase()
const server = await aServer(db, { config: { paystack: { ...aConfig().paystack, base_url } } })
afterAll(async () => {
  await server.close()
  slow.close()
})

test('an impatient phone that asks again while the first try is under way gets a link, never an empty answer', async () => {
  const held = await aHeldBooking(db, await aTripToPayFor(db), [1])
  const key = crypto.randomUUID()
  const ask = () =>
    server.call(
      startPayment,
      { purpose: 'booking', reference: held.reference, provider: 'paystack', channel: 'card' },
      { as: { guest_token: held.guest_token }, key },
    )
  const first = ask()
  await vi.waitFor(() => expect(seen.length).toBe(1))
  const [one, two] = await Promise.all([first, ask()])
  expect([one.status, two.status]).toEqual([200, 200])
  expect(one.text).toBe(two.text)
  expect(one.data.authorization_url).toBe(`http://pay.example/${one.data.reference}`)
  expect((await ask()).text).toBe(one.text)
})
