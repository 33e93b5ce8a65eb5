import { buyTwoSeats } from '#tests/e2e/fixtures/purchases'
import { ada, dayAhead, searchFor, waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { setPhoneClock } from '#tests/e2e/fixtures/phone-clock'
import { expect, test } from '#tests/e2e/fixtures/world'

test('the app can be installed: manifest, icons, screenshots, a service worker in control', async ({
  phone,
}) => {
  const { page, context } = phone
  await page.goto('/')
  await waitUntilInstalled(page)
  const session = await context.newCDPSession(page)
  const { data = '{}', errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const manifest = JSON.parse(data) as Record<'icons' | 'screenshots', Picture[] | undefined>
  const pictures = [...(manifest.icons ?? []), ...(manifest.screenshots ?? [])]
  expect(pictures.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src, sizes, type } of pictures) {
    const size = await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect({ src, size, type }).toEqual({ src, size: sizes, type: 'image/png' })
  }
})

interface Picture {
  src: string
  sizes: string
  type: string
  purpose?: string
}

test('a search and a ticket of yesterday open without a network and say how old they are', async ({
  phone,
}) => {
  const day = dayAhead(16)
  await searchFor(phone.page, { day })
  await expect(phone.page.getByRole('list', { name: 'Trips' })).toBeVisible()
  const results = phone.page.url()
  const reference = await buyTwoSeats(phone.page, { people: [ada], day })
  await waitUntilInstalled(phone.page)

  const page = await phone.reopen({ cut: true })
  // Advance the clock: data from the last minute is not fetched again, and a silent network alone does not show that
  // there is none.
  await setPhoneClock(page, Date.now() + 20 * 3_600_000)
  await page.goto('/')
  await expect(page.getByRole('link', { name: /Your next trip/ })).toBeVisible()
  await page.getByRole('link', { name: /Your next trip/ }).click()
  await expect(page.getByRole('img', { name: /^Ticket code of/ })).toBeVisible()
  await expect(page.getByText(/No network\. Saved on this phone, as of .+/)).toBeVisible()
  await page.goto(results)
  await expect(
    page.getByRole('list', { name: 'Trips' }).getByRole('listitem').first(),
  ).toBeVisible()
  await expect(page.getByText(/No network\. Saved on this phone, as of .+/)).toBeVisible()
  await page.goto('/profile/trip')
  await expect(page.getByRole('link', { name: 'Show ticket' })).toHaveAttribute(
    'href',
    `/ticket/${reference}`,
  )
})

test('when the network comes back, what was waited for appears by itself', async ({ phone }) => {
  const { page } = phone
  await page.goto('/')
  await waitUntilInstalled(page)
  await phone.cut(true)
  await page.goto(`/bookride?from=lagos&to=ibadan&date=${dayAhead(2)}`)
  await expect(page.getByText('You are offline.', { exact: true })).toBeVisible()
  await phone.cut(false)
  await expect(page.getByRole('list', { name: 'Trips' })).toBeVisible({ timeout: 30_000 })
})

test('a page that came past the service worker is looked after by it again, without a new visit', async ({
  phone,
}) => {
  const { page, context } = phone
  await page.goto('/phone')
  await waitUntilInstalled(page)
  const session = await context.newCDPSession(page)
  await session.send('Page.reload', { ignoreCache: true })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const isServed = () => page.evaluate(() => navigator.serviceWorker.controller?.state)
  await expect.poll(isServed).toBe('activated')
})
