import { cacheNames } from '#contract/storage'
import { lookupPaths } from '#contract/lookups/paths'
import { waitUntilComplete } from '#tests/e2e/fixtures/storage'
import { expect, test } from '#tests/e2e/fixtures/world'

/** Returns how many public lists the service worker has stored. Runs in the page. */
const countLists = async (name: string) => (await (await caches.open(name)).keys()).length

for (const start of ['/', '/fuel-price', '/track-parcel'])
  test(`29: a first visit to ${start} downloads no list, page or file twice`, async ({
    phone: { page, network },
  }) => {
    await page.goto(start)
    await waitUntilComplete(page)
    const counted = () => page.evaluate(countLists, cacheNames.lookups)
    await expect.poll(counted, { timeout: 60_000 }).toBe(lookupPaths.length)
    const isRefreshed = () => page.evaluate(() => localStorage.getItem('lists-refreshed-at'))
    await expect.poll(isRefreshed, { timeout: 60_000 }).not.toBeNull()
    await page.goto('/online.txt')
    // A request with the ETag of what the browser has costs no second download.
    const downloads = network.requests
      .filter(({ method, headers }) => method === 'GET' && headers['if-none-match'] === undefined)
      .map(({ path }) => (path === '/index.html' ? '/' : path))
      .filter((path) => path !== '/online.txt')
    const again = downloads.filter((path, at) => downloads.indexOf(path) !== at)
    console.log(
      `a first visit to ${start}: ${downloads.length} downloads, twice: ${again.join(' ')}`,
    )
    expect(again).toEqual([])
  })
