import type { Page } from '@playwright/test'
import { cacheNames } from '#contract/storage'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import { waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

/** Empties the caches of the browser and of the worker, and makes the worker download the lists again. */
async function downloadLists(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
  await page.evaluate(async (lists) => {
    await caches.delete(lists)
    const { active } = await navigator.serviceWorker.ready
    const { port1, port2 } = new MessageChannel()
    const answered = new Promise((resolve) => (port1.onmessage = resolve))
    active?.postMessage({ type: 'WARM' }, [port2])
    await answered
  }, cacheNames.lookups)
}

const isCall = ({ path }: { path: string }) => path.startsWith('/api/')

for (const who of ['a guest', 'a person who is logged in'] as const)
  test(`the worker's own list fetches have the JSON content headers: ${who}`, async ({ phone }) => {
    const { page, network } = phone
    const login = who === 'a guest' ? undefined : await logInNewPerson(page)
    const bearer = login && `Bearer ${login.session.token}`
    await page.goto('/about')
    await waitUntilInstalled(page)
    await downloadLists(page)
    const before = network.requests.length
    await downloadLists(page)
    const calls = network.requests.slice(before).filter(isCall)
    expect(calls.length).toBeGreaterThan(10)
    for (const { path, headers } of calls) {
      expect([path, headers]).toEqual([
        path,
        expect.objectContaining({ accept: 'application/json', 'content-type': 'application/json' }),
      ])
      expect([path, headers.authorization]).toEqual([path, bearer])
    }
    // The same is true of all earlier calls of the page and the worker.
    for (const { path, headers } of network.requests.filter(isCall))
      expect([path, headers['content-type']]).toEqual([path, 'application/json'])
  })
