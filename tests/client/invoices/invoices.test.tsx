import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  cancelCharter,
  getCharter,
  previewCharterCancellation,
} from '#contract/charters/trips/endpoints'
import { voidStaffInvoice } from '#contract/invoices/endpoints'
import { formatNaira } from '#contract/money'
import { startPayment } from '#contract/payments/endpoints'
import { aCharter, aVehicle, payCharter } from '#tests/support/makers/charters'
import { anInvoice, dayFromNow, makeThreeParts, makeIssuers } from '#tests/support/makers/invoices'
import { goodCard } from '#tests/support/worlds/payments'
import { aUser } from '#tests/support/makers/people'
import { aWallet } from '#tests/support/makers/wallets'
import { chooseMethod, catchRedirect, submitCheckout } from '#tests/client/fixtures/checkout'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, hand, server, pressButton: press } = world
const { operator, staff } = await makeIssuers(server)

const pageOf = ({ reference }: { reference: string }) => `/invoice-checkout?reference=${reference}`

/** Pays the sum on the screen by card; returns where the company sends the browser. */
async function payByCard(sum: string): Promise<string> {
  await chooseMethod(world, 'Paystack', /card/i)
  const page = await catchRedirect(() => press(`Pay ${sum}`))
  return submitCheckout(page, { act: 'card', card: goodCard.paystack })
}

test('a stranger opens the link, sees what it is for, pays by card and has the receipt', async () => {
  const made = await anInvoice(server, { operator })
  await world.open(pageOf(made))
  const lines = await screen.findByRole('region', { name: 'What it is for' })
  expect(within(lines).getByText('VAT 7.5%')).toBeDefined()
  expect(within(lines).getByText('₦7,500')).toBeDefined()
  expect(within(lines).getByText('For Eze Foods Ltd, TIN 123456780001')).toBeDefined()
  expect(screen.queryByText(/Ngozi/)).toBeNull()
  const share = screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href') ?? ''
  expect(decodeURIComponent(share)).toContain(made.link)
  await world.open(await payByCard('₦112,500'))
  expect(await screen.findByRole('heading', { name: 'Paid. Thank you.' })).toBeDefined()
  expect(location.pathname).toBe('/invoice-checkout/success')
  expect(localStorage.getItem('pending-payment')).toBeNull()
})

test('in parts: the next one stands there after the first, and the phone remembers with no network', async () => {
  const made = await anInvoice(server, { operator }, makeThreeParts())
  await world.open(pageOf(made))
  expect(await screen.findByText(/^Part 1 of 3, pay by /)).toBeDefined()
  await world.open(await payByCard('₦30,000'))
  expect(
    await screen.findByRole('heading', { name: 'This part is paid. Thank you.' }),
  ).toBeDefined()
  await hand.click(await screen.findByRole('link', { name: 'Pay the next part, ₦40,000' }))
  expect(await screen.findByText(/^Part 2 of 3, pay by /)).toBeDefined()
  world.goOffline()
  await world.reload()
  expect(await screen.findByText(/^Part 2 of 3, pay by /)).toBeDefined()
  expect(await screen.findByText(/^No network\. Saved on this phone/)).toBeDefined()
})

test('after each part the receipt says what was paid now and what is still open, until nothing is', async () => {
  const made = await anInvoice(server, { operator }, makeThreeParts())
  const receiptOf = async (sum: string) => {
    await world.open(pageOf(made))
    await world.open(await payByCard(sum))
    const told = await screen.findByText(/^Part \d of 3\. /)
    return [
      screen.getByText(new RegExp(`^${sum} paid to `)).textContent?.split(' ')[0],
      told.textContent,
      screen.getByRole('heading', { name: / in 3 parts$/ }).textContent,
    ]
  }
  expect(await receiptOf('₦30,000')).toEqual([
    '₦30,000',
    'Part 1 of 3. ₦30,000 of ₦112,500 is paid, ₦82,500 is still open.',
    'To pay in 3 parts',
  ])
  expect(await receiptOf('₦40,000')).toEqual([
    '₦40,000',
    'Part 2 of 3. ₦70,000 of ₦112,500 is paid, ₦42,500 is still open.',
    'To pay in 3 parts',
  ])
  expect(await receiptOf('₦42,500')).toEqual([
    '₦42,500',
    'Part 3 of 3. All ₦112,500 is paid.',
    'Paid in 3 parts',
  ])
})

test('taken back, it says so and why, and offers no way to pay', async () => {
  const made = await anInvoice(server, { staff })
  const reason = 'It was sent to the wrong firm.'
  await server.call(voidStaffInvoice, { id: made.id, reason }, { as: staff })
  await world.open(pageOf(made))
  expect(
    await screen.findByText('Waka cancelled this invoice. You do not have to pay it.'),
  ).toBeDefined()
  expect(screen.getByText(reason)).toBeDefined()
  expect(screen.queryByRole('group', { name: 'Ways to pay' })).toBeNull()
})

test('a link with the number of a part that does not exist opens the part that is to be paid', async () => {
  const made = await anInvoice(server, { operator })
  await world.open(`${pageOf(made)}&payment=${made.reference}-9`)
  await press('Choose how to pay')
  expect(await screen.findByRole('group', { name: 'Ways to pay' })).toBeDefined()
  expect(screen.queryByText(/You do not have to pay it/)).toBeNull()
})

test('a charter that was cancelled against a fee: its invoice says what is not refunded, and thanks nobody', async () => {
  const made = await aCharter(server, await aVehicle(db))
  const { as } = made
  await payCharter(server, made)
  const { reference } = made.charter
  const { data: charter } = await server.call(getCharter, { reference }, { as })
  const { data: terms } = await server.call(previewCharterCancellation, { reference }, { as })
  expect(terms.fee_kobo).toBeGreaterThan(0)
  await server.call(cancelCharter, { reference, refund_kobo: terms.refund_kobo }, { as })
  const invoice = charter.invoice ?? ''
  for (const path of [
    `/invoice-checkout?reference=${invoice}`,
    `/invoice-checkout?reference=${invoice}&payment=${invoice}-1-0000000000`,
    `/invoice-checkout/success?reference=${invoice}`,
  ]) {
    await world.open(path)
    expect(
      await screen.findByText(
        `${formatNaira(terms.fee_kobo)} of what was paid is not refunded, as the terms of cancelling say.`,
      ),
    ).toBeDefined()
    expect(screen.queryByText(/we refund you in full/)).toBeNull()
    expect(screen.queryByText(/still open|Thank you/)).toBeNull()
  }
})

test('when small payments add up, the sheet for a new PIN says that they do', async () => {
  const owner = await aWallet(server, 5_000_000)
  const lines = [{ label: 'Seat', quantity: 1, unit_kobo: 900_000, vat: 'exempt' as const }]
  for (let paid = 0; paid < 2; paid += 1) {
    const { reference } = await anInvoice(server, { staff }, { lines })
    const asked = { purpose: 'invoice', reference, provider: 'wallet' } as const
    expect((await server.call(startPayment, asked, { as: owner.as })).status).toBe(200)
  }
  const made = await anInvoice(server, { staff }, { lines })
  world.enter(owner)
  await world.open(pageOf(made))
  await press('Pay ₦9,000 from your wallet')
  const sheet = within(await screen.findByRole('dialog', { name: 'Set a wallet PIN' }))
  expect(sheet.getByText(/^Small payments from your wallet add up to ₦20,000 in 24/)).toBeDefined()
  expect(sheet.queryByText(/^From ₦10,000 on/)).toBeNull()
})

test('a link that was cut leads to the message it came in', async () => {
  for (const path of [
    '/invoice-checkout',
    '/invoice-checkout/success?reference=0000000000000000000Z',
  ]) {
    await world.open(path)
    expect(await screen.findByText('Open the link in the message you got.')).toBeDefined()
  }
})

test('what I was asked for stands in my profile, with how it stands', async () => {
  const ada = await aUser(server)
  const customer = { name: 'Ada Obi', email: ada.user.email ?? '' }
  await anInvoice(server, { operator }, { customer, due_on: dayFromNow(2) })
  world.enter(ada)
  await world.open('/profile')
  await hand.click(await screen.findByRole('link', { name: /^Invoices/ }))
  const row = await screen.findByRole('listitem', { name: 'Staff bus for November' })
  expect(within(row).getByText(/^Pay by /)).toBeDefined()
  await hand.click(within(row).getByRole('link', { name: 'Pay' }))
  expect(await screen.findByText(/For Eze Foods|For Ada Obi/)).toBeDefined()
  const stranger = await aUser(server)
  world.enter(stranger)
  await world.open('/profile/invoices')
  expect(await screen.findByText('You have no invoices.')).toBeDefined()
})
