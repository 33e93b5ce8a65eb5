import type { Page } from '@playwright/test'
import type { Parcel } from '#contract/parcels/model'
import type { ParcelEventKind } from '#contract/parcels/rules'
import type { ParcelScanResult } from '#contract/parcels/tracking'
import { makeDemoOperatorKey } from '#server/db/demo-marks'
import { readStoredRows } from '#tests/support/browser/stored-rows'
import { makeLongTag } from '#tests/e2e/fixtures/long'
import { callApi } from '#tests/e2e/fixtures/purchases'
import { aTestPerson, type TestPerson, password } from '#tests/e2e/fixtures/people'
import {
  chooseListedPlace,
  approvePayment,
  type Channel,
  goToCheckout,
  type Provider,
  waitUntilInstalled,
} from '#tests/e2e/fixtures/steps'
import { expect, type Phone, test } from '#tests/e2e/fixtures/world'

test.describe.configure({ timeout: 240_000 })
test.use({ actionTimeout: 20_000 })

/** Chooses what to send on `/send-parcel`, as an unknown visitor. */
async function choose(page: Page): Promise<void> {
  await chooseListedPlace(page, 'From', 'Lagos')
  await chooseListedPlace(page, 'Drop-off counter', 0)
  await chooseListedPlace(page, 'To', 'Abuja')
  await chooseListedPlace(page, 'Pick-up counter', 0)
  await page.getByRole('radio', { name: /^Small/ }).check()
  await page.getByLabel('Kind of goods').selectOption({ label: 'Clothes and cloth' })
  await page.getByLabel(/^What is it worth/).fill('45,000')
}

/** Enters the contents, the sender and the receiver on `/request-parcel`. */
async function tell(page: Page, { full_name, phone }: TestPerson): Promise<void> {
  await page.getByRole('textbox', { name: 'Contents' }).fill('Two lace wrappers and a blouse')
  await page.getByText('Add a note or a photo').click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Keep it dry')
  await page.getByRole('checkbox', { name: 'My parcel contains none of these' }).check()
  const sender = page.getByRole('region', { name: 'Who sends it?' })
  await sender.getByLabel('Your name').fill(full_name)
  await sender.getByLabel('Your phone').fill(phone)
  const receiver = page.getByRole('region', { name: 'Who gets it?' })
  await receiver.getByLabel('Receiver’s name').fill('Yusuf Danjuma')
  await receiver.getByLabel('Receiver’s phone').fill('0805 678 9012')
}

const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

/** Signs up without leaving the flow. */
async function signUp(page: Page, member: TestPerson): Promise<void> {
  await page.getByRole('link', { name: 'I am new here' }).click()
  await page.waitForURL('**/request-parcel/signupscreen')
  await page.getByLabel('Full name').fill(member.full_name)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Phone').fill(member.phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /join waka/i }).click()
  await page.waitForURL('**/request-parcel/almostthere')
}

async function pay(page: Page, provider: Provider, channel: Channel): Promise<void> {
  await goToCheckout(page, provider, channel)
  await approvePayment(page, channel)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Paid\. Drop it off at /)
}

/** Fetches the parcel that the page's URL names, as this phone's user. */
async function parcelHere(page: Page): Promise<Parcel> {
  const tracking_id = new URL(page.url()).searchParams.get('parcel') ?? ''
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  return callApi<Parcel>(page.request, 'GET', `/parcels/${tracking_id}`, { token })
}

/** Checks that the phone stores no unsent form that a logout would warn about. */
async function nothingIsLeft(page: Page): Promise<void> {
  const drafts = async () => (await page.evaluate(readStoredRows, 'drafts-')).map(({ key }) => key)
  await expect.poll(drafts).toEqual([])
}

/** Scans the parcel at the operator's counter. */
async function scan(
  page: Page,
  parcel: Pick<Parcel, 'waybill' | 'carrier'>,
  kind: ParcelEventKind,
  more: object = {},
): Promise<ParcelScanResult['result']> {
  const [result] = await callApi<ParcelScanResult[]>(page.request, 'POST', '/parcel-events', {
    token: makeDemoOperatorKey(parcel.carrier.code),
    data: {
      events: [
        {
          id: crypto.randomUUID(),
          parcel: parcel.waybill,
          kind,
          occurred_at: new Date().toISOString(),
          ...more,
        },
      ],
    },
  })
  return result?.result ?? 'unknown'
}

const bus = { driver_name: 'Sunday Okafor', driver_phone: '+2348035550123', plate: 'KJA-482XA' }

/** Moves the parcel from the counter to its receiver; everybody who follows it sees each step. */
async function carry(phone: Phone, parcel: Parcel): Promise<void> {
  const { page } = phone
  await page.goto(`/track-parcel?id=${parcel.tracking_id}`)
  const now = page.getByRole('main')
  await expect(now).toContainText('Waiting to be handed in')
  const steps: [ParcelEventKind, RegExp, object?][] = [
    ['received', /At the counter, waiting for its bus/],
    ['loaded', /On the bus/, bus],
    ['in_transit', /On the road to Abuja/],
    ['ready_for_pickup', /Ready to be collected/],
  ]
  for (const [kind, words, more] of steps) {
    expect(await scan(page, parcel, kind, more)).toBe('recorded')
    await page.reload()
    await expect(now).toContainText(words)
  }
  await page.goto(`/waybill/summary?parcel=${parcel.tracking_id}`)
  await expect(page.getByText('Sunday Okafor')).toBeVisible()
  await expect(page.getByText('KJA-482XA')).toBeVisible()
  await expect(page.getByText('Keep it dry')).toBeVisible()
  const pin = (parcel.pickup_pin ?? '').replace(/(...)(...)/, '$1 $2')
  await expect(page.getByText(pin, { exact: true })).toBeVisible()

  const wrong = parcel.pickup_pin === '000000' ? '000001' : '000000'
  expect(await scan(page, parcel, 'delivered', { pin: wrong })).toBe('wrong_pin')
  expect(await scan(page, parcel, 'delivered', { pin: parcel.pickup_pin })).toBe('recorded')
  await page.goto(`/track-parcel?id=${parcel.tracking_id}`)
  await expect(now).toContainText('Delivered')
  await expect(now).not.toContainText(/Yusuf|Danjuma|0805/)
}

const ways: [Provider, Channel][] = [
  ['Paystack', 'Card'],
  ['Flutterwave', 'Bank transfer'],
]

for (const [provider, channel] of ways)
  test(`a stranger asks for the price, joins on the way, pays through ${provider}, and their parcel is handed out by its PIN${makeLongTag(provider === 'Flutterwave')}`, async ({
    phone,
  }) => {
    const { page } = phone
    const member = aTestPerson()
    await page.goto('/send-parcel')
    await choose(page)
    await expect(page.getByRole('status').filter({ hasText: 'Total' })).toContainText('₦')
    await goOn(page)
    await page.waitForURL('**/request-parcel')
    await tell(page, member)
    await goOn(page)
    await page.waitForURL('**/request-parcel/proceed')
    await signUp(page, member)
    await page.getByRole('button', { name: 'Send this parcel' }).click()
    await page.waitForURL('**/waybill/proceed?parcel=*')
    await pay(page, provider, channel)
    const parcel = await parcelHere(page)
    expect(parcel.waybill).toBe(parcel.tracking_id)
    await nothingIsLeft(page)
    await carry(phone, parcel)
  })

test('the network goes between every two steps: nothing typed is lost, and the parcel goes all the same', async ({
  phone,
}) => {
  const member = aTestPerson()
  let { page } = phone
  await page.goto('/send-parcel')
  await waitUntilInstalled(page)
  await phone.cut(true)
  await choose(page)
  await expect(page.getByText(/worked out on this phone/)).toBeVisible()
  await goOn(page)
  await tell(page, member)
  await page.getByRole('textbox', { name: 'Contents' }).focus()
  await expect
    .poll(async () => JSON.stringify(await page.evaluate(readStoredRows, 'drafts-guest')))
    .toContain('0805 678 9012')
  page = await phone.reopen({ cut: true })
  await page.goto('/request-parcel')
  await expect(page.getByRole('textbox', { name: 'Contents' })).toHaveValue(
    'Two lace wrappers and a blouse',
  )
  await goOn(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who are you?')

  page = await phone.reopen()
  await page.goto('/request-parcel/proceed')
  await signUp(page, member)
  await waitUntilInstalled(page)
  await phone.cut(true)
  await page.getByRole('button', { name: 'Send this parcel' }).click()
  await expect(
    page.getByText('Saved on this phone. It is sent when the network is back.'),
  ).toBeVisible({ timeout: 30_000 })

  await page.goto('/waybill/summary')
  const waiting = page.getByRole('list', { name: 'Parcels that are not sent yet' })
  await expect(waiting.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('You have not sent a parcel yet.')).toBeHidden()

  page = await phone.reopen()
  await page.goto('/waybill/summary')
  await page.getByRole('link', { name: 'Pay', exact: true }).click({ timeout: 30_000 })
  await page.waitForURL('**/waybill/proceed?parcel=*')
  await pay(page, 'Paystack', 'USSD')
  const parcel = await parcelHere(page)
  await nothingIsLeft(page)
  await page.goto(`/track-parcel?id=${parcel.tracking_id}`)
  await expect(page.getByRole('main')).toContainText('Waiting to be handed in')

  page = await phone.reopen({ cut: true })
  await page.goto(`/track-parcel?id=${parcel.tracking_id}`)
  await expect(page.getByRole('main')).toContainText('Waiting to be handed in')
  await expect(page.getByText(/^No network\. Saved on this phone, as of /)).toBeVisible()
  await page.goto(`/waybill/summary?parcel=${parcel.tracking_id}`)
  await expect(page.getByText(parcel.waybill ?? '-')).toBeVisible()

  page = await phone.reopen()
  await carryOn(page, parcel)
})

/** Sends the parcel's scans late and out of order. */
async function carryOn(page: Page, parcel: Parcel): Promise<void> {
  for (const [kind, more] of [
    ['ready_for_pickup', {}],
    ['received', {}],
    ['in_transit', {}],
    ['loaded', bus],
    ['delivered', { pin: parcel.pickup_pin }],
  ] as const)
    expect(await scan(page, parcel, kind, more)).toBe('recorded')
  await page.goto(`/track-parcel?id=${parcel.tracking_id}`)
  await expect(page.getByRole('main')).toContainText('Delivered')
}
