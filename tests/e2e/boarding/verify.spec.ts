import type { APIRequestContext, Page } from '@playwright/test'
import { build } from 'vite'
import type { Manifest } from '#contract/boarding/model'
import type { Ticket } from '#contract/tickets/model'
import { makeDemoOperatorKey } from '#server/db/demo-marks'
import { signTicket } from '#server/rooms/tickets'
import { callApi, buySeatByCall, type Purchase } from '#tests/e2e/fixtures/purchases'
import { showToCamera, cameraBrowser } from '#tests/e2e/fixtures/camera'
import { letTripLeaveSoon } from '#tests/e2e/fixtures/database'
import { chooseListedDay, dayAhead } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'
import { readStoredRows } from '#tests/support/browser/stored-rows'
import { aTicketKey } from '#tests/support/makers/tickets'

test.use({ launchOptions: cameraBrowser })

/** A day on which no other test has travellers: only those boarded here are aboard. */
const day = dayAhead(23)

async function ticketOf(request: APIRequestContext, bought: Purchase): Promise<Ticket> {
  const { guest_token = '' } = bought.booking
  const path = `/bookings/${bought.reference}/tickets`
  const [ticket] = await callApi<Ticket[]>(request, 'GET', path, { guest_token })
  if (ticket === undefined) throw new Error('a paid seat has a ticket')
  return ticket
}

/** Buys a seat on the cheapest bus of the day, with its ticket. */
async function aRider(request: APIRequestContext, full_name: string, on = day) {
  const bought = await buySeatByCall(request, { day: on, full_name })
  const ticket = await ticketOf(request, bought)
  const { trip } = bought.booking
  return { ...bought, ticket, trip, key: makeDemoOperatorKey(trip.operator.code) }
}
type Rider = Awaited<ReturnType<typeof aRider>>

/** Enters the operator's key, saves the motor park's lists of the day, and opens boarding for the bus. */
async function standAtDoor(page: Page, { key, trip }: Rider, by: string): Promise<void> {
  await page.goto('/verify')
  await page.getByLabel('Your company’s key').fill(key.toLowerCase())
  await page.getByLabel('Your name').fill(by)
  await page.getByRole('button', { name: 'Save the key' }).click()
  await chooseListedDay(page, 'Day', trip.service_date)
  const bus = page.locator(`button[data-trip="${trip.id.split('.')[0] ?? ''}"]`)
  await page.getByLabel('Park', { exact: true }).selectOption(trip.from.park.code)
  await page.getByRole('button', { name: /^Save / }).click()
  await expect(page.getByText('list not saved yet')).toHaveCount(0)
  await bus.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('to ')
}

/** Types the content of a code as a wired scanner does. */
async function read(page: Page, text: string): Promise<void> {
  await page.getByLabel('Ticket code or booking reference').fill(text)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
}

async function seeVerdict(page: Page, word: string, reason: string | RegExp = ''): Promise<void> {
  const verdict = page.getByRole('dialog')
  await expect(verdict.getByRole('heading')).toHaveText(word)
  await expect(verdict).toContainText(reason)
  const box = await verdict.boundingBox()
  expect(box).toEqual({ x: 0, y: 0, width: 360, height: 640 })
  await verdict.getByRole('button', { name: 'Next ticket' }).click()
  await expect(verdict).toHaveCount(0)
}

test('tickets are checked at the door without a network, and the checks are sent when it is back', async ({
  phone,
}) => {
  const { request } = phone.context
  const ada = await aRider(request, 'Adaeze Okonkwo')
  const bola = await aRider(request, 'Bola Adeyemi')
  const chidi = await aRider(request, 'Chidi Nwosu')
  const other = await aRider(request, 'Dayo Other', dayAhead(6))
  expect(new Set([ada, bola, chidi].map(({ trip }) => trip.id)).size).toBe(1)
  await callApi(request, 'POST', `/bookings/${chidi.reference}/cancellation`, {
    data: { refund_to: 'source' },
    guest_token: chidi.booking.guest_token ?? '',
  })
  showToCamera(ada.ticket.payload)
  await letTripLeaveSoon(ada.trip.id.split('.')[0] ?? '')
  await standAtDoor(phone.page, ada, 'Musa')
  const { page } = phone
  await phone.cut(true)
  await page.reload()
  await page.locator(`button[data-trip="${ada.trip.id.split('.')[0] ?? ''}"]`).click()

  await page.getByRole('button', { name: 'Use the camera' }).click()
  await expect(page.getByRole('dialog')).toContainText(`Seat ${ada.ticket.seat}`)
  await seeVerdict(page, 'Valid', 'Adaeze Okonkwo')
  await page.getByRole('button', { name: 'Another bus' }).click()
  await page.locator(`button[data-trip="${ada.trip.id.split('.')[0] ?? ''}"]`).click()
  await page.getByRole('button', { name: 'Use the camera' }).click()
  await seeVerdict(page, 'Already used', /Boarded at .+ by Musa on this phone/)
  await page.reload()
  await page.locator(`button[data-trip="${ada.trip.id.split('.')[0] ?? ''}"]`).click()

  await read(page, bola.ticket.code.toLowerCase())
  await seeVerdict(page, 'Valid', 'Bola Adeyemi')
  await read(page, ada.ticket.payload)
  await seeVerdict(page, 'Already used')
  await read(page, other.ticket.payload)
  await seeVerdict(page, 'Wrong bus', `seat ${other.ticket.seat}`)
  await read(page, chidi.ticket.payload)
  await seeVerdict(page, 'Cancelled', 'refunded')
  const at = ada.ticket.payload.length - 9
  const wrong = ada.ticket.payload[at] === 'A' ? 'B' : 'A'
  await read(page, ada.ticket.payload.slice(0, at) + wrong + ada.ticket.payload.slice(at + 1))
  await seeVerdict(page, 'Forged', 'Do not let in')
  const stranger = aTicketKey(0)
  const [trip_id = ''] = ada.trip.id.split('.')
  const claims = { kid: 0, ticket_id: Buffer.alloc(8, 7), trip_id, name: 'A OKONKWO', issue: 1 }
  const legs = { departs_at: new Date(ada.trip.departs_at), seat: 3, leg_from: 0, leg_to: 1 }
  await read(page, signTicket({ ...claims, ...legs }, [stranger]))
  await seeVerdict(page, 'Forged')

  await expect(page.getByText('6 checks wait to be sent.')).toBeVisible()
  await page.getByText(/^Passengers: 2 of /).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Adaeze Okonkwo' })).toContainText('✓')

  await phone.cut(false)
  await expect(page.getByText(/wait to be sent/)).toHaveCount(0, { timeout: 45_000 })
  const seats = await manifestOf(request, ada)
  for (const { ticket } of [ada, bola])
    expect(seats.find(({ code }) => code === ticket.code)).toMatchObject({
      status: 'used',
      boardings: [{ by: 'Musa' }],
    })
})

async function manifestOf(request: APIRequestContext, { trip, key }: Rider) {
  const path = `/trips/${trip.id.split('.')[0] ?? ''}/manifest`
  return (await callApi<Manifest>(request, 'GET', path, { token: key })).seats
}

test('a ticket that two phones let in without a network is told to the second, and on the list', async ({
  phone,
  aPhone,
}) => {
  const second = await aPhone()
  const ada = await aRider(phone.context.request, 'Adaeze Twice')
  await letTripLeaveSoon(ada.trip.id.split('.')[0] ?? '')
  for (const [one, by] of [
    [phone, 'Musa'],
    [second, 'Bisi'],
  ] as const) {
    await standAtDoor(one.page, ada, by)
    await one.cut(true)
    await read(one.page, ada.ticket.payload)
    await seeVerdict(one.page, 'Valid')
    await expect(one.page.getByText('1 check waits to be sent.')).toBeVisible()
  }
  await phone.cut(false)
  await expect(phone.page.getByText(/waits to be sent/)).toHaveCount(0, { timeout: 45_000 })
  await expect(phone.page.getByText(/let in twice/)).toHaveCount(0)
  await second.cut(false)
  const warning = second.page.getByRole('list', { name: 'Check these' })
  await expect(warning).toContainText(
    /Adaeze Twice: let in twice\. Boarded at .+ by Musa on another/,
    {
      timeout: 45_000,
    },
  )
  await warning.getByRole('button', { name: 'Seen' }).click()
  await expect(warning).toHaveCount(0)
  const seat = (await manifestOf(phone.context.request, ada)).find(
    ({ code }) => code === ada.ticket.code,
  )
  expect(seat?.boardings.map(({ by }) => by)).toEqual(['Musa', 'Bisi'])
})

test('days ahead it is too early for a ticket; the key and all lists leave the phone when the key is forgotten', async ({
  phone,
}) => {
  const { page } = phone
  const ada = await aRider(phone.context.request, 'Adaeze Forgotten')
  await standAtDoor(page, ada, '')
  await read(page, ada.ticket.payload)
  await seeVerdict(page, 'Wrong time', 'Too early.')
  await letTripLeaveSoon(ada.trip.id.split('.')[0] ?? '')
  await page.getByRole('button', { name: 'Another bus' }).click()
  await page.getByRole('button', { name: /^Refresh / }).click()
  await expect(page.getByRole('button', { name: /^Refresh / })).toBeEnabled()
  await page.locator(`button[data-trip="${ada.trip.id.split('.')[0] ?? ''}"]`).click()
  await phone.cut(true)
  await read(page, ada.ticket.payload)
  await seeVerdict(page, 'Valid')
  await page.getByRole('button', { name: 'Another bus' }).click()
  await page.getByRole('button', { name: 'Forget this key' }).click()
  await expect(page.getByText('1 check was not sent yet and would be lost.')).toBeVisible()
  await page.getByRole('button', { name: 'Forget it' }).click()
  await expect(page.getByLabel('Your company’s key')).toHaveValue('')
  // Only the mark by which other tabs notice the deletion is left.
  const rows = await page.evaluate(readStoredRows, 'boarding-')
  expect(rows.map(({ key }) => key)).toEqual(['deleted'])
})

/** Bundles the boarding room's own decision code as a separate script, as Chromium runs it in the app. */
async function decisionScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: 'src/features/boarding/decide.ts', formats: ['es'], fileName: 'decide' },
    },
  })
  const [output] = [built].flat()
  if (output === undefined || !('output' in output)) throw new Error('nothing was built')
  return output.output[0].code
}

test('a ticket is decided in 5 ms', async ({ page }) => {
  const key = aTicketKey(1)
  const trip_id = '019b7656-c400-7abc-8def-001122334455'
  const tickets = Array.from({ length: 1000 }, (_, at) => {
    const ticket_id = Buffer.alloc(8)
    ticket_id.writeUInt32BE(at)
    const legs = { departs_at: new Date(), seat: 1 + (at % 59), leg_from: 0, leg_to: 3 }
    return signTicket({ kid: 1, ticket_id, trip_id, name: 'A OKONKWO', issue: 1, ...legs }, [key])
  })
  const body = await decisionScript()
  await page.route('**/decide.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
  await page.goto('/online.txt')
  const { each, verify, verdicts } = await page.evaluate(
    async ([all, known]) => {
      const { decideScannedText } = (await import(new URL('/decide.js', location.href).href)) as {
        decideScannedText: (
          text: string,
          door: object,
          known: object,
          now: number,
        ) => Promise<{ verdict: string }>
      }
      const door = { trip_id: '019b7656-c400-7abc-8def-001122334455', position: 0 }
      const verdicts: string[] = []
      const each: number[] = []
      for (const text of all) {
        const from = performance.now()
        verdicts.push(
          (await decideScannedText(text, door, { keys: [known], lists: [], scans: [] }, Date.now()))
            .verdict,
        )
        each.push(performance.now() - from)
      }
      const jwk = { kty: 'OKP', crv: 'Ed25519', x: known.public_key }
      const own = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify'])
      const from = performance.now()
      for (let turn = 0; turn < 200; turn += 1)
        await crypto.subtle.verify('Ed25519', own, new Uint8Array(64), new Uint8Array(64))
      return { each, verdicts, verify: (performance.now() - from) / 200 }
    },
    [tickets, { kid: 1, state: 'active', public_key: key.public_key }] as const,
  )
  each.sort((a, b) => a - b)
  const mean = each.reduce((sum, ms) => sum + ms, 0) / each.length
  console.log(
    `a ticket: ${mean.toFixed(2)} ms on average, ${each[990]?.toFixed(2)} ms for the slowest in a hundred; the signature alone ${verify.toFixed(2)} ms`,
  )
  expect(new Set(verdicts)).toEqual(new Set(['valid']))
  // Check a ratio, since a busy machine slows down both times. The log has the time to compare with the goal of 5 ms.
  expect(mean / verify).toBeLessThan(8)
})
