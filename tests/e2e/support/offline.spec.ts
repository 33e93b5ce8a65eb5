import { waitForScreens } from '#tests/e2e/fixtures/installation'
import type { Page } from '@playwright/test'
import type { Session } from '#contract/accounts/model'
import type { Message } from '#contract/support/model'
import { supportBusiness } from '#contract/support/rules'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import { waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

test.use({ installed: true })

const calls = '/api/v1/waka/conversations'

/** Calls the server directly, not through the phone, whose network may be cut. */
async function ask<T>({ token }: Session, path = ''): Promise<T> {
  const answer = await fetch(`${process.env['E2E_URL']}${calls}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: T }).data
}

/** My messages on the server, by conversation. */
async function written(session: Session): Promise<string[][]> {
  const all = await ask<{ id: string }[]>(session)
  const talks = all.map(({ id }) => ask<Message[]>(session, `/${id}/messages`))
  return (await Promise.all(talks)).map((talk) =>
    talk.filter(({ from }) => from === 'me').map(({ body }) => body),
  )
}

/** Waits until the screen opens without a network. */
async function waitUntilStored(page: Page): Promise<void> {
  await waitUntilInstalled(page)
  await page.reload()
  await expect(page.getByLabel('Your message')).toBeVisible()
  await waitForScreens(page, '/support', '/profile/messages')
}

async function write(page: Page, words: string): Promise<void> {
  await page.getByLabel('Your message').fill(words)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(bubble(page, words)).toContainText('Waiting for the network')
}

const bubble = (page: Page, words: string) =>
  page.getByRole('log', { name: 'Messages' }).getByRole('listitem').filter({ hasText: words })

/** The demo's desk may have read it already. */
const arrived = /Sent|Delivered|Read/

const said = ['The bus is full.', 'We are four at Jibowu.', 'What shall we do?']

test('a message written without a network is sent once the network is back, in order and once', async ({
  phone,
}) => {
  const { session } = await logInNewPerson(phone.page)
  const opened = await phone.page.request.post(calls, {
    headers: { authorization: `Bearer ${session.token}`, 'idempotency-key': crypto.randomUUID() },
    data: { business_id: supportBusiness },
  })
  const { id } = ((await opened.json()) as { data: { id: string } }).data
  await phone.page.goto(`/support?conversation_id=${id}`)
  await waitUntilStored(phone.page)
  await phone.cut(true)
  for (const words of said) await write(phone.page, words)

  // Closed and reopened without a network: the waiting messages are still stored. Then closed again before the network
  // is back.
  await phone.reopen({ cut: true })
  await phone.page.goto(`/support?conversation_id=${id}`)
  for (const words of said)
    await expect(bubble(phone.page, words)).toContainText('Waiting for the network')
  const page = await phone.reopen()
  await page.goto('/')
  await expect.poll(() => written(session), { timeout: 20_000 }).toEqual([said])
  await page.goto(`/support?conversation_id=${id}`)
  for (const words of said) await expect(bubble(page, words)).toContainText(arrived)
  await expect(page.getByText(/This is an automatic answer/)).toBeVisible()
  await page.reload()
  await expect(bubble(page, said[2] ?? '')).toHaveCount(1)
  expect(await written(session)).toEqual([said])
})

test('a first message written without a network opens its conversation first', async ({
  phone,
}) => {
  const { session } = await logInNewPerson(phone.page)
  await phone.page.goto('/support')
  await waitUntilStored(phone.page)
  await phone.cut(true)
  await expect(phone.page.getByRole('link', { name: /^Call/ })).toHaveCount(1)
  for (const words of said) await write(phone.page, words)
  expect(phone.page.url()).toMatch(/\/support$/)
  expect(await written(session)).toEqual([])

  const page = await phone.reopen()
  await page.goto('/support')
  await expect(page).toHaveURL(/\?conversation_id=[0-9a-f-]{36}$/, { timeout: 20_000 })
  for (const words of said) await expect(bubble(page, words)).toContainText(arrived)
  expect(await written(session)).toEqual([said])
})
