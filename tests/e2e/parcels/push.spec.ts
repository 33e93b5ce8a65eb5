import { randomUUID } from 'node:crypto'
import type { ParcelPushPayload } from '#contract/notifications/model'
import type { Parcel } from '#contract/parcels/model'
import { makeDemoOperatorKey } from '#server/db/demo-marks'
import { aPaidParcel, callApi } from '#tests/e2e/fixtures/purchases'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import { waitForNotification, listNotifications, addPushService } from '#tests/e2e/fixtures/push'
import { waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { fullBrowser } from '#tests/e2e/fixtures/full-browser'
import { expect, type Phone, test } from '#tests/e2e/fixtures/world'
import { readStoredRows } from '#tests/support/browser/stored-rows'

test.use({ launchOptions: fullBrowser })

/** A parcel that its sender follows on a phone with push messages. */
async function aFollowedParcel(phone: Phone) {
  const { page } = phone
  const push = await addPushService<ParcelPushPayload>(phone)
  const { token } = (await logInNewPerson(page)).session
  const parcel = await aPaidParcel(page.request, token)
  const data = push.phone.subscription
  await callApi(page.request, 'POST', '/push/subscriptions', { token, data })
  await page.goto(`/track-parcel?id=${parcel.tracking_id}`)
  await expect(page.getByText('Waiting to be handed in: Jibowu.').first()).toBeVisible()
  await waitUntilInstalled(page)
  await expect
    .poll(async () => (await page.evaluate(readStoredRows, 'vault-')).map(({ key }) => key))
    .toContain(`parcel:${parcel.tracking_id}`)
  const scan = { id: randomUUID(), parcel: parcel.waybill, kind: 'received', place: 'jibowu' }
  await callApi(page.request, 'POST', '/parcel-events', {
    token: makeDemoOperatorKey(parcel.carrier.code),
    data: { events: [{ ...scan, occurred_at: new Date().toISOString() }] },
  })
  return { ...push, parcel, news: await push.sent(1) }
}

test('a scan pushed to a phone without a network moves the parcel that is kept there', async ({
  phone,
}) => {
  const { page } = phone
  const { parcel, news, deliver } = await aFollowedParcel(phone)
  await phone.cut(true)
  await deliver(news)
  const words = page.getByText('At the counter, waiting for its bus: Jibowu.').first()
  await expect(words).toBeVisible()
  await waitForNotification(page, () => deliver(news))
  const { title, body } = news
  expect(title).toBe('Parcel to Abuja: at the counter')
  await expect
    .poll(() => listNotifications(page))
    .toEqual([{ title, body, tag: parcel.tracking_id }])

  // The state is stored on the phone, once; and an older state does not change it.
  const older = { ...news.parcel, state: 'lost', kind: 'lost', words: 'Lost.' } as const
  await deliver({ ...news, parcel: older, server_time: '2026-01-01T00:00:00.000Z' })
  await page.reload()
  await expect(words).toBeVisible()
  const kept = (await page.evaluate(readStoredRows, 'vault-')).find(({ key }) =>
    key.endsWith(parcel.tracking_id),
  )
  const record = kept?.value as Pick<Parcel, 'tracking'> | undefined
  expect(record?.tracking.events.map(({ kind }) => kind)).toEqual(['received', 'paid', 'created'])
})
