import { makeTrackingPath } from '#contract/parcels/rules'
import { expectAccessible } from '#tests/e2e/fixtures/axe'
import { cameraBrowser, showToCamera } from '#tests/e2e/fixtures/camera'
import { makeManager } from '#tests/e2e/fixtures/database'
import { signUpByCall, storeLogin } from '#tests/e2e/fixtures/people'
import { aPaidParcel } from '#tests/e2e/fixtures/purchases'
import { expect, test } from '#tests/e2e/fixtures/world'

test.use({ launchOptions: cameraBrowser })

test('a clerk scans a waybill with the camera, takes the parcel in, and finds its bus', async ({
  page,
  playwright,
  baseURL,
}) => {
  // A login with the same cookies would end the clerk's session.
  const api = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  const sender = await signUpByCall({ request: api })
  const parcel = await aPaidParcel(api, sender.session.token)
  const { member, session } = await signUpByCall(page.context())
  await makeManager(member.email, parcel.carrier.code)
  await storeLogin(page, session)
  showToCamera(`${baseURL}${makeTrackingPath(parcel.tracking_id)}`)
  await page.goto('/desk/parcels')
  await expect(page.getByLabel('Show')).toBeVisible()
  await expectAccessible(page, 'parcels')
  await page.getByRole('button', { name: 'Use the camera' }).click()
  const sheet = page.getByRole('dialog', { name: parcel.tracking_id })
  await expect(sheet.getByText('Waiting to be handed in')).toBeVisible()
  await expectAccessible(page, 'a parcel to take in')
  await sheet.getByRole('button', { name: 'Take it in' }).click()
  await expect(page.getByText(`${parcel.tracking_id} is handed in.`)).toBeFocused()
  await page.getByLabel('Show').selectOption({ value: 'received' })
  await page.getByRole('button', { name: new RegExp(parcel.tracking_id) }).click()
  await expect(sheet.getByLabel('Bus')).toBeVisible()
  await expectAccessible(page, 'a parcel to load')
})
