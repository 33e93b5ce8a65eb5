import type { APIRequestContext, Page } from '@playwright/test'
import { aRandomText, logInNewPerson } from '#tests/e2e/fixtures/people'
import { waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { expect, type Phone, test } from '#tests/e2e/fixtures/world'

test.use({ installed: true })

const operator = 'iroko-transit'
const name = 'Iroko Transit'

/** A review text that nobody else in this run has written. */
const someWords = () => `The driver was calm all the way. ${aRandomText()}`

const mine = (page: Page) =>
  page.getByRole('list', { name: 'Your reviews that are not sent yet' }).getByRole('listitem')

/** A phone whose owner is logged in and that has stored the list of operators. */
async function aPhoneOfSomebody(phone: Phone): Promise<{ token: string }> {
  const { session } = await logInNewPerson(phone.page)
  await phone.page.goto('/write-a-review')
  await expect(phone.page.getByRole('option', { name })).toBeAttached()
  await waitUntilInstalled(phone.page)
  return session
}

async function write(page: Page, body: string, stars = '4 stars: Good'): Promise<void> {
  await page.getByLabel('Which operator?').selectOption(operator)
  await page.getByRole('radio', { name: stars }).check()
  await page.getByLabel('What should others know?').fill(body)
  await page.getByRole('button', { name: 'Send the review' }).click()
}

/** Counts how often this text is in the public list. */
async function countOf(request: APIRequestContext, body: string): Promise<number> {
  const answer = await request.get(`/api/v1/waka/reviews?operator=${operator}&per_page=100`)
  const { data } = (await answer.json()) as { data: { body: string }[] }
  return data.filter((one) => one.body === body).length
}

/** Kills the browser: no page is notified. */
async function kill(phone: Phone): Promise<void> {
  const session = await phone.context.newCDPSession(phone.page)
  const crashed = phone.page.waitForEvent('crash')
  void session.send('Page.crash').catch(() => undefined)
  await crashed
}

test('6: a review written without a network is shown as waiting, survives a killed browser, and is sent once', async ({
  phone,
}) => {
  await aPhoneOfSomebody(phone)
  const body = someWords()
  await phone.cut(true)
  await phone.page.goto('/write-a-review')
  await write(phone.page, body)
  await expect(
    phone.page.getByText('Saved on this phone. It is sent when the network is back.'),
  ).toBeVisible()
  await phone.page.getByRole('link', { name: 'See the reviews' }).click()
  await expect(mine(phone.page)).toContainText('Waiting to be sent')
  await expect(mine(phone.page)).toContainText(body)

  await kill(phone)
  const later = await phone.reopen({ cut: true })
  await later.goto(`/reviews?operator=${operator}`)
  await expect(mine(later)).toContainText(body)

  const page = await phone.reopen()
  await page.goto(`/reviews?operator=${operator}`)
  await expect(page.getByRole('region', { name: 'Your review', exact: true })).toContainText(body)
  await expect(mine(page)).toHaveCount(0)
  expect(await countOf(phone.context.request, body)).toBe(1)
})

test('6: a review the server refuses opens again with what was typed', async ({ phone }) => {
  await aPhoneOfSomebody(phone)
  const body = someWords()
  await phone.cut(true)
  // Another person's booking: only the server can know that.
  await phone.page.goto(`/write-a-review?booking=0123456789A`)
  await write(phone.page, body, '2 stars: Poor')
  await phone.page.getByRole('link', { name: 'See the reviews' }).click()
  await expect(mine(phone.page)).toContainText('Waiting to be sent')

  const page = await phone.reopen()
  await page.goto(`/reviews?operator=${operator}`)
  await expect(mine(page)).toContainText('Not sent: This is not a trip you have made')
  await mine(page).getByRole('link', { name: 'Change' }).click()
  await expect(page.getByRole('alert')).toContainText('not a trip you have made')
  await expect(page.getByLabel('What should others know?')).toHaveValue(body)
  await expect(page.getByRole('radio', { name: '2 stars: Poor' })).toBeChecked()
  await page.getByRole('button', { name: 'Send the review' }).click()
  await expect(page.getByText('Sent.', { exact: true })).toBeVisible()
  expect(await countOf(phone.context.request, body)).toBe(1)
})

test('6: a waiting review is deleted before it is sent', async ({ phone }) => {
  const { token } = await aPhoneOfSomebody(phone)
  const body = someWords()
  await phone.cut(true)
  await phone.page.goto('/write-a-review')
  await write(phone.page, body)
  await phone.page.getByRole('link', { name: 'See the reviews' }).click()
  await mine(phone.page).getByRole('button', { name: 'Delete' }).click()
  await mine(phone.page).getByRole('button', { name: 'Yes, delete it' }).click()
  await expect(mine(phone.page)).toHaveCount(0)

  const page = await phone.reopen()
  const other = someWords()
  await page.goto('/write-a-review')
  await write(page, other)
  await expect(page.getByText('Sent.', { exact: true })).toBeVisible()
  expect(await countOf(phone.context.request, body)).toBe(0)
  const answer = await phone.context.request.get('/api/v1/waka/profile/reviews', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(((await answer.json()) as { data: unknown[] }).data).toMatchObject([{ body: other }])
})
