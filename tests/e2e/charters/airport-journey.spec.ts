import type { Charter } from '#contract/charters/trips/model'
import { makeDemoOperatorKey } from '#server/db/demo-marks'
import { callApi } from '#tests/e2e/fixtures/purchases'
import { aTestPerson, password } from '#tests/e2e/fixtures/people'
import {
  chooseListedDay,
  chooseListedPlace,
  approvePayment,
  dayAhead,
  goToCheckout,
} from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

test.describe.configure({ timeout: 180_000 })

test('an airport pick-up: a stranger sees the fixed price, signs up, pays, meets the driver, and lands later', async ({
  page,
}) => {
  const { request } = page
  const member = aTestPerson()
  const price = page.getByRole('status').filter({ hasText: 'Total' })
  const flight = page.getByRole('region', { name: 'Flight' })
  const day = dayAhead(38)

  await test.step('flight, place and luggage give one fixed price', async () => {
    await page.goto('/charter-airport')
    await chooseListedPlace(page, 'Airport', 'Lagos (LOS)')
    await page.getByLabel(/^Flight number/).fill('P4 7121')
    await chooseListedDay(page, 'Lands on', day)
    await page.getByLabel('At', { exact: true }).fill('14:30')
    await expect(page.getByText(/^Meeting point: /)).toBeVisible()
    await chooseListedPlace(page, 'Drop-off area', 0)
    await page.getByLabel('Drop-off address').fill('12 Bourdillon Road')
    await page.getByLabel('Travellers', { exact: true }).fill('5')
    await page.getByLabel('Bags', { exact: true }).fill('6')
    await expect(page.getByRole('radio', { name: /too small$/ })).toBeDisabled()
    await page.getByRole('radio', { name: /Medium/ }).check()
    await expect(price).toContainText('minutes of waiting')
    await page.getByLabel('Name', { exact: true }).fill(member.full_name)
    await page.getByLabel('Phone', { exact: true }).first().fill(member.phone)
    await page.getByText('Another name on the board, or needs').click()
    await page.getByLabel(/^Name on the board/).fill('Chief Okonkwo')
  })

  await test.step('signed up on the way, it is booked and paid', async () => {
    const signUp = page.getByRole('region', { name: 'Join Waka' })
    await signUp.getByLabel('Full name').fill(member.full_name)
    await signUp.getByLabel('Email').fill(member.email)
    await signUp.getByLabel('Password', { exact: true }).fill(password)
    await signUp.getByRole('button', { name: 'Join Waka', exact: true }).click()
    await expect(signUp).toBeHidden()
    const button = page.getByRole('button', { name: /^Book and pay ₦/ })
    const total = (await button.innerText()).replace(/^Book and pay /, '')
    await expect(price).toContainText(total)
    await button.click()
    await page.waitForURL('**/charter-marketplace/confirm-payment?charter=*')
    await goToCheckout(page, 'Paystack', 'Card')
    await approvePayment(page, 'Card')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Paid. Your vehicle is booked.',
    )
    await expect(page.getByText(`${total} paid`)).toBeVisible()
    await expect(flight).toContainText('Chief Okonkwo')
  })

  await test.step('it stands among what is hired, with its driver once there is one', async () => {
    await page.goto('/profile/charters')
    await page.getByRole('list', { name: 'Charters' }).getByRole('link').click()
    await page.waitForURL('**/profile/charters/*')
    const reference = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const mine = await page.evaluate(() => localStorage.getItem('token') ?? '')
    const path = `/charters/${reference}`
    const { operator } = await callApi<Charter>(request, 'GET', path, { token: mine })
    await callApi(request, 'PUT', `/operator${path}/driver`, {
      token: makeDemoOperatorKey(operator.code),
      data: { name: 'Musa Danladi', phone: '+2348035550102', plate: 'KJA-483XB' },
    })
    await page.reload()
    const card = page.getByRole('region', { name: `Driver of ${reference}` })
    await expect(card).toContainText('KJA-483XB')
    await expect(card.getByRole('link', { name: /^Call / })).toBeVisible()
  })

  await test.step('a later flight moves the pick-up', async () => {
    await expect(flight).toContainText('2:30')
    await page.getByRole('button', { name: 'Change the flight' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the flight' })
    await dialog.getByLabel(/^Flight number/).fill('P4 7125')
    await dialog.getByLabel('At', { exact: true }).fill('17:00')
    await dialog.getByRole('button', { name: 'Save the new flight' }).click()
    await expect(dialog).toBeHidden()
    await expect(flight).toContainText('P4 7125')
    await expect(flight).toContainText('5:00')
  })
})
