import type { Page } from '@playwright/test'
import { makeLongTag } from '#tests/e2e/fixtures/long'
import { allowFaults } from '#tests/e2e/fixtures/faults'
import { waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { waitUntilComplete } from '#tests/e2e/fixtures/storage'
import { expect, test } from '#tests/e2e/fixtures/world'

const fuelFiles = /^\/assets\/fuel[\w.-]*\.(js|css)$/

for (const lie of ['empty', 'plain', 'portal'] as const)
  test(`a chunk that came false (${lie}) is not kept, and its screen opens once the network is true${makeLongTag(lie === 'portal')}`, async ({
    phone,
    faults,
  }) => {
    const { page, network } = phone
    await page.goto('/')
    await waitUntilInstalled(page)
    await forgetChunks(page)
    network.lie(lie, fuelFiles)
    await page.goto('/fuel-price')
    await expect(page.getByText('Not on this phone yet')).toBeVisible()
    expect(network.lied()).toBeGreaterThan(0)
    network.lie(undefined)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('region', { name: /^Petrol in/ })).toBeVisible()
    const opened = await phone.reopen({ cut: true })
    await opened.goto('/fuel-price')
    await expect(opened.getByRole('region', { name: /^Petrol in/ })).toBeVisible()
    allowFaults(faults, /net::ERR_|Failed to (fetch|load)|MIME|dynamically imported/)
  })

/** Deletes every screen from the phone, and the browser's own copies of them. */
async function forgetChunks(page: Page): Promise<void> {
  await page.evaluate(async () => {
    localStorage.setItem('small-app', 'true')
    await caches.delete('chunks-v1')
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

test('the app says that it is whole only once each of its files is there', async ({
  phone: { page, network },
  faults,
}) => {
  await page.goto('/')
  await waitUntilInstalled(page)
  await forgetChunks(page)
  network.lie('missing', fuelFiles)
  expect(await page.evaluate(prefetchAll)).toBe(false)
  network.lie(undefined)
  expect(await page.evaluate(prefetchAll)).toBe(true)
  allowFaults(faults, /404/)
})

/** Asks the service worker for every file of the app; resolves to its answer. Runs in the page. */
const prefetchAll = () =>
  new Promise<unknown>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data)
    navigator.serviceWorker.controller?.postMessage({ type: 'WARM' }, [port2])
  })

test.describe('on a phone with the app', () => {
  test.use({ installed: true })

  for (const wrong of ['null', '', '<h1>'])
    test(`files that were kept as ${JSON.stringify(wrong)} are dropped and come again${makeLongTag(wrong === 'null')}`, async ({
      phone: { page },
    }) => {
      await page.goto('/fuel-price')
      await waitUntilComplete(page)
      await page.goto('/online.txt')
      await page.evaluate(overwriteFiles, wrong)
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Search buses' })).toBeVisible()
      await page.goto('/fuel-price')
      await expect(page.getByRole('region', { name: /^Petrol in/ })).toBeVisible()
      await page.goto('/phone')
      await expect(page.getByText('Fuel', { exact: false }).first()).toBeVisible()
    })
})

/** Replaces the body of every file of the app that the service worker has. Runs in the page. */
async function overwriteFiles(wrong: string): Promise<void> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const headers = (await cache.match(request))?.headers ?? new Headers()
      const type = headers.get('content-type') ?? 'text/plain'
      await cache.put(request, new Response(wrong, { headers: { 'content-type': type } }))
    }
  }
}
