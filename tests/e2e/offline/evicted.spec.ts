import type { Page } from '@playwright/test'
import { makeLongTag } from '#tests/e2e/fixtures/long'
import { openBoughtTicket, expectTicket, waitUntilStored } from '#tests/e2e/fixtures/purchases'
import { logInNewPerson, submitLoginForm } from '#tests/e2e/fixtures/people'
import { waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { clearStorage, type StorageKind } from '#tests/e2e/fixtures/storage'
import { expect, type Phone, test } from '#tests/e2e/fixtures/world'

test.use({ installed: true })

const kinds: readonly StorageKind[] = [
  'indexeddb',
  'local_storage',
  'cookies',
  'cache_storage',
  'service_workers',
]

/** Clears one kind of the phone's storage; afterwards the app restarts without a network. */
async function lose(phone: Phone, kind: StorageKind): Promise<Page> {
  await phone.page.goto('/online.txt')
  await clearStorage(phone.page, kind)
  return phone.reopen({ cut: true })
}

for (const kind of kinds.filter((one) => one !== 'service_workers'))
  test(`1, 15: a paid ticket opens without a network after the phone cleared its ${kind} alone${makeLongTag(kind === 'indexeddb')}`, async ({
    phone,
  }) => {
    const { reference } = await openBoughtTicket(phone.page)
    await waitUntilInstalled(phone.page)
    const page = await lose(phone, kind)
    await page.goto(`/ticket/${reference}`)
    await expectTicket(page)
  })

test('1, 15: so does the ticket of somebody with an account, whichever of them was cleared', async ({
  phone,
}) => {
  const { session } = await logInNewPerson(phone.page)
  const { reference } = await openBoughtTicket(phone.page, { token: session.token })
  await waitUntilInstalled(phone.page)
  for (const kind of ['cookies', 'indexeddb'] as const) {
    const page = await lose(phone, kind)
    await page.goto(`/ticket/${reference}`)
    await expectTicket(page)
    await phone.reopen()
    await phone.page.goto(`/ticket/${reference}`)
    await waitUntilStored(phone.page, reference)
  }
  const page = await lose(phone, 'local_storage')
  await page.goto(`/ticket/${reference}`)
  await expectTicket(page)
})

test('15: with the worker alone gone, a start with a network brings it back, and the ticket was never away', async ({
  phone,
}) => {
  const { reference } = await openBoughtTicket(phone.page)
  await waitUntilInstalled(phone.page)
  await clearStorage(phone.page, 'service_workers')
  const again = await phone.reopen()
  await again.goto(`/ticket/${reference}`)
  await expectTicket(again)
  await waitUntilInstalled(again)
  const page = await phone.reopen({ cut: true })
  await page.goto(`/ticket/${reference}`)
  await expectTicket(page)
})

test('15: with everything cleared its owner logs in, and the ticket is on the phone again', async ({
  phone,
}) => {
  const { member, session } = await logInNewPerson(phone.page)
  const { reference } = await openBoughtTicket(phone.page, { token: session.token })
  await waitUntilInstalled(phone.page)
  await phone.page.goto('/online.txt')
  for (const kind of kinds) await clearStorage(phone.page, kind)
  await phone.page.goto('/profile/trip')
  await expect(phone.page.getByText('No ticket is saved on this phone yet.')).toBeVisible()
  await phone.page.getByRole('link', { name: 'Log in', exact: true }).last().click()
  await submitLoginForm(phone.page, member.email)
  await phone.page.waitForURL('/profile/trip')
  await expect(phone.page.getByRole('link', { name: 'Show ticket' })).toBeVisible()
  await waitUntilInstalled(phone.page)
  await waitUntilStored(phone.page, reference)
  const page = await phone.reopen({ cut: true })
  await page.goto(`/ticket/${reference}`)
  await expectTicket(page)
})

test('12: an installed app whose files the phone cleared opens from what the browser still holds', async ({
  phone,
}) => {
  await phone.page.goto('/')
  await waitUntilInstalled(phone.page)
  const page = await lose(phone, 'cache_storage')
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Search buses' })).toBeVisible()
})

test('12: where the browser holds nothing, a page says whom to call; with a network the files come again', async ({
  phone,
}) => {
  await phone.page.goto('/')
  await waitUntilInstalled(phone.page)
  const session = await phone.context.newCDPSession(phone.page)
  await session.send('Network.clearBrowserCache')
  const page = await lose(phone, 'cache_storage')
  await page.goto('/profile/trip')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'No network, and this phone cleared the app',
  )
  await expect(page.getByRole('link', { name: /^Call / })).toHaveAttribute('href', /^tel:/)
  await expect(page.getByRole('link', { name: 'Send an SMS' })).toHaveAttribute('href', /^sms:/)

  const online = await phone.reopen()
  await online.goto('/')
  await expect(online.getByRole('button', { name: 'Search buses' })).toBeVisible()
  await waitUntilInstalled(online)
  const again = await phone.reopen({ cut: true })
  await again.goto('/profile/trip')
  await expect(again.getByRole('heading', { level: 1 })).toHaveText('My trips')
})
