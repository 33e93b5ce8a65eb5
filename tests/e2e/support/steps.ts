import { expect, type Locator, type Page } from '@playwright/test'

export type Provider = 'Paystack' | 'Flutterwave'
export type Channel = 'Card' | 'Bank transfer' | 'USSD'

/** What pays on the test checkout of both companies. */
const payButtons: Record<Exclude<Channel, 'Bank transfer'>, string> = {
  Card: 'Pay by card',
  USSD: 'Approve on the phone',
}

/** The day `YYYY-MM-DD` in Lagos, `count` days from now. */
export function dayAhead(count: number): string {
  return new Date(Date.now() + 3_600_000 + count * 86_400_000).toISOString().slice(0, 10)
}

export interface Person {
  full_name: string
  gender: 'Female' | 'Male'
}

export const ada: Person = { full_name: 'Adaeze Okonkwo', gender: 'Female' }
export const chidi: Person = { full_name: 'Chidi Okonkwo', gender: 'Male' }

let phones = 0

/** A phone number nobody else in this run has, as people write it. */
export function aNumber(): string {
  phones += 1
  const digits = String((Date.now() % 1_000_000) * 10 + phones)
    .padStart(7, '0')
    .slice(-7)
  return `0803 ${digits.slice(0, 3)} ${digits.slice(3)}`
}

/** Types some letters into From or To and takes a place from the suggestions. */
export async function choosePlace(
  page: Page,
  field: 'From' | 'To',
  letters: string,
  place: string,
): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('combobox', { name: field }).fill('')
  await page.getByRole('combobox', { name: field }).pressSequentially(letters)
  await page
    .getByRole('listbox', { name: field })
    .getByRole('option')
    .filter({ hasText: place })
    .first()
    .click()
  await expect(page.getByRole('combobox', { name: field })).toHaveValue(place)
}

/** From the home page to the results, as a person does it. */
export async function searchFor(
  page: Page,
  { day = dayAhead(3), travellers = 2 }: { day?: string; travellers?: number } = {},
): Promise<void> {
  await page.goto('/')
  await choosePlace(page, 'From', 'lag', 'Lagos')
  await choosePlace(page, 'To', 'abu', 'Abuja')
  await page.getByLabel('Day').fill(day)
  await page.getByLabel('Travellers').selectOption(String(travellers))
  await page.getByRole('button', { name: 'Search buses' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Abuja')
}

/** The cards of the results with room for a group. */
export function roomyTrips(page: Page): Locator {
  return page
    .getByRole('list', { name: 'Trips' })
    .getByRole('listitem')
    .filter({ hasText: /([4-9]|\d\d) seats left/ })
}

/** Opens a trip of the results and holds seats for the group; answers the booking's reference. */
export async function holdTogether(page: Page, travellers = 2, nth = 0): Promise<string> {
  await roomyTrips(page).nth(nth).getByRole('link').click()
  return holdOnTrip(page, travellers)
}

/** On a trip's page: seats for the group with one tap, and the hold. */
export async function holdOnTrip(page: Page, travellers = 2): Promise<string> {
  const together = travellers === 1 ? 'Pick a seat for me' : `Seat ${travellers} of us together`
  await page.getByRole('button', { name: together }).click()
  await expect(page.locator('[data-state="mine"][data-seat]')).toHaveCount(travellers)
  await page.getByRole('button', { name: 'Hold seats' }).click()
  await page.waitForURL('**/bookride/passenger-details?booking=*')
  return bookingIn(page)
}

/** The booking that the address names. */
export function bookingIn(page: Page): string {
  return new URL(page.url()).searchParams.get('booking') ?? ''
}

/** The part of the passenger form that is about one traveller. */
export const travellers = (page: Page) => page.getByRole('region', { name: /^Traveller on seat/ })

/** Everything the law wants to know, as people type it. */
export async function fillPassengers(
  page: Page,
  people: readonly Person[],
  phone: string,
): Promise<void> {
  await expect(travellers(page)).toHaveCount(people.length)
  for (const [index, { full_name, gender }] of people.entries()) {
    const form = travellers(page).nth(index)
    await form.getByLabel('Full name').fill(full_name)
    await form.getByText(gender, { exact: true }).click()
    if (index === 0) await form.getByLabel('Address').fill('12 Allen Avenue, Ikeja')
  }
  const contact = page.getByRole('region', { name: 'Contact' })
  await contact.getByLabel('Your phone').fill(phone)
  await contact.getByLabel('Email').fill('ada@example.com')
  const kin = page.getByRole('region', { name: 'Next of kin' })
  await kin.getByLabel('Full name').fill('Ngozi Okonkwo')
  await kin.getByLabel('Phone').fill('0809 999 8888')
  await kin.getByLabel('Relationship to traveller').selectOption('sibling')
}

/** On to the payment. */
export async function continueToPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: /to payment$/ }).click()
  await page.waitForURL('**/bookride/pay?booking=*')
}

/** Chooses a way to pay, and the company where the server has named the other one. */
export async function chooseMethod(
  page: Page,
  provider: Provider,
  channel: Channel,
): Promise<void> {
  await page
    .getByRole('group', { name: 'Ways to pay' })
    .getByRole('radio', { name: channel })
    .check()
  const company = page.getByText(/^Paid through /)
  if ((await company.innerText()) !== `Paid through ${provider}`)
    await page.getByRole('button', { name: `Use ${provider}`, exact: true }).click()
  await expect(company).toHaveText(`Paid through ${provider}`)
}

/** Chooses a way to pay and leaves for the company's page; for a transfer, until the account is there. */
export async function goToCheckout(
  page: Page,
  provider: Provider,
  channel: Channel,
): Promise<void> {
  await chooseMethod(page, provider, channel)
  await page.getByRole('button', { name: /^Pay ₦/ }).click()
  if (channel === 'Bank transfer') await expect(accountOn(page)).toBeVisible()
  else await page.waitForURL('**/sandbox/**')
}

/** The number of the account to which a transfer goes. */
export const accountOn = (page: Page): Locator =>
  page.getByRole('region', { name: 'Your payment' }).getByText(/^\d{10}$/)

/** Sends the money of a transfer, as with the app of one's bank; our server is told of it, or has to ask. */
export async function sendMoney(page: Page, webhook: 'once' | 'never' = 'once'): Promise<void> {
  const form = { act: 'sent', webhook }
  const answer = await page.request.post(`/sandbox/bank/${await accountOn(page).innerText()}`, {
    form,
  })
  expect(answer.status()).toBe(200)
}

/** Pays on the company's page, or sends the money; answers when the app says that the seats are bought. */
export async function payThere(page: Page, channel: Channel): Promise<void> {
  await approveThere(page, channel)
  await seeThanks(page)
}

/** Pays on the company's page, or sends the money, whatever it is for. */
export async function approveThere(page: Page, channel: Channel): Promise<void> {
  if (channel === 'Bank transfer') return sendMoney(page)
  await page.getByRole('button', { name: payButtons[channel], exact: true }).click()
}

/** The payment has landed and the ticket is on the phone. */
export async function seeThanks(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you. You are booked.')
  await expect(page.getByText('The ticket is saved on this phone.', { exact: true })).toBeVisible()
}

/** The app controls the page and keeps every screen on the phone. */
export async function waitUntilInstalled(page: Page): Promise<void> {
  const missing = async () => {
    // A page that nobody touches leaves the app for later.
    await page.keyboard.press('Shift')
    return page.evaluate(async () => {
      if (navigator.serviceWorker.controller === null) {
        const { installing, waiting, active } =
          (await navigator.serviceWorker.getRegistration()) ?? {}
        return [`service worker: ${(active ?? waiting ?? installing)?.state ?? 'not registered'}`]
      }
      const map = document.querySelector('script[type="importmap"]')?.textContent ?? '{}'
      const { imports = {} } = JSON.parse(map) as { imports?: Record<string, string> }
      const screens = Object.values(imports).filter((path) =>
        /\/(trips|bookings|payments|tickets|kit)-/.test(path),
      )
      const kept = await Promise.all(screens.map((path) => caches.match(path)))
      return screens.filter((_, index) => kept[index] === undefined)
    })
  }
  await expect.poll(missing, { timeout: 20_000 }).toEqual([])
}
