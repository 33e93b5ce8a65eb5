import type { Page } from '@playwright/test'
import { formatNaira } from '#contract/money'
import { formatParkPlace } from '#contract/trips/rules'
import type { Ticket } from '#contract/tickets/model'
import { openBoughtTicket, callApi, expectTicket } from '#tests/e2e/fixtures/purchases'
import { watchIdle } from '#tests/e2e/fixtures/calls'
import { verifyTicket, scanQr, fetchTicketKeys } from '#tests/e2e/fixtures/qr'
import { waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { clearStorage } from '#tests/e2e/fixtures/storage'
import { expect, test } from '#tests/e2e/fixtures/world'

test.use({ installed: true })

const code = (page: Page) => page.getByRole('img', { name: /^Ticket code of/ }).first()

test('2: the code on the screen can be read at 360×640 and at half the size, white also in the dark', async ({
  page,
  request,
}) => {
  await openBoughtTicket(page)
  const keys = await fetchTicketKeys(request)
  for (const [colorScheme, width] of [
    ['light', 360],
    ['dark', 360],
    ['dark', 180],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 640 })
    const size = (await code(page).boundingBox())?.width
    if (width === 360) expect(size).toBeGreaterThanOrEqual(240)
    const { text, modules } = await scanQr(code(page))
    expect(verifyTicket(text, keys).name).toBe('A OKONKWO')
    expect(modules).toBeLessThanOrEqual(49)
    expect(await code(page).evaluate((svg) => getComputedStyle(svg).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    )
  }
})

test('2: the screen stays lit on the ticket and may go dark after it; a phone without a wake lock shows it all the same', async ({
  phone,
}) => {
  await phone.context.addInitScript(() => {
    const said: string[] = []
    Object.assign(globalThis, { said })
    if (sessionStorage.getItem('no lock') !== null) {
      Reflect.deleteProperty(Navigator.prototype, 'wakeLock')
      return
    }
    const release = () => {
      said.push('released')
      return Promise.resolve()
    }
    const request = (kind: string) => {
      said.push(kind)
      return Promise.resolve({ release })
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
  })
  const { page } = phone
  const said = () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said)
  const { reference } = await openBoughtTicket(page)
  expect(await said()).toContain('screen')
  await page.getByRole('link', { name: 'My trips' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My trips')
  const locks = await said()
  expect(locks.filter((word) => word === 'released')).toHaveLength(
    locks.filter((word) => word === 'screen').length,
  )
  await page.evaluate(() => sessionStorage.setItem('no lock', '1'))
  await page.goto(`/ticket/${reference}`)
  await expectTicket(page)
  expect(await page.evaluate(() => 'wakeLock' in navigator)).toBe(false)
})

test('18, 20, 28: without a network the ticket tells the park, calls it, finds it on the map and can be shared', async ({
  phone,
}) => {
  const { reference, booking } = await openBoughtTicket(phone.page)
  await phone.page.goto(`/profile/trip?booking=${reference}`)
  await expect(phone.page.getByRole('region', { name: 'The booking' })).toBeVisible()
  await waitUntilInstalled(phone.page)
  const page = await phone.reopen({ cut: true })
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: (what: ShareData) => {
        document.documentElement.dataset['shared'] = what.text
        return Promise.resolve()
      },
    })
  })
  const asks: string[] = []
  page.on('request', (request) => asks.push(request.url()))
  const atRest = watchIdle(page)
  await page.goto(`/ticket/${reference}`)
  await expectTicket(page)
  const { city, phone: voice, latitude, longitude } = booking.from_park
  const place = formatParkPlace({ ...booking.from_park, city: city.name })
  await expect(page.getByText(place)).toBeVisible()
  await expect(page.locator(`a[href="tel:${voice ?? ''}"]`)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Map of / })).toHaveAttribute(
    'href',
    new RegExp(`^geo:${latitude ?? ''},${longitude ?? ''}`),
  )
  await atRest()
  const asked = asks.length
  await page.getByRole('button', { name: 'Share' }).click()
  const shared = () => page.evaluate(() => document.documentElement.dataset['shared'] ?? '')
  await expect.poll(shared).toContain(reference)
  // The app's own files do not count, since they come from this phone.
  const elsewhere = asks.slice(asked).filter((url) => !/\/(?:online\.txt$|assets\/)/.test(url))
  expect(elsewhere).toEqual([])
  const sms = await page.getByRole('link', { name: 'SMS', exact: true }).getAttribute('href')
  expect(decodeURIComponent(sms ?? '')).toContain(reference)

  await page.goto(`/profile/trip?booking=${reference}`)
  const paper = page.getByRole('region', { name: 'The booking' })
  await expect(paper).toContainText(formatNaira(booking.fare.total_kobo))
  for (const line of booking.fare.lines) await expect(paper).toContainText(line.label)
  await expect(paper).toContainText('Adaeze Okonkwo')

  await clearStorage(page, 'indexeddb')
  await page.goto(`/ticket/${reference}`)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect.poll(shared).toContain(reference)
})

test('15: the link of a ticket shows the server’s page, and the ticket itself where it is saved on the phone', async ({
  aPhone,
  phone,
  request,
}) => {
  const { reference, booking } = await openBoughtTicket(phone.page)
  const { guest_token = '' } = booking
  const path = `/bookings/${reference}/tickets`
  const [ticket] = await callApi<Ticket[]>(request, 'GET', path, { guest_token })
  const link = `/t/${ticket?.code}`
  await waitUntilInstalled(phone.page)
  const { page: other } = await aPhone()
  await other.goto('/')
  await waitUntilInstalled(other)
  await other.goto(link)
  await expect(other.getByText('Show this code when you board.')).toBeVisible()
  const unknown = await other.goto('/t/NOSUCHCODE1')
  expect(unknown?.status()).toBe(404)
  for (const cut of [false, true]) {
    const page = await phone.reopen({ cut })
    await page.goto(link)
    await expect(page).toHaveURL(`/ticket/${reference}`)
    await expectTicket(page)
  }
})
