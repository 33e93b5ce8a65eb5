import type { Page } from '@playwright/test'
import { makeUnpaidParcel } from '#tests/e2e/fixtures/purchases'
import { logInNewPerson, type TestPerson } from '#tests/e2e/fixtures/people'
import { chooseListedPlace } from '#tests/e2e/fixtures/steps'
import { expect, type Phone, test } from '#tests/e2e/fixtures/world'

test.describe.configure({ timeout: 240_000 })

/** Fills in a parcel from Lagos to Abuja and sends it. */
async function sendOneMore(page: Page, { full_name, phone }: TestPerson): Promise<void> {
  await page.goto('/send-parcel')
  await chooseListedPlace(page, 'From', 'Lagos')
  await chooseListedPlace(page, 'Drop-off counter', 0)
  await chooseListedPlace(page, 'To', 'Abuja')
  await chooseListedPlace(page, 'Pick-up counter', 0)
  await page.getByRole('radio', { name: /^Small/ }).check()
  await page.getByLabel('Kind of goods').selectOption({ label: 'Clothes and cloth' })
  await page.getByLabel(/^What is it worth/).fill('45,000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('textbox', { name: 'Contents' }).fill('Two lace wrappers and a blouse')
  await page.getByRole('checkbox', { name: 'My parcel contains none of these' }).check()
  const sender = page.getByRole('region', { name: 'Who sends it?' })
  await sender.getByLabel('Your name').fill(full_name)
  await sender.getByLabel('Your phone').fill(phone)
  const receiver = page.getByRole('region', { name: 'Who gets it?' })
  await receiver.getByLabel('Receiver’s name').fill('Yusuf Danjuma')
  await receiver.getByLabel('Receiver’s phone').fill('0805 678 9012')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Send this parcel' }).click()
}

/** Checks that the actions for a refused parcel are visible. */
async function seeWays({ page }: Phone): Promise<void> {
  await expect(page.getByText('This one is kept on your phone.')).toBeVisible()
  await page.getByRole('link', { name: 'My parcels' }).click({ trial: true })
  await page.getByRole('button', { name: 'Check this one again' }).click({ trial: true })
}

test('who has ten unpaid parcels sees all that can be done about the next one, with and without a network', async ({
  phone,
}) => {
  const { page } = phone
  const { session, member } = await logInNewPerson(page)
  for (let made = 0; made < 10; made += 1) await makeUnpaidParcel(page.request, session.token)
  await sendOneMore(page, member)
  await seeWays(phone)
  await phone.cut(true)
  await seeWays(phone)
  await page.getByRole('button', { name: 'Check this one again' }).click()
  await expect(page.getByText('Two lace wrappers and a blouse')).toBeVisible()
})

test('the button that sends a message looks off while there is nothing to send', async ({
  phone,
}) => {
  const { page } = phone
  await logInNewPerson(page)
  await page.goto('/support')
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await expect(send).toHaveCSS('opacity', '0.5')
  await page.getByLabel('Your message').fill('Where is my bus?')
  await expect(send).toHaveCSS('opacity', '1')
})
