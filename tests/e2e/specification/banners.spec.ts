import type { Page } from '@playwright/test'
import type { Banner } from '#contract/notifications/model'
import {
  fulfilCall,
  api,
  expect,
  runClockUntil,
  waitUntilSettled,
  stopClock,
  test,
} from '#tests/e2e/fixtures/visit'

const address = api('/v1/{product}/banners')
const strip = (page: Page) => page.getByRole('region', { name: 'Notices' })

const three: Banner[] = ['First', 'Second', 'Third'].map((content, index) => ({
  id: index + 1,
  content: `${content} banner`,
  url: index === 2 ? 'https://company.waka.example/news' : '/blog',
  url_text: `Read the ${content.toLowerCase()}`,
}))

/** Makes the server answer with these banners; returns a function that counts the requests for them. */
async function serveBanners(page: Page, banners = three): Promise<() => number> {
  let asked = 0
  await page.route(address, (route) => {
    asked += 1
    return fulfilCall(route, 200, { data: banners })
  })
  return () => asked
}

test('GET banners: data has content, url, url_text, id', async ({ page }) => {
  const [response] = await Promise.all([page.waitForResponse(address), page.goto('/about')])
  expect(response.request().method()).toBe('GET')
  const { data } = (await response.json()) as { data: Banner[] }
  expect(data.length).toBeGreaterThan(1)
  for (const banner of data)
    expect(banner).toEqual({
      id: expect.any(Number),
      content: expect.any(String),
      url: expect.any(String),
      url_text: expect.any(String),
    })
  const [{ content, url, url_text } = { content: '', url: null, url_text: null }] = data
  await expect(strip(page)).toContainText(content)
  await expect(strip(page).getByRole('link', { name: url_text ?? '' })).toHaveAttribute(
    'href',
    url ?? '',
  )
})

test('the shown banner advances every 5 seconds and wraps around', async ({ page }) => {
  await serveBanners(page)
  await stopClock(page)
  await page.goto('/about')
  const shown = (which: string) => strip(page).getByText(`${which} banner`).isVisible()
  await runClockUntil(page, () => shown('First'))
  for (const [which, next] of [
    ['First', 'Second'],
    ['Second', 'Third'],
    ['Third', 'First'],
    ['First', 'Second'],
  ] as const) {
    await page.clock.runFor(4900)
    expect(await shown(which)).toBe(true)
    await page.clock.runFor(100)
    await expect(strip(page)).toContainText(`${next} banner`)
  }
})

test('banner refetch interval: 300000 ms', async ({ page }) => {
  const asked = await serveBanners(page)
  await stopClock(page)
  await page.goto('/about')
  await runClockUntil(page, async () => asked() === 1)
  await runClockUntil(page, () => strip(page).getByText('First banner').isVisible())
  for (const times of [2, 3]) {
    await page.clock.fastForward(299_000)
    await waitUntilSettled(page)
    expect(asked()).toBe(times - 1)
    // Start to wait before the clock jumps: afterwards the answer may already have arrived.
    const answered = page.waitForResponse(address)
    await page.clock.fastForward(1000)
    await (await answered).finished()
    await waitUntilSettled(page)
    expect(asked()).toBe(times)
  }
})

test('banner stale time: 300000 ms', async ({ page }) => {
  const asked = await serveBanners(page)
  await page.clock.install()
  await page.goto('/about')
  await expect(strip(page)).toContainText('First banner')
  expect(asked()).toBe(1)

  // A script that is still loading when the clock jumps would count as one that never came.
  await waitUntilSettled(page)
  await page.clock.fastForward(200_000)
  await page.reload()
  await expect(strip(page)).toContainText(/First banner|Second banner|Third banner/)
  expect(asked()).toBe(1)

  await waitUntilSettled(page)
  await page.clock.fastForward(100_000)
  await page.reload()
  await expect.poll(asked).toBe(2)
})
