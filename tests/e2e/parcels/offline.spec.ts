import type { Page } from '@playwright/test'
import type { Tracking } from '#contract/parcels/tracking'
import { makeLongTag } from '#tests/e2e/fixtures/long'
import { findAnyParcel } from '#tests/e2e/fixtures/database'
import { waitUntilControlled } from '#tests/e2e/fixtures/installation'
import { waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { setPhoneClock } from '#tests/e2e/fixtures/phone-clock'
import { expect, type Phone, test } from '#tests/e2e/fixtures/world'
import { readStoredRows } from '#tests/support/browser/stored-rows'

test.use({ installed: true })

const hour_ms = 3_600_000

/** The parcel's tracking data that the phone stores. */
async function readStoredTracking(page: Page, tracking_id: string): Promise<Tracking | undefined> {
  const rows = await page.evaluate(readStoredRows, 'vault-')
  const row = rows.find(({ key }) => key === `parcel:${tracking_id}`)
  return (row?.value as { tracking: Tracking } | undefined)?.tracking
}

const age = (words: string) =>
  new RegExp(`^No network\\. Saved on this phone, as of .+ \\(${words}\\)\\.`)
const way = (page: Page) => page.getByRole('list', { name: 'Route of this parcel' })

/** A parcel on its way that was opened once. */
async function aTrackedParcel({ page }: Phone): Promise<Tracking> {
  const tracking_id = await findAnyParcel('in_transit')
  await page.goto('/track-parcel')
  await page.getByLabel('Waybill number or link').fill(`Where is it? ${tracking_id}`)
  await page.getByRole('button', { name: 'Track' }).click()
  await expect(way(page)).toBeVisible()
  await expect.poll(() => readStoredTracking(page, tracking_id)).toBeDefined()
  await page.goto('/phone')
  await expect(page.getByText('Parcels (1)')).toBeVisible()
  const tracking = await readStoredTracking(page, tracking_id)
  if (tracking === undefined) throw new Error('it is kept')
  return tracking
}

test('3: a parcel that was looked at opens without a network after the browser was closed, from the first install alone', async ({
  phone,
}) => {
  await phone.page.addInitScript(() => localStorage.setItem('small-app', 'true'))
  const { words, events } = await aTrackedParcel(phone)
  await waitUntilControlled(phone.page)
  const page = await phone.reopen({ cut: true })
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Parcels on their way' }).getByRole('link').click()
  await expect(page.getByText(words).first()).toBeVisible()
  await expect(way(page)).toBeVisible()
  await expect(page.getByText(events[0]?.words ?? '').first()).toBeVisible()
  await expect(page.getByText(age('(?:just now|[1-3] minutes? ago)'))).toBeVisible()
})

test('3: a parcel that was looked at says how long ago that was', async ({ phone }) => {
  const { tracking_id, words } = await aTrackedParcel(phone)
  await waitUntilInstalled(phone.page)
  for (const [hours, said] of [
    [3, '3 hours ago'],
    [48, '2 days ago'],
  ] as const) {
    const page = await phone.reopen({ cut: true })
    await setPhoneClock(page, Date.now() + hours * hour_ms)
    await page.goto('/track-parcel')
    await page.getByRole('link', { name: new RegExp(tracking_id) }).click()
    await expect(page.getByText(age(said))).toBeVisible()
    await expect(page.getByText(words).first()).toBeVisible()
  }
})

for (const days of [1, -1])
  test(`3: on a phone whose clock is ${days} days wrong, a parcel looked at minutes ago is minutes old${makeLongTag(days > 0)}`, async ({
    phone,
  }) => {
    await setPhoneClock(phone.page, Date.now() + days * 24 * hour_ms)
    const { tracking_id } = await aTrackedParcel(phone)
    await waitUntilInstalled(phone.page)
    const page = await phone.reopen({ cut: true })
    await setPhoneClock(page, Date.now() + days * 24 * hour_ms + 5 * 60_000)
    await page.goto(`/track-parcel?id=${tracking_id}`)
    await expect(page.getByText(age('[5-7] minutes ago'))).toBeVisible()
  })

test('3: no answer is told from a number that no parcel has', async ({ phone }) => {
  const nobodys = '/track-parcel?id=00000000000'
  await phone.page.goto(nobodys)
  await expect(phone.page.getByText('No parcel has this waybill number.')).toBeVisible()
  await waitUntilInstalled(phone.page)
  const page = await phone.reopen({ cut: true })
  await page.goto(nobodys)
  await expect(page.getByText('You are offline.', { exact: true })).toBeVisible()
  await expect(page.getByText('No parcel has this waybill number.')).toBeHidden()
  await expect(page.getByRole('main').locator('a[href^="sms:"]')).toBeVisible()
})
