import { formatNaira } from '#contract/money'
import { watchShifts } from '#tests/e2e/fixtures/layout'
import { aRandomText, logInNewPerson } from '#tests/e2e/fixtures/people'
import { expect, test } from '#tests/e2e/fixtures/world'
import type { Page } from '@playwright/test'

/** The structured data of a page for search engines. */
async function structured(page: Page): Promise<Record<string, unknown>[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return texts.map((text) => JSON.parse(text) as Record<string, unknown>)
}

test('a traveller finds an operator, looks at it and books from there', async ({ page }) => {
  await page.goto('/brands')
  // The prerendered page is visible before it is hydrated.
  await expect(page.getByRole('button', { name: 'Premium support' })).toBeVisible()
  await page.getByText('Filter and sort').click()
  await page.getByLabel('On board').selectOption('wifi')
  await expect(page).toHaveURL('/brands?amenity=wifi')
  await page.getByRole('link', { name: 'Iroko Transit' }).click()
  await expect(page).toHaveURL('/brands/iroko-transit')
  await expect(page.getByRole('heading', { name: 'Iroko Transit' })).toBeVisible()
  await page.getByRole('link', { name: 'Book a seat' }).click()
  const road = page.getByRole('region', { name: 'Routes', exact: true }).getByRole('link').first()
  await road.click()
  await page.getByRole('link', { name: /^See (?:buses of Iroko Transit|all buses)$/ }).click()
  await expect(page).toHaveURL(/\/bookride\?from=/)
  const trips = page.getByRole('list', { name: 'Trips' }).getByRole('listitem')
  await trips.first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/bookride\/details\?trip=/)
})

test('a traveller writes to a guest house, and is told who answers', async ({ page }) => {
  await logInNewPerson(page)
  await page.goto('/businesses?category=guest-house')
  const first = page.getByRole('main').getByRole('listitem').getByRole('link').first()
  const name = await first.innerText()
  await first.click()
  await page.getByRole('button', { name: 'Message them' }).click()
  await expect(page).toHaveURL(/\/support\?conversation_id=/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByText(`We ask ${name} and write their answer here.`)).toBeVisible()
  await page.getByLabel('Your message').fill('Have you a room for two tonight?')
  await page.getByRole('button', { name: 'Send' }).click()
  const said = page.getByRole('log', { name: 'Messages' }).getByRole('listitem')
  await expect(said.filter({ hasText: `We ask ${name}` })).toBeVisible()
  await page.goto('/profile/messages')
  await expect(page.getByRole('link').filter({ hasText: name })).toBeVisible()
})

test('a traveller reviews a guest house, and the review stands on its page', async ({ page }) => {
  await logInNewPerson(page)
  await page.goto('/businesses?category=guest-house')
  const second = page.getByRole('main').getByRole('listitem').getByRole('link').nth(1)
  const name = await second.innerText()
  await second.click()
  await page.getByRole('link', { name: 'Write a review' }).click()
  await expect(page.getByText(`About ${name}.`)).toBeVisible()
  await page.getByRole('radio', { name: /4/ }).check({ force: true })
  const words = `Clean rooms and honest people, ${aRandomText()}.`
  await page.getByLabel('What should others know?').fill(words)
  await page.getByRole('button', { name: 'Send the review' }).click()
  await expect(page.getByText('Thank you. This helps other travellers.')).toBeVisible()
  await page.getByRole('link', { name: 'See the reviews' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  const mine = page.getByRole('listitem').filter({ hasText: words })
  await expect(mine).toContainText('Not verified: does not count towards the stars')
})

test('a road, an operator, a business, a park and an article open without script and say what they are', async ({
  aPhone,
}) => {
  const { page } = await aPhone({ javaScriptEnabled: false })
  const kinds: [path: string, heading: RegExp, type: string][] = [
    ['/bookride/lagos-to-abuja', /^Lagos → Abuja by bus$/, 'BusTrip'],
    ['/brands/iroko-transit', /Iroko Transit/, 'Organization'],
    ['/ride-board/motor-park/lagos-jibowu', /Jibowu/, 'BusStation'],
    ['/parks', /^Motor parks$/, 'BusStation'],
    ['/routes', /^Bus routes$/, 'ItemList'],
    ['/blog/how-refunds-work', /refunds/i, 'BlogPosting'],
    ['/community', /^Our community$/, 'ItemList'],
  ]
  for (const [path, heading, type] of kinds) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    const canonical = page.locator('link[rel=canonical]')
    await expect(canonical).toHaveAttribute('href', new RegExp(`${path}$`))
    const types = (await structured(page)).map((one) => one['@type'])
    expect(types, path).toEqual(expect.arrayContaining([type, 'BreadcrumbList']))
    const sent = await page.request.get(path, { headers: { accept: 'text/html' } })
    const wire = Number(sent.headers()['content-length'])
    expect(wire, `${path} on the wire`).toBeLessThanOrEqual(22_000)
  }
  await page.goto('/businesses')
  await page.getByRole('list', { name: 'Businesses' }).getByRole('link').first().click()
  await expect(page.getByRole('link', { name: /^Call 0700/ })).toBeVisible()
  await page.goto('/bookride/lagos-to-abuja')
  await expect(page.getByText(/^Times and fares of \d/)).toBeVisible()
  await page.getByRole('link', { name: 'Iroko Transit' }).first().click()
  await expect(
    page.getByText(new RegExp(`^from ${formatNaira(0).charAt(0)}`)).first(),
  ).toBeVisible()
})

test('the app takes a printed page over without moving or asking anything', async ({
  page,
  request,
}) => {
  const listed = await request.get('/api/v1/waka/businesses')
  const [business] = ((await listed.json()) as { data: { code: string }[] }).data
  const asked: string[] = []
  page.on('request', (one) => asked.push(new URL(one.url()).pathname))
  const readShift = await watchShifts(page)
  for (const path of ['/brands/iroko-transit', `/businesses/${business?.code}`]) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Message them' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Premium support' })).toBeVisible()
    expect(asked.filter((one) => /\/api\/.*(?:operators|businesses|reviews)/.test(one))).toEqual([])
    expect(await readShift(), path).toBeLessThan(0.02)
  }
})

test('the sitemap names pages that open', async ({ page, baseURL }) => {
  const xml = await (await page.request.get('/sitemap.xml')).text()
  const found = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  )
  expect(new Set(found).size).toBe(found.length)
  expect(found.length).toBeGreaterThan(500)
  const every = Math.ceil(found.length / 25)
  for (const path of found.filter((_, index) => index % every === 0)) {
    const answer = await page.request.get(`${baseURL}${path}`, { headers: { accept: 'text/html' } })
    expect([path, answer.status()]).toEqual([path, 200])
  }
})
