import type { Page } from '@playwright/test'
import { makeLongTag } from '#tests/e2e/fixtures/long'
import {
  openBoughtTicket,
  buySeatByCall,
  storeProof,
  expectTicket,
} from '#tests/e2e/fixtures/purchases'
import { waitUntilControlled } from '#tests/e2e/fixtures/installation'
import { waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { waitUntilComplete } from '#tests/e2e/fixtures/storage'
import { expect, test } from '#tests/e2e/fixtures/world'

const parts = (page: Page) => page.getByRole('list', { name: 'Parts of the app' })
const part = (page: Page, name: string) =>
  parts(page)
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`[✓✗] ${name}`) })

/** Waits until the worker is in control, with nothing prefetched. */
async function openSmall(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('small-app', 'true'))
  await page.goto('/phone')
  await waitUntilControlled(page)
  await page.reload()
}

/** Limits the disk space for our origin, as the browser's own settings would. */
async function limitDisk(page: Page, quotaSize: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const origin = new URL(process.env['E2E_URL'] ?? '').origin
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize })
}

test('13: after a partial install the page says what opens without a network, and fetches the rest when asked', async ({
  phone,
}) => {
  const { page } = phone
  await openSmall(page)
  await expect(part(page, 'Tickets')).toContainText('✓')
  await expect(part(page, 'Booking and paying')).toContainText('✗')
  await page.getByRole('button', { name: /^Save Booking and paying \(\d+ kB\)$/ }).click()
  await expect(part(page, 'Booking and paying')).toContainText('✓', { timeout: 20_000 })
  await expect(part(page, 'Reviews and fuel prices')).toContainText('✗')

  await phone.cut(true)
  await page.goto('/bookride/passenger-details?booking=00000000000')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Not on this phone yet')).toBeHidden()
  await page.goto('/fuel-price')
  await expect(page.getByText('Not on this phone yet')).toBeVisible({ timeout: 20_000 })

  await phone.cut(false)
  await page.goto('/phone')
  await page
    .getByRole('button', { name: /^Save the whole app \(about \d+ kB, .*₦\d\.\d\d\)$/ })
    .click()
  await expect(page.getByText('The whole app opens without a network.')).toBeVisible({
    timeout: 30_000,
  })
  await phone.cut(true)
  await page.reload()
  await expect(page.getByText('The whole app opens without a network.')).toBeVisible()
})

test('14: freeing space tells what went, and never takes a ticket', async ({ phone }) => {
  const { page } = phone
  const { reference } = await openBoughtTicket(page)
  await waitUntilInstalled(page)
  await page.goto('/phone')
  await page.getByRole('button', { name: 'Free space' }).click()
  await expect(page.getByText(/^Freed [\d.]+ [kM]B\. Your tickets are still here\.$/)).toBeVisible()
  await expect(part(page, 'Booking and paying')).toContainText('✗')
  const again = await phone.reopen({ cut: true })
  await again.goto(`/ticket/${reference}`)
  await expectTicket(again)
})

test('14: a full phone keeps the page working, says so, and keeps its tickets', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    serviceWorkers: 'allow',
  })
  const page = await context.newPage()
  await page.goto('/online.txt')
  await limitDisk(page, 200_000)
  await page.goto('/')
  await expect(
    page.getByText('Not enough space to save the app. Tickets are still saved.'),
  ).toBeVisible({ timeout: 20_000 })
  await openTicket(page)
  await page.reload()
  await expectTicket(page)
  await context.close()
})

for (const [how, script] of [
  [
    'never answers',
    () => (IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest),
  ],
  [
    'throws',
    () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Internal error opening backing store', 'UnknownError')
      }
    },
  ],
  ['is refused', () => Object.defineProperty(globalThis, 'indexedDB', { get: () => undefined })],
] as const)
  test(`a database that ${how}: tickets and forms are kept elsewhere, and one calm line says it${makeLongTag(how === 'throws')}`, async ({
    phone,
  }) => {
    const { page } = phone
    await page.addInitScript(script)
    await page.goto('/')
    const line = page
      .getByRole('status')
      .filter({ hasText: 'Saving does not work on this phone now.' })
    await expect(line).toBeVisible({ timeout: 20_000 })
    await line.getByRole('button', { name: 'Close' }).click()
    await expect(line).toBeHidden()
    await openTicket(page)
    await waitUntilInstalled(page)
    await phone.cut(true)
    await page.reload()
    await expectTicket(page)
  })

test('25: where no service worker is let in, as in some private windows, the page says what that means', async ({
  phone,
}) => {
  const { page } = phone
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  await page.goto('/phone')
  await expect(page.getByText('The app is not saved on this phone')).toBeVisible()
})

test('25: where storage is refused, it says that nothing is kept', async ({ phone, faults }) => {
  const { page } = phone
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    Object.assign(Storage.prototype, { setItem: refuse, getItem: refuse })
  })
  await page.goto('/phone')
  await expect(page.getByText('This browser saves nothing')).toBeVisible()
  expect(faults).toEqual([])
})

test('23: on data saver an idle minute costs no byte, and seats are refreshed by hand', async ({
  phone,
}) => {
  const { page } = phone
  await page.clock.install()
  await page.goto('/phone')
  // Waits for downloads that began before data saver was turned on.
  await waitUntilComplete(page)
  await page.getByRole('checkbox', { name: /^Data saver on this phone/ }).check()
  await page.goto('/ride-board/motor-park/lagos-jibowu')
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
  // The page is printed: on a busy machine the network is quiet before its script has asked for anything.
  await expect(page.getByRole('button', { name: /^Next notice/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.context().on('request', (request) => asked.push(request.url()))
  await page.clock.runFor(11 * 60_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.clock.runFor(60_000)
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
})

/** Checks that a paid ticket opens here, and that its small copy is on the phone, whatever else is stored. */
async function openTicket(page: Page): Promise<void> {
  const bought = await buySeatByCall(page.context().request)
  await storeProof(page, bought)
  await page.goto(`/ticket/${bought.reference}`)
  await expectTicket(page)
  const small = () => page.evaluate(() => localStorage.getItem('next-trips'))
  await expect.poll(small).toContain(bought.reference)
}
