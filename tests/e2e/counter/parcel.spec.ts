import { expectAccessible } from '#tests/e2e/fixtures/axe'
import { makeManager } from '#tests/e2e/fixtures/database'
import { signUpByCall, storeLogin } from '#tests/e2e/fixtures/people'
import { expect, test } from '#tests/e2e/fixtures/world'

test('a clerk sells a parcel to a walk-in, and the printer gets only its waybill', async ({
  page,
}) => {
  const { member, session } = await signUpByCall(page.context())
  await makeManager(member.email, 'harmattan-lines')
  await storeLogin(page, session)
  await page.goto('/desk/counter')
  await page.getByRole('button', { name: 'Open my shift' }).waitFor()
  await page.getByLabel('Cash in the drawer, ₦').fill('5000')
  await page.getByRole('button', { name: 'Open my shift' }).click()
  await page.getByText('Parcel', { exact: true }).click()
  await page.getByLabel('Accepted at').selectOption({ index: 1 })
  await page.getByLabel('To', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Size').selectOption('small')
  await page.getByLabel('Kind of goods').selectOption('clothes')
  await page.getByLabel(/^Declared value/).fill('30,000')
  await page.getByLabel('Contents').fill('Two lace wrappers and a blouse')
  await page.getByLabel('The sender says that nothing in it is prohibited').check()
  await page.getByLabel('Sender’s name').fill('Ngozi Bello')
  await page.getByLabel('Sender’s phone').fill('0803 123 4567')
  await page.getByLabel('Receiver’s name').fill('Yusuf Danjuma')
  await page.getByLabel('Receiver’s phone').fill('0805 678 9012')
  await expectAccessible(page, 'a parcel at the counter')
  await page.getByRole('button', { name: /^Take ₦/ }).click()
  const receipt = page.getByRole('region', { name: 'For the sender' })
  await expect(receipt.getByText(/^\d{6}$/)).toBeVisible()
  await expectAccessible(page, 'a parcel that was sold')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('region', { name: 'For the parcel' })).toBeVisible()
  await expect(receipt).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next sale' })).toBeHidden()
  // The paper of a thermal printer is 58 mm wide, of which it prints 48 mm: 181 px.
  expect((await receipt.boundingBox())?.width).toBeLessThanOrEqual(182)
})
