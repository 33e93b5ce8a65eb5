import type { BrowserContext, Page } from '@playwright/test'
import { formatNaira } from '#contract/money'
import type { User } from '#contract/profile/model'
import { aTestPerson, type TestPerson, password, submitLoginForm } from '#tests/e2e/fixtures/people'
import {
  ada as adaeze,
  aPhoneNumber,
  chidi,
  chooseMethod,
  continueToPayment,
  dayAhead,
  fillPassengers,
  goToCheckout,
  holdGroupSeats,
  payAtCheckout,
  searchFor,
} from '#tests/e2e/fixtures/steps'
import { readAllStoredData, findTraces } from '#tests/e2e/fixtures/storage'
import { expect, test } from '#tests/e2e/fixtures/world'

test.describe.configure({ timeout: 300_000 })

const phone = aPhoneNumber()

test('a person joins, logs in, books with their wallet and a card, cancels for one, and leaves nothing behind', async ({
  page,
}) => {
  const ifeoma = aTestPerson()
  await test.step('they join', () => joinByHand(page, ifeoma))
  await test.step('they log out, and in by their password', async () => {
    await logOut(page)
    await page.goto('/login?next=%2Fprofile')
    await submitLoginForm(page, ifeoma.email)
    await page.waitForURL('/profile')
    await expect(page.getByText(ifeoma.email)).toBeVisible()
    await logOut(page)
  })
  const user = await test.step('they log in with Google', () => logInWithGoogle(page))
  const there_kobo = await test.step('they add money', () => addMoney(page, 5000))
  const reference = await test.step('they book for two and pay with wallet and card', () =>
    bookWithBoth(page, there_kobo))
  const back_kobo = await test.step('one of the two stays', () => cancelOne(page, reference))
  await test.step('they find every movement in their transactions', async () => {
    await page.goto('/profile/transaction')
    const movements = page.getByRole('listitem').filter({ hasText: ' left' })
    await expect(movements).toHaveCount(3)
    await expect(movements.nth(0)).toContainText(`+${formatNaira(back_kobo)}`)
    await expect(movements.nth(0)).toContainText(`${formatNaira(back_kobo)} left`)
    await expect(movements.nth(1)).toContainText(formatNaira(-there_kobo))
    await expect(movements.nth(1)).toContainText(`${formatNaira(0)} left`)
    await expect(movements.nth(2)).toContainText(`+${formatNaira(there_kobo)}`)
  })
  await test.step('they log out, and nothing of theirs is left', async () => {
    const names = [user.full_name, ifeoma.full_name, adaeze.full_name, chidi.full_name]
    const addresses = [user.email ?? '', ifeoma.email, 'ada@example.com', '12 Allen Avenue']
    const numbers = [phone, ifeoma.phone].flatMap((number) => [number, digitsOf(number)])
    const personal = [user.id, reference, 'Ngozi Okonkwo', ...names, ...addresses, ...numbers]
    const before = await readAllStoredData(page)
    const traces = [user.id, user.full_name, reference, chidi.full_name, digitsOf(phone)]
    expect(traces.filter((trace) => !before.includes(trace))).toEqual([])
    await logOut(page)
    const after = await readAllStoredData(page)
    expect(findTraces(after, personal)).toEqual([])
    expect(after.includes('fuel-stations'), 'lists for everybody may stay').toBe(true)
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name }) => name)).toEqual(['consent'])
  })
})

/** The digits that every unbroken spelling of a phone number contains. */
const digitsOf = (number: string) => number.replaceAll(/\D/g, '').slice(1)

/** Fills the sign-up form, and verifies the email address and the phone number. */
async function joinByHand(
  page: Page,
  { full_name, email, phone, e164 }: TestPerson,
): Promise<void> {
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await page.getByLabel('Full name').fill(full_name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone', { exact: true }).fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Join Waka' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${full_name}`)
  for (const [box, address, shown] of [
    ['mail', email, email],
    ['sms', e164, phone],
  ] as const) {
    await expect(page.getByRole('heading', { name: /^Verify your/ })).toBeVisible()
    await expect(page.getByText(shown, { exact: true })).toBeVisible()
    await page.getByLabel('Code').fill(await codeIn(page.context(), box, address))
    await page.getByRole('button', { name: 'Verify' }).click()
  }
  await page.waitForURL('/')
}

/** The code in the newest mail or SMS to an email address or phone number. */
async function codeIn({ request }: BrowserContext, box: string, to: string): Promise<string> {
  let code = ''
  await expect(async () => {
    const answer = await request.get(`/sandbox/${box}.json?to=${encodeURIComponent(to)}`)
    const { data } = (await answer.json()) as { data: { body: string }[] }
    code = /\b\d{6}\b/.exec(data[0]?.body ?? '')?.[0] ?? ''
    expect(code).not.toBe('')
  }).toPass()
  return code
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.waitForURL('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
}

/** Opens Google's window and chooses Ada Okafor's account in it; returns the user who is then logged in. */
async function logInWithGoogle(page: Page): Promise<User> {
  await page.goto('/login?next=%2Fprofile')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await (await opened).getByRole('button', { name: /^Ada Okafor/ }).click()
  await page.waitForURL('/profile')
  await expect(page.getByText('ada.okafor@gmail.example')).toBeVisible()
  return page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '') as User)
}

/** Adds money to an empty wallet through a company; returns the amount in kobo. */
async function addMoney(page: Page, amount_naira: number): Promise<number> {
  const amount = formatNaira(amount_naira * 100)
  await page.goto('/profile/wallet/add')
  await page.getByText(amount, { exact: true }).click()
  await chooseMethod(page, 'Paystack', 'Card')
  await page.getByRole('button', { name: `Add ${amount}` }).click()
  await page.waitForURL('**/sandbox/**')
  await page.getByRole('button', { name: 'Pay by card', exact: true }).click()
  await expect(page.getByText('The money is in your wallet')).toBeVisible()
  await page.getByRole('link', { name: 'To my wallet' }).click()
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText(amount)
  return amount_naira * 100
}

/** From the search to the ticket; the wallet pays all it can, a card the rest. Returns the reference. */
async function bookWithBoth(page: Page, there_kobo: number): Promise<string> {
  await searchFor(page, { day: dayAhead(6) })
  const reference = await holdGroupSeats(page)
  await fillPassengers(page, [adaeze, chidi], phone)
  await continueToPayment(page)
  const use = `Use ${formatNaira(there_kobo)} of your wallet and pay the rest`
  await page.getByRole('checkbox', { name: use }).check()
  await goToCheckout(page, 'Paystack', 'Card')
  await payAtCheckout(page, 'Card')
  return reference
}

/** Cancels one of two travellers, with the refund to the wallet; returns its amount in kobo. */
async function cancelOne(page: Page, reference: string): Promise<number> {
  await page.goto(`/profile/trip?booking=${reference}`)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  const form = page.getByRole('region', { name: 'Cancel' })
  await form.getByRole('checkbox', { name: adaeze.full_name }).uncheck()
  await expect(form.getByRole('radio', { name: 'To my wallet' })).toBeChecked()
  const button = form.getByRole('button', { name: /^Cancel and get ₦/ })
  const [, amount = ''] = /₦([\d,.]+)/.exec(await button.innerText()) ?? []
  await button.click()
  await expect(page.getByText(`${chidi.full_name} (cancelled)`)).toBeVisible()
  return Math.round(Number(amount.replaceAll(',', '')) * 100)
}
