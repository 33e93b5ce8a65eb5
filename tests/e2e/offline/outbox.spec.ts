import type { BrowserContext, Page } from '@playwright/test'
import type { Session } from '#contract/accounts/model'
import type { Message } from '#contract/support/model'
import { supportBusiness } from '#contract/support/rules'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import { waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { expect, type Phone, test } from '#tests/e2e/fixtures/world'

test.use({ installed: true })

const calls = '/api/v1/waka/conversations'

/** Opens a conversation with us that is also available without a network. */
async function inConversation({ page }: Phone) {
  const { session } = await logInNewPerson(page)
  const headers = {
    authorization: `Bearer ${session.token}`,
    'idempotency-key': crypto.randomUUID(),
  }
  const data = { business_id: supportBusiness }
  const opened = await page.request.post(calls, { headers, data })
  const { id } = ((await opened.json()) as { data: { id: string } }).data
  await page.goto(`/support?conversation_id=${id}`)
  await waitUntilInstalled(page)
  await page.reload()
  await expect(page.getByLabel('Your message')).toBeVisible()
  return { session, id, path: `/support?conversation_id=${id}` }
}

/** The user's messages as the server has them. */
async function arrived(
  { request }: BrowserContext,
  { token }: Session,
  id: string,
): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await request.get(`${calls}/${id}/messages`, { headers })
  const { data } = (await answer.json()) as { data: Message[] }
  return data.filter(({ from }) => from === 'me').map(({ body }) => body)
}

async function write(page: Page, words: string): Promise<void> {
  await page.getByLabel('Your message').fill(words)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByLabel('Your message')).toHaveValue('')
}

const waiting = (page: Page) => page.getByRole('list', { name: 'Waiting' }).getByRole('listitem')

async function openOutbox(page: Page, count: number): Promise<void> {
  await page.getByRole('link', { name: `${count} waiting to be sent` }).click()
  await expect(waiting(page)).toHaveCount(count)
}

test('what waits to be sent is said above every screen, also in the dark, and covers nothing', async ({
  phone,
}) => {
  const { page } = phone
  await inConversation(phone)
  await phone.cut(true)
  await write(page, 'Is my bag at Jibowu?')
  for (const colorScheme of ['light', 'dark'] as const)
    for (const path of ['/', '/about', '/fuel-price']) {
      await page.emulateMedia({ colorScheme })
      await page.goto(path)
      const count = page.getByRole('link', { name: '1 waiting to be sent' })
      const cookies = page.getByRole('region', { name: 'Cookies' })
      await expect(cookies).toBeVisible()
      await expect(count).toBeVisible()
      const [link, bar] = [
        await count.boundingBox(),
        await page.locator('header').first().boundingBox(),
      ]
      expect(link?.height, path).toBeGreaterThanOrEqual(44)
      expect((link?.y ?? 0) + (link?.height ?? 0) / 2, path).toBeLessThanOrEqual(bar?.y ?? 0)
      await count.click({ trial: true })
    }
})

test('24: what two open tabs know is sent once when the network is back', async ({ phone }) => {
  const { page, context } = phone
  const { session, id, path } = await inConversation(phone)
  const other = await context.newPage()
  await other.goto(path)
  await phone.cut(true)
  for (const words of ['One', 'Two']) await write(page, words)
  await openOutbox(page, 2)
  await expect(waiting(page).first()).toContainText('Waiting for the network')
  // The other tab shows the waiting messages without a reload.
  await expect(other.getByRole('link', { name: '2 waiting to be sent' })).toBeVisible()
  const asked: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/messages'))
      asked.push(request.headers()['idempotency-key'] ?? '')
  })
  await phone.cut(false)
  await expect.poll(() => arrived(context, session, id)).toEqual(['One', 'Two'])
  await expect(page.getByRole('list', { name: 'Sent' }).getByRole('listitem')).toHaveCount(2)
  await expect(other.getByRole('link', { name: /waiting to be sent/ })).toBeHidden()
  expect(new Set(asked).size).toBe(asked.length)
})

test('24: a browser killed while it was sending has sent it once after the next start', async ({
  phone,
}) => {
  const { session, id } = await inConversation(phone)
  const { page } = phone
  await page.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    // The message arrives, and the phone gets no answer.
    await route.fetch()
  })
  await write(page, 'Where are you?')
  await expect.poll(() => arrived(phone.context, session, id)).toEqual(['Where are you?'])
  const again = await phone.reopen()
  await again.goto('/phone/outbox')
  await expect(again.getByRole('list', { name: 'Sent' })).toContainText('Where are you?')
  expect(await arrived(phone.context, session, id)).toEqual(['Where are you?'])
})

test('8: what waits is changed or deleted before it is sent', async ({ phone }) => {
  const { session, id } = await inConversation(phone)
  await phone.cut(true)
  for (const words of ['Keep me', 'Change me', 'Delete me']) await write(phone.page, words)
  const page = await phone.reopen({ cut: true })
  await page.goto('/phone/outbox')
  const row = (words: string) => waiting(page).filter({ hasText: words })
  await row('Delete me').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(waiting(page)).toHaveCount(2)
  await row('Change me').getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Your message')).toHaveValue('Change me')
  await write(page, 'Changed')
  await openOutbox(page, 2)
  const online = await phone.reopen()
  await online.goto('/')
  await expect.poll(() => arrived(phone.context, session, id)).toEqual(['Keep me', 'Changed'])
})

test('8: with no page open the browser sends what waits when it is woken', async ({ phone }) => {
  const { context, page } = phone
  const { session, id } = await inConversation(phone)
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0] !== undefined) resolve(registrations[0].registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  await phone.cut(true)
  await write(page, 'Still there?')
  await expect(page.getByRole('link', { name: '1 waiting to be sent' })).toBeVisible()
  const { origin } = new URL(page.url())
  const blank = await context.newPage()
  await page.close()
  await phone.cut(false)
  const bare = await context.newCDPSession(blank)
  await bare.send('ServiceWorker.enable')
  await bare.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId,
    tag: 'outbox',
    lastChance: false,
  })
  await expect.poll(() => arrived(context, session, id)).toEqual(['Still there?'])
  await blank.goto('/phone/outbox')
  await expect(blank.getByRole('list', { name: 'Sent' })).toContainText('Still there?')
  expect(await arrived(context, session, id)).toEqual(['Still there?'])
})
