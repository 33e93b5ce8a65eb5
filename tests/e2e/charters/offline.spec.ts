import { waitForScreens } from '#tests/e2e/fixtures/installation'
import type { Page } from '@playwright/test'
import type { Session } from '#contract/accounts/model'
import type { CharterRequest } from '#contract/charters/requests/model'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import { dayAhead, waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

test.use({ installed: true })

/** My requests on the server, read without the phone, whose network may be cut. */
async function listRequests({ token }: Session): Promise<CharterRequest[]> {
  const answer = await fetch(`${process.env['E2E_URL']}/api/v1/waka/charter-requests`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await answer.json()) as { data: CharterRequest[] }).data
}

/** Waits until the screens of charters open without a network. */
async function waitUntilStored(page: Page): Promise<void> {
  await waitUntilInstalled(page)
  await waitForScreens(page, '/charter-request', '/charter-request/success', '/profile/charters')
}

test('a request for a vehicle written without a network waits through a restart, and arrives once', async ({
  phone,
}) => {
  const { session, member } = await logInNewPerson(phone.page)
  const day = dayAhead(52)
  const { page } = phone
  await page.goto(`/charter-request?city=lagos&to=ibadan&date=${day}&seats=9&occasion=church`)
  await page.reload()
  await waitUntilStored(page)
  await phone.cut(true)
  await page.getByLabel('Name', { exact: true }).fill(member.full_name)
  await page.getByLabel('Phone', { exact: true }).fill(member.phone)
  await page.getByRole('button', { name: 'Ask for offers' }).click()
  const saved = 'Saved on this phone. It is sent when the network is back.'
  await expect(page.getByText(saved)).toBeVisible()
  const address = page.url()
  await (await phone.reopen({ cut: true })).goto(address)
  await expect(phone.page.getByText(saved)).toBeVisible()
  expect(await listRequests(session)).toEqual([])

  const later = await phone.reopen()
  await later.goto(address)
  await later.waitForURL('**/charter-request/success?request=*')
  await later.reload()
  await expect(later.getByRole('heading', { level: 1 })).toHaveText('Your request')
  expect(await listRequests(session)).toMatchObject([{ travellers: 9, from: day }])
})
