import type { Page } from '@playwright/test'
import { openBoughtTicket, buySeatByCall, expectTicket } from '#tests/e2e/fixtures/purchases'
import { makeRefusingHandler } from '#tests/e2e/fixtures/calls'
import { signUpByCall, logInNewPerson, submitLoginForm } from '#tests/e2e/fixtures/people'
import { waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import {
  clearStorage,
  readAllStoredData,
  findTraces,
  waitUntilComplete,
} from '#tests/e2e/fixtures/storage'
import { setPhoneClock } from '#tests/e2e/fixtures/phone-clock'
import { expect, test } from '#tests/e2e/fixtures/world'

test.use({ installed: true })

/** Logs somebody in, with a ticket and a wallet balance stored on the phone. */
async function settled(page: Page) {
  const { member, session } = await logInNewPerson(page)
  const bought = await openBoughtTicket(page, { token: session.token, full_name: member.full_name })
  await page.goto('/profile/wallet')
  await expect(page.getByText('In your wallet')).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText(member.email)).toBeVisible()
  await waitUntilInstalled(page)
  return { member, session, ...bought }
}

async function seeLoggedIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Profile', exact: true })).toBeVisible()
}

test('what somebody bought on another phone is their next trip once they log in here, and opens without a network', async ({
  aPhone,
  playwright,
  baseURL,
}) => {
  const elsewhere = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  const { member, session } = await signUpByCall({ request: elsewhere })
  const bought = await buySeatByCall(elsewhere, {
    token: session.token,
    full_name: member.full_name,
  })
  await elsewhere.dispose()

  const here = await aPhone()
  await here.page.goto('/login?next=%2F')
  await submitLoginForm(here.page, member.email)
  await expect(here.page.getByRole('link', { name: /^Your next trip/ })).toBeVisible()
  await waitUntilInstalled(here.page)
  const page = await here.reopen({ cut: true })
  await page.goto(`/ticket/${bought.reference}`)
  await expectTicket(page)
})

test('a login goes on without the tickets that do not come', async ({ page }) => {
  const { member } = await signUpByCall(page.context())
  await page.route(/\/bookings\?state=upcoming/, () => undefined)
  await page.goto('/login?next=%2Fprofile')
  await submitLoginForm(page, member.email)
  await page.waitForURL('/profile')
  await expect(page.getByText(member.email)).toBeVisible()
})

test('9, 17: who is logged in stays so without a network, cookie or not; their money shows its age and pays nothing', async ({
  phone,
}) => {
  const { member, reference } = await settled(phone.page)
  const page = await phone.reopen({ cut: true })
  await setPhoneClock(page, Date.now() + 2 * 3_600_000)
  await page.goto('/')
  await clearStorage(page, 'cookies')
  await page.reload()
  await seeLoggedIn(page)
  await page.goto('/profile')
  await expect(page.getByText(member.email)).toBeVisible()
  await page.goto('/profile/wallet')
  await expect(page.getByText(/^₦0/).first()).toBeVisible()
  await expect(
    page.getByText(/^No network\. Saved on this phone, as of .+ \(2 hours ago\)\./).first(),
  ).toBeVisible()
  await page.goto('/profile/wallet/add')
  await expect(page.getByText('You are offline.', { exact: true }).first()).toBeVisible()
  await page.goto(`/ticket/${reference}`)
  await expectTicket(page)
})

test('9: a login that the server has ended leaves the tickets, and says so', async ({ phone }) => {
  const { reference } = await settled(phone.page)
  await phone.context.route(
    '**/api/v2/waka/profile/fetch/profile',
    makeRefusingHandler(401, 'not_signed_in'),
  )
  await phone.context.route(
    '**/api/v1/waka/auth/refresh',
    makeRefusingHandler(401, 'not_signed_in'),
  )
  await phone.page.goto('/')
  await expect.poll(() => phone.page.evaluate(() => localStorage.getItem('user'))).toBe('no user')
  await phone.page.goto(`/ticket/${reference}`)
  await expectTicket(phone.page)
  await phone.page.goto('/login')
  await expect(phone.page.getByText('Your login has ended.')).toBeVisible()
})

test('22: A logs out with an answer on its way: nothing of A is left, and B sees nothing of A', async ({
  phone,
}) => {
  const { page } = phone
  const { member, session, reference } = await settled(page)
  const before = await readAllStoredData(page)
  expect(before).toContain(member.full_name)
  const held: (() => void)[] = []
  await phone.context.route('**/api/v1/waka/wallet/balance', async (route) => {
    const response = await route.fetch()
    await new Promise<void>((resolve) => held.push(resolve))
    await route.fulfill({ response }).catch(() => undefined)
  })
  await page.reload()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  held.forEach((free) => free())
  await page.waitForURL('/')
  await expect(page.getByRole('button', { name: 'Search buses' })).toBeVisible()
  held.forEach((free) => free())
  const personal = [
    session.user.id,
    session.token,
    member.full_name,
    member.email,
    member.e164,
    member.e164.slice(4),
    reference,
    'Ngozi Okonkwo',
    '12 Allen Avenue',
  ]
  expect(findTraces(await readAllStoredData(page), personal)).toEqual([])
  await phone.context.unrouteAll()

  const b = await logInNewPerson(page)
  await page.goto('/profile/trip')
  await expect(page.getByText('You have no upcoming trips.')).toBeVisible()
  await page.goto(`/ticket/${reference}`)
  await expect(page.getByText('This ticket is not on this phone.')).toBeVisible()
  const all = await readAllStoredData(page)
  expect(all).toContain(b.member.email)
  expect(
    findTraces(all, [member.full_name, member.email, member.e164.slice(4), session.token]),
  ).toEqual([])
})

test('24: a logout in one tab empties the other, and two tabs keep a ticket once', async ({
  phone: { page },
}) => {
  const { member, session, reference } = await settled(page)
  const other = await page.context().newPage()
  await other.goto(`/ticket/${reference}`)
  await page.goto(`/ticket/${reference}`)
  await expectTicket(other)
  const kept = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('next-trips') ?? '[]') as unknown[])
  expect(await kept()).toHaveLength(1)
  await other.goto('/profile')
  await expect(other.getByText(member.email)).toBeVisible()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await other.waitForURL('/')
  await page.waitForURL('/')
  const personal = [member.email, session.user.id, reference]
  await expect.poll(async () => findTraces(await readAllStoredData(other), personal)).toEqual([])
})

test('26: Google is off without a network, and says why; the form keeps what was typed', async ({
  phone,
}) => {
  await phone.page.goto('/')
  await waitUntilComplete(phone.page)
  await phone.cut(true)
  const { page } = phone
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeDisabled()
  await expect(page.getByText('Google needs a network.')).toBeVisible()
  await page.getByLabel('Email or phone').fill('ada@people.example')
  await page.getByLabel('Email or phone').blur()
  await page.reload()
  await expect(page.getByLabel('Email or phone')).toHaveValue('ada@people.example')
})
