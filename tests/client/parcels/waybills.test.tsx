import { screen, waitFor, within } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import { listOperatorClaims, settleClaim } from '#contract/parcels/endpoints'
import { formatNaira } from '#contract/money'
import type { Parcel } from '#contract/parcels/model'
import { startPayment } from '#contract/payments/endpoints'
import { sql } from '#server/db/sql'
import { aStaffKey } from '#tests/support/makers/boarding'
import { aPaidParcel, aParcel, aParcelScan, sendScans } from '#tests/support/makers/parcels'
import { goodCard } from '#tests/support/worlds/payments'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aWallet, fetchWalletBalance } from '#tests/support/makers/wallets'
import { chooseMethod, catchRedirect, submitCheckout } from '#tests/client/fixtures/checkout'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world
const badCard = '4084 0800 0000 5408'

/** Opens the payment step of an unpaid parcel of this phone's user. */
async function openPay(sender = aUser(server)) {
  const made = await aParcel(server, { sender: await sender })
  world.enter(made.sender)
  await world.open(`/waybill/proceed?parcel=${made.parcel.tracking_id}`)
  await screen.findByRole('region', { name: 'How do you want to pay?' })
  return { ...made, price: formatNaira(made.parcel.price.total_kobo) }
}

/** Opens the page of a paid parcel of this phone's user. */
async function openPaid() {
  const made = await aPaidParcel(server)
  world.enter(made.sender)
  await openSummary(made.parcel)
  return made
}

async function openSummary({ tracking_id }: Parcel) {
  await world.open(`/waybill/summary?parcel=${tracking_id}`)
  return screen.findByRole('region', { name: 'Status' })
}

/** Chooses a payment method and leaves; returns the company's page that the browser was sent to. */
async function leaveFor(company: string, channel: RegExp, price: string): Promise<string> {
  await chooseMethod(world, company, channel)
  return catchRedirect(() => press(`Pay ${price}`))
}

/** A parcel of this owner, paid from their wallet, on this phone. */
async function paidByWallet(owner: MadeUser) {
  const made = await aParcel(server, { sender: owner })
  const reference = made.parcel.tracking_id
  const input = { purpose: 'parcel', reference, provider: 'wallet' } as const
  const { status, text } = await server.call(startPayment, input, { as: owner.as })
  if (status !== 200) throw new Error(text)
  world.enter(owner)
  return made
}

const paidHeading = /^Paid\. Drop it off at /

test('a declined payment keeps the parcel, and the other company takes the money', async () => {
  const { parcel, price } = await openPay()
  expect(await screen.findByText(/^Pay within 48 hours, by /)).toBeDefined()
  const page = await leaveFor('Paystack', /card/i, price)
  expect(JSON.parse(localStorage.getItem('pending-payment') ?? '{}')).toMatchObject({
    parcel: parcel.tracking_id,
  })
  await submitCheckout(page, { act: 'card', card: badCard })
  await world.reload()
  expect(await screen.findByText('The payment was declined')).toBeDefined()
  await press('Try again')
  const other = await leaveFor('Flutterwave', /card/i, price)
  const back = await submitCheckout(other, { act: 'card', card: goodCard.flutterwave })
  expect(back).toMatch(new RegExp(`^/waybill/proceed\\?parcel=${parcel.tracking_id}&payment=`))
  await world.open(back)
  expect(await screen.findByText(paidHeading)).toBeDefined()
  expect(await screen.findByText('The waybill is saved on this phone.')).toBeDefined()
  expect(localStorage.getItem('pending-payment')).toBeNull()
  expect(localStorage.getItem('current parcel booking')).toContain(parcel.tracking_id)
})

test('a browser closed at the company finds the paid parcel when it comes back', async () => {
  const { parcel, price } = await openPay()
  const page = await leaveFor('Paystack', /card/i, price)
  await submitCheckout(page, { act: 'card', card: goodCard.paystack })
  await world.open('/profile/trip')
  expect(screen.queryByText('A payment is not settled yet.')).toBeNull()
  await world.open('/waybill/summary')
  expect(await screen.findByText('A payment is not settled yet.')).toBeDefined()
  await hand.click(screen.getByRole('link', { name: 'Has my payment landed?' }))
  expect(await screen.findByText(paidHeading)).toBeDefined()
  expect(location.search).toContain(parcel.tracking_id)
})

test('a payment begun on another phone is waited for here, not begun twice', async () => {
  const { parcel, sender } = await aParcel(server)
  const reference = parcel.tracking_id
  // Not Paystack, which reports every payment that is not paid yet as abandoned.
  const input = { purpose: 'parcel', reference, provider: 'flutterwave', channel: 'card' } as const
  const { data: payment } = await server.call(startPayment, input, { as: sender.as })
  world.enter(sender)
  await world.open(`/waybill/proceed?parcel=${reference}`)
  expect(await screen.findByText('Waiting for your payment')).toBeDefined()
  expect(screen.getByText(new RegExp(`^Payment ${payment.reference}\\.`))).toBeDefined()
})

test('a wallet pays a parcel at once', async () => {
  const { sender, parcel, price } = await openPay(aWallet(server, 900_000))
  const wallet = await screen.findByRole('group', { name: 'Your wallet' })
  await hand.click(within(wallet).getByRole('radio', { name: /Wallet/ }))
  await press(`Pay ${price} from your wallet`)
  expect(await screen.findByText(paidHeading)).toBeDefined()
  expect((await fetchWalletBalance(server, sender)).balance_kobo).toBe(
    900_000 - parcel.price.total_kobo,
  )
})

test('a part comes from the wallet and the rest through a company', async () => {
  const { parcel } = await openPay(aWallet(server, 100_000))
  await hand.click(await screen.findByRole('checkbox', { name: /Use ₦1,000 of your wallet/ }))
  const rest = formatNaira(parcel.price.total_kobo - 100_000)
  const page = await leaveFor('Paystack', /card/i, rest)
  await world.open(await submitCheckout(page, { act: 'card', card: goodCard.paystack }))
  expect(await screen.findByText(paidHeading)).toBeDefined()
})

test('without a network nothing is paid, and it is said', async () => {
  const { price } = await openPay()
  await chooseMethod(world, 'Paystack', /ussd/i)
  world.goOffline()
  await press(`Pay ${price}`)
  expect(await screen.findByText(/^No network\. Nothing was paid\./)).toBeDefined()
  expect(localStorage.getItem('pending-payment')).toBeNull()
})

test('a parcel that was not paid in time says so and leads to a new one', async () => {
  const { parcel, sender } = await aParcel(server)
  await sql`update parcel set pay_until = now() - interval '1 minute' where id = ${parcel.id}`.execute(
    world.db,
  )
  world.enter(sender)
  await world.open(`/waybill/proceed?parcel=${parcel.tracking_id}`)
  expect(await screen.findByText('The time to pay for this parcel is over.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Send a parcel' })).toBeDefined()
})

test('the page of a parcel says what to do, its number, its PIN, its people and its price', async () => {
  const { parcel } = await openPaid()
  expect(
    await screen.findByText(new RegExp(`^Bring it to the counter, ${parcel.drop_off.name}, by `)),
  ).toBeDefined()
  expect(screen.getByText(parcel.waybill ?? 'no number')).toBeDefined()
  const pin = within(screen.getByRole('region', { name: 'Pickup PIN' }))
  expect(pin.getByText(/^\d{3} \d{3}$/).textContent?.replace(' ', '')).toBe(parcel.pickup_pin)
  const about = within(screen.getByRole('region', { name: 'The parcel' }))
  expect(about.getByText(/^Yusuf Danjuma/)).toBeDefined()
  expect(about.getByRole('link', { name: '0805 678 9012' })).toBeDefined()
  expect(about.getByText('Two lace wrappers and a blouse')).toBeDefined()
  const total = formatNaira(parcel.price.total_kobo)
  expect(within(screen.getByRole('region', { name: 'Price' })).getByText(total)).toBeDefined()
  const share = screen.getByRole('link', { name: 'SMS' }).getAttribute('href') ?? ''
  const message = decodeURIComponent(share)
  expect(message).toContain(`waybill ${parcel.waybill}. Its bus is due `)
  expect(message).toContain(`Collect it at ${parcel.pick_up.name} with the PIN`)
  expect(message).toContain(parcel.tracking.link)
  expect(message).not.toContain(parcel.pickup_pin)
  const slip = within(screen.getByRole('article', { name: `Waybill ${parcel.waybill}` }))
  expect(slip.getByRole('img', { name: /^Code that opens the tracking/ })).toBeDefined()
  const files = world.keepFiles()
  await press('Slip (PDF)')
  await vi.waitFor(() => expect(files).toHaveLength(1))
})

test('what is collected elsewhere than where its bus arrives is said to go on from there', async () => {
  const { parcel, sender, trip } = await aPaidParcel(server)
  await sql`with park as (
      insert into motor_park (id, code, name, city_id, address)
      select gen_random_uuid(), 'jabi-test', 'Jabi', city_id, address from motor_park where code = ${trip.to_park}
      returning id
    ), counter as (insert into parcel_location (motor_park_id) select id from park returning id)
    update parcel set pick_up_location_id = (select id from counter) where id = ${parcel.id}`.execute(
    world.db,
  )
  world.enter(sender)
  await openSummary(parcel)
  const onward = `${parcel.tracking.expected_park}, then goes on to Jabi`
  expect(await screen.findByText(new RegExp(`M, ${onward}$`))).toBeDefined()
  const share = screen.getByRole('link', { name: 'SMS' }).getAttribute('href') ?? ''
  expect(decodeURIComponent(share)).toContain(`M, ${onward}. Collect it at Jabi`)
})

test.each(['IndexedDB', 'local storage'])(
  'a paid parcel opens without a network after the phone lost its %s',
  async (lost) => {
    const { parcel, sender } = await openPaid()
    await world.open(`/waybill/success?parcel=${parcel.tracking_id}`)
    await screen.findByText('The waybill is saved on this phone.')
    if (lost === 'IndexedDB') globalThis.indexedDB = new IDBFactory()
    else {
      localStorage.clear()
      world.enter(sender)
    }
    world.goOffline()
    await world.reload()
    expect(await screen.findByText(parcel.waybill ?? 'no number')).toBeDefined()
    expect(await screen.findByText(/^No network\. Saved on this phone, as of /)).toBeDefined()
  },
)

test('a new PIN makes the old one worthless, once that was asked', async () => {
  const { parcel } = await openPaid()
  await press('New PIN')
  await press('Make a new PIN')
  await waitFor(() => {
    const text = screen.getByRole('region', { name: 'Pickup PIN' }).textContent
    expect(text).not.toContain(parcel.pickup_pin?.slice(3))
  })
})

test.each([
  [[], 'The receiver gets the new one by SMS when the parcel arrives.'],
  [['ready_for_pickup'], 'The receiver gets the new one by SMS.'],
  [['ready_for_pickup', 'return_in_transit'], 'Only you get the new one.'],
] as const)('after %j it is said who gets a new PIN and when', async (kinds, words) => {
  const { parcel, operator, sender } = await aPaidParcel(server)
  for (const kind of kinds)
    await sendScans(server, operator, [aParcelScan(parcel.tracking_id, kind)])
  world.enter(sender)
  await openSummary(parcel)
  await press('New PIN')
  const said = screen.getByRole('dialog', { name: 'Make a new PIN?' }).textContent
  expect(said).toContain(`The old one stops working at once. ${words}`)
})

test('a refund that has become less since it was shown is shown anew, and nothing is cancelled', async () => {
  const owner = await aWallet(server, 900_000)
  const { parcel, operator } = await paidByWallet(owner)
  await openSummary(parcel)
  await press('Cancel parcel')
  const all = `Cancel parcel and get ${formatNaira(parcel.price.total_kobo)} back`
  await screen.findByRole('button', { name: all })
  await sendScans(server, operator, [aParcelScan(parcel.tracking_id, 'received')])
  await press(all)
  expect(await screen.findByText(/^You would get .* back now\. Look at it again/)).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('button', { name: all })).toBeNull())
  expect(screen.getByRole('button', { name: /^Cancel parcel and get .* back$/ })).toBeDefined()
  expect(screen.queryByText('Cancelled. It will not be sent.')).toBeNull()
})

test('what calling off shows is what comes back, less the fee once a counter has it', async () => {
  const owner = await aWallet(server, 900_000)
  const { sender, parcel, operator } = await paidByWallet(owner)
  await sendScans(server, operator, [aParcelScan(parcel.tracking_id, 'received')])
  await openSummary(parcel)
  await press('Cancel parcel')
  const button = await screen.findByRole('button', { name: /^Cancel parcel and get .* back$/ })
  expect(within(screen.getByRole('dialog')).getByText(/^-₦161\.25$|^−₦161\.25$/)).toBeDefined()
  expect(screen.getByText('You paid from your wallet, so it goes back there.')).toBeDefined()
  expect(screen.queryByLabelText('The way I paid')).toBeNull()
  const before = await fetchWalletBalance(server, sender)
  await hand.click(button)
  expect(await screen.findByText('Cancelled. It will not be sent.')).toBeDefined()
  expect(await screen.findByRole('region', { name: 'Refunds' })).toBeDefined()
  await world.doJobs()
  const after = await fetchWalletBalance(server, sender)
  expect(button.textContent).toBe(
    `Cancel parcel and get ${formatNaira(after.balance_kobo - before.balance_kobo)} back`,
  )
})

test('a claim keeps what was typed, is sent once, and shows what our staff answer', async () => {
  const { parcel, operator } = await paidByWallet(await aWallet(server, 900_000))
  await sendScans(server, operator, [
    aParcelScan(parcel.tracking_id, 'received'),
    aParcelScan(parcel.tracking_id, 'damaged', { occurred_at: new Date().toISOString() }),
  ])
  await openSummary(parcel)
  await press('Claim')
  await hand.type(await screen.findByLabelText('What exactly?'), 'The lace is torn and wet.')
  await hand.click(screen.getByLabelText('Close'))
  await world.reload()
  await press('Claim')
  expect(await screen.findByDisplayValue('The lace is torn and wet.')).toBeDefined()
  await press('Send the claim')
  expect(await screen.findAllByText('Say what happened.')).toBeDefined()
  await hand.click(screen.getByRole('radio', { name: 'It is damaged' }))
  await hand.type(screen.getByLabelText(/^How much are you claiming/), '15000')
  await press('Send the claim')
  const claims = await screen.findByRole('region', { name: 'Claims' })
  expect(within(claims).getByText(/^No answer yet\./)).toBeDefined()

  const { data } = await server.call(listOperatorClaims, {}, { as: operator })
  const answer = { id: data[0]?.id ?? '', pay_kobo: 1_200_000, words: 'The bag was open.' }
  await server.call(settleClaim, answer, { as: await aStaffKey(server) })
  // Empty the phone's databases, so that the claim must come from the server.
  globalThis.indexedDB = new IDBFactory()
  await world.reload()
  expect(
    await screen.findByText(/Accepted: ₦12,000 is in your wallet\..*The bag was open\./),
  ).toBeDefined()
})

test('the sum of a claim is checked when its field is left, not while it is typed', async () => {
  const { parcel, operator } = await paidByWallet(await aWallet(server, 900_000))
  await sendScans(server, operator, [
    aParcelScan(parcel.tracking_id, 'received'),
    aParcelScan(parcel.tracking_id, 'damaged', { occurred_at: new Date().toISOString() }),
  ])
  await openSummary(parcel)
  await press('Claim')
  await hand.type(await screen.findByLabelText(/^How much are you claiming/), 'much')
  expect(screen.queryByText(/^Enter naira, like/)).toBeNull()
  await hand.tab()
  expect(await screen.findByText(/^Enter naira, like/)).toBeDefined()
})

test('my parcels say what comes next, and lead to the driver who carries one', async () => {
  const { parcel, operator, sender } = await aPaidParcel(server)
  world.enter(sender)
  const loaded = aParcelScan(parcel.tracking_id, 'loaded', {
    plate: 'ABC 123 XY',
    driver_name: 'Musa Ibrahim',
    driver_phone: '+2348097776655',
  })
  await sendScans(server, operator, [loaded])
  await world.open('/waybill/summary')
  await hand.click(await screen.findByRole('link', { name: /^Lagos → Abuja$/ }))
  const driver = within(await screen.findByRole('region', { name: 'Driver' }))
  expect(driver.getByRole('link', { name: 'Call 0809 777 6655' })).toBeDefined()
  await world.open('/profile/driver')
  expect(await screen.findByText('Musa Ibrahim')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Parcel to Abuja' })).toBeDefined()
})

test('what the list says about a parcel stays on the screen while it is loading', async () => {
  const { parcel, sender } = await aPaidParcel(server)
  world.enter(sender)
  world.silenceAt(parcel.tracking_id)
  await world.open('/waybill/summary')
  const link = await screen.findByRole('link', { name: /^Lagos → Abuja$/ })
  await hand.click(link)
  const status = within(await screen.findByRole('region', { name: 'Status' }))
  expect(status.getByText(parcel.tracking.words)).toBeDefined()
  expect(status.getByRole('list', { name: 'Route of this parcel' })).toBeDefined()
})

test('who has sent nothing is shown the way to send, and has no driver', async () => {
  world.enter(await aUser(server))
  await world.open('/waybill/summary')
  expect(await screen.findByText('You have not sent a parcel yet.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Send a parcel' }).getAttribute('href')).toBe(
    '/send-parcel',
  )
  await world.open('/profile/driver')
  expect(await screen.findByText('You have no driver yet.')).toBeDefined()
})

test('what was sent before the list came is in it, however young the kept list is', async () => {
  const sender = await aUser(server)
  world.enter(sender)
  await world.open('/waybill/summary')
  expect(await screen.findByText('You have not sent a parcel yet.')).toBeDefined()
  const { parcel } = await aParcel(server, { sender })
  const { openStore } = await import('#lib/device/store')
  const at = Date.now()
  const sent = {
    id: crypto.randomUUID(),
    kind: 'parcel',
    owner: sender.user.id,
    state: 'sent',
    input: {},
    request: { method: 'POST', url: '/', body: {} },
    title: 'A parcel',
    edit_path: '/request-parcel',
    attempts: 1,
    created_at: at,
    next_at: at,
    sent_at: at,
  }
  await openStore('outbox', sender.user.id).set(sent.id, sent)
  await world.open('/waybill/summary')
  const row = await screen.findByRole('link', { name: /^Lagos → Abuja$/ })
  expect(row.getAttribute('href')).toContain(parcel.tracking_id)
})

test('somebody else’s parcel is not shown', async () => {
  const { parcel } = await aPaidParcel(server)
  world.enter(await aUser(server))
  await world.open(`/waybill/summary?parcel=${parcel.tracking_id}`)
  expect(await screen.findByText('This parcel is not in your account.')).toBeDefined()
})
