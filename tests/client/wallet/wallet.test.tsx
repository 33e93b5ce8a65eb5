import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatNaira } from '#contract/money'
import { startPayment } from '#contract/payments/endpoints'
import { getWalletBalance, listWalletTransactions, setWalletPin } from '#contract/wallet/endpoints'
import { makeCallUrl } from '#contract/endpoint'
import { sql } from '#server/db/sql'
import { aHeldBooking, aTripToPayFor, goodCard } from '#tests/support/worlds/payments'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import {
  aWallet,
  fillWallet,
  giveHoldToAccount,
  fetchWalletBalance,
} from '#tests/support/makers/wallets'
import { chooseMethod, catchRedirect, submitCheckout } from '#tests/client/fixtures/checkout'
import { addDays, formatDayOfAnyYear, today } from '#lib/format'
import { findCheckButton } from '#tests/client/fixtures/pay-step'
import { chooseDay } from '#tests/client/fixtures/sheets'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, hand, server, pressButton: press } = world
const pin = '2468'

const write = async (label: string | RegExp, words: string) => {
  const field = await screen.findByLabelText(label)
  await hand.clear(field)
  await hand.type(field, words)
}
const choose = (company: string, channel: RegExp) => chooseMethod(world, company, channel)

const payByCard = (page: string) => submitCheckout(page, { act: 'card', card: goodCard.paystack })

/** Opens the payment step of a held seat: ₦10,715, which needs the PIN. */
async function openPay(owner: MadeUser) {
  const held = await giveHoldToAccount(
    db,
    await aHeldBooking(db, await aTripToPayFor(db), [1]),
    owner,
  )
  world.enter(owner)
  await world.open(`/bookride/pay?booking=${held.reference}`)
  await screen.findByRole('group', { name: 'Your wallet' })
  return { ...held, fare: formatNaira(held.total_kobo) }
}

test('money is added through a company, is waited for after a closed browser, and lands', async () => {
  const owner = await aWallet(server, 0)
  world.enter(owner)
  await world.open('/profile/wallet')
  expect(await screen.findByText('No transactions yet')).toBeDefined()
  await hand.click(screen.getByRole('link', { name: 'Add money' }))
  await hand.click(await screen.findByRole('radio', { name: '₦5,000' }))
  await choose('Paystack', /card/i)
  await payByCard(await catchRedirect(() => press(/^Add ₦5,000/)))

  await world.open('/profile/wallet')
  await hand.click(await screen.findByRole('link', { name: 'Has my money landed?' }))
  expect(await screen.findByText('The money is in your wallet')).toBeDefined()
  expect(localStorage.getItem('pending-top-up')).toBeNull()
  await hand.click(screen.getByRole('link', { name: 'To my wallet' }))
  const balance = within(await screen.findByRole('region', { name: 'Balance' }))
  expect(await balance.findByText('₦5,000')).toBeDefined()
  expect(await screen.findByRole('table', { name: 'Money in and out by month' })).toBeDefined()
})

test('who came back from the company without paying says so, and the wallet waits no longer', async () => {
  world.enter(await aWallet(server, 0))
  await world.open('/profile/wallet/add')
  await hand.click(await screen.findByRole('radio', { name: '₦5,000' }))
  await choose('Paystack', /card/i)
  await catchRedirect(() => press(/^Add ₦5,000/))
  await world.open('/profile/wallet')
  expect(await screen.findByText('A payment you began is not settled.')).toBeDefined()
  expect(screen.getByText('If you did not pay, nothing is taken.')).toBeDefined()
  await press('I did not pay')
  expect(screen.queryByText('A payment you began is not settled.')).toBeNull()
  await hand.click(screen.getByRole('link', { name: 'Add money' }))
  expect(await screen.findByRole('radio', { name: '₦5,000' })).toBeDefined()
})

test('money that lands while the phone waits for it leaves its outcome on the screen', async () => {
  const owner = await aWallet(server, 0)
  const { data } = await server.call(
    startPayment,
    { purpose: 'wallet', provider: 'paystack', channel: 'transfer', amount_kobo: 500_000 },
    { as: owner.as },
  )
  world.enter(owner)
  localStorage.setItem('pending-top-up', JSON.stringify({ reference: data.reference }))
  await world.open('/profile/wallet/add')
  expect(await screen.findByText('Waiting for your payment')).toBeDefined()
  await world.press(data, 'sent')
  await hand.click(await findCheckButton())
  expect(await screen.findByText('The money is in your wallet')).toBeDefined()
  expect(localStorage.getItem('pending-top-up')).toBeNull()
  // The new balance does not put the form in the place of the outcome.
  await expect(screen.findByText('₦5,000 is in your wallet now.')).rejects.toThrow(/Unable to find/)
  expect(screen.getByText('The money is in your wallet')).toBeDefined()
  expect(screen.getByRole('link', { name: 'To my wallet' })).toBeDefined()
})

test('an amount is added as it was typed, commas, kobo and all', async () => {
  world.enter(await aWallet(server, 0))
  await world.open('/profile/wallet/add')
  await write(/^Or another amount/, '₦1,000.50')
  await choose('Paystack', /card/i)
  expect(await screen.findByRole('button', { name: 'Add ₦1,000.50' })).toBeDefined()
  await world.reload()
  expect(await screen.findByRole('button', { name: 'Add ₦1,000.50' })).toBeDefined()
})

test('a decimal comma is read as one, and what may be two sums is asked for again', async () => {
  world.enter(await aWallet(server, 0))
  await world.open('/profile/wallet/add')
  await choose('Paystack', /card/i)
  await write(/^Or another amount/, '5000,50')
  expect(await screen.findByRole('button', { name: 'Add ₦5,000.50' })).toBeDefined()
  await write(/^Or another amount/, '12.500')
  expect(screen.getByText('Enter naira, like 12,500 or 12,500.50.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Enter an amount' })).toBeDefined()
})

test('too small an amount is said at its field', async () => {
  world.enter(await aWallet(server, 0))
  await world.open('/profile/wallet/add')
  await write(/^Or another amount/, '50')
  await choose('Flutterwave', /card/i)
  await press('Add ₦50')
  expect(await screen.findByText('Add at least ₦100.', { selector: 'p' })).toBeDefined()
  expect(screen.getByLabelText(/^Or another amount/)).toBe(document.activeElement)
})

test('a wallet pays a booking at once, after the PIN was set on the way', async () => {
  const owner = await aWallet(server, 2_000_000)
  const { reference, fare } = await openPay(owner)
  // A wallet with enough money is preselected. Its PIN is set in a sheet over the payment.
  await press(`Pay ${fare} from your wallet`)
  const setting = within(await screen.findByRole('dialog', { name: 'Set a wallet PIN' }))
  await write('Your password', owner.password)
  await write('New PIN', pin)
  await write('New PIN again', '1357')
  await press(`Set the PIN and pay ${fare}`)
  expect(
    await setting.findByText(/^The two PINs are not the same/, { selector: 'p' }),
  ).toBeDefined()
  expect(location.pathname).toBe('/bookride/pay')
  await write('New PIN again', pin)
  await press(`Set the PIN and pay ${fare}`)
  expect(await screen.findByText('Thank you. You are booked.')).toBeDefined()
  expect(location.search).toContain(reference)
  expect((await fetchWalletBalance(server, owner)).balance_kobo).toBe(2_000_000 - 1_071_500)
})

test('a new PIN is checked when its fields are left', async () => {
  world.enter(await aWallet(server, 0))
  await world.open('/profile/wallet/pin')
  await write('New PIN', '123')
  expect(screen.queryByText('The PIN has 4 to 6 digits.')).toBeNull()
  await hand.tab()
  await screen.findByText('The PIN has 4 to 6 digits.')
  expect(screen.queryByText(/^The two PINs are not the same/)).toBeNull()
  await write('New PIN again', '124')
  await hand.tab()
  await screen.findByText(/^The two PINs are not the same/)
})

test('a wallet asks for its PIN over the payment; a wrong one, a closed sheet and none at all pay nothing', async () => {
  const owner = await aWallet(server, 2_000_000)
  await server.call(setWalletPin, { pin, password: owner.password }, { as: owner.as })
  const { fare } = await openPay(owner)
  await press(`Pay ${fare} from your wallet`)
  const sheet = await screen.findByRole('dialog', { name: 'Pay from your wallet' })
  expect(within(sheet).getByRole('button', { name: `Pay ${fare}` })).toHaveProperty(
    'disabled',
    true,
  )
  await write('Wallet PIN', '1111')
  await press(`Pay ${fare}`)
  expect(await within(sheet).findByText('This is not your wallet PIN.')).toBeDefined()
  await press('Close')
  expect(screen.queryByText('This is not your wallet PIN.')).toBeNull()
  expect((await fetchWalletBalance(server, owner)).balance_kobo).toBe(2_000_000)
  await press(`Pay ${fare} from your wallet`)
  await write('Wallet PIN', pin)
  await press(`Pay ${fare}`)
  expect(await screen.findByText('Thank you. You are booked.')).toBeDefined()
})

test.for(['/\t/evil.example', '/.//evil.example', '//'])(
  'a PIN that was set leads to no other site: %s',
  async (next) => {
    const owner = await aWallet(server, 0)
    world.enter(owner)
    await world.open(`/profile/wallet/pin?next=${encodeURIComponent(next)}`)
    await write('Your password', owner.password)
    await write('New PIN', pin)
    await write('New PIN again', pin)
    await press('Set the PIN')
    expect(await screen.findByText('Your PIN is set.')).toBeDefined()
    expect(location.pathname).toBe('/profile/wallet/pin')
  },
)

test('a part comes from the wallet and the rest through a company', async () => {
  const owner = await aWallet(server, 300_000)
  const { total_kobo } = await openPay(owner)
  await hand.click(screen.getByRole('checkbox', { name: /^Use ₦3,000 of your wallet/ }))
  await choose('Paystack', /card/i)
  const rest = formatNaira(total_kobo - 300_000).replace('.', '\\.')
  const back = await payByCard(await catchRedirect(() => press(new RegExp(`^Pay ${rest}$`))))
  expect(await fetchWalletBalance(server, owner)).toMatchObject({ held_kobo: 300_000 })
  await world.open(back)
  expect(await screen.findByText('Thank you. You are booked.')).toBeDefined()
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 0, held_kobo: 0 })
})

test('a wallet that lacks little leaves a company the least it takes', async () => {
  const owner = await aWallet(server, 1_071_000)
  await server.call(setWalletPin, { pin, password: owner.password }, { as: owner.as })
  const { total_kobo } = await openPay(owner)
  const part = formatNaira(total_kobo - 10_000)
  await hand.click(
    screen.getByRole('checkbox', { name: new RegExp(`^Use ${part} of your wallet`) }),
  )
  await choose('Paystack', /card/i)
  await press(/^Pay ₦100$/)
  await write('Wallet PIN', pin)
  await world.open(await payByCard(await catchRedirect(() => press(`Pay ${part}`))))
  expect(await screen.findByText('Thank you. You are booked.')).toBeDefined()
  expect((await fetchWalletBalance(server, owner)).balance_kobo).toBe(
    1_071_000 - (total_kobo - 10_000),
  )
})

test('transactions come by month and page by page, with receipts and a statement', async () => {
  const owner = await aWallet(server, 0)
  for (let count = 1; count <= 22; count += 1) await fillWallet(db, owner.user.id, count * 100)
  const created_at = `${addDays(today(), -1000)}T12:00:00.000Z`
  world.enter({ ...owner, user: { ...owner.user, created_at } })
  const files = world.keepFiles()
  await world.open('/profile/transaction')
  expect(await screen.findAllByRole('button', { name: /^Receipt for/ })).toHaveLength(20)
  await press('Show more')
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: /^Receipt for/ })).toHaveLength(22),
  )
  expect(screen.getByText('₦253 left')).toBeDefined()
  const [receipt] = screen.getAllByRole('button', { name: /^Receipt for/ })
  if (receipt) await hand.click(receipt)
  await waitFor(() => expect(files).toHaveLength(1))
  await chooseDay(hand, 'Until', addDays(today(), -400))
  const moved = formatDayOfAnyYear(addDays(today(), -400))
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe(moved)
  expect(screen.getByText(/^“From” is now/).textContent).toBe(`“From” is now ${moved}.`)
  await chooseDay(hand, 'From', addDays(today(), -30))
  await press('CSV, for a spreadsheet')
  await waitFor(() => expect(files).toHaveLength(2))
  expect(files.at(-1)).toContain(`${addDays(today(), -30)}-${addDays(today(), -30)}`)
  expect(files.join(' ')).toMatch(/\.pdf .*\.csv/)
})

test('a month of which a page fails is not called empty, and its page is asked for once', async () => {
  const owner = await aWallet(server, 0)
  for (let count = 1; count <= 22; count += 1) await fillWallet(db, owner.user.id, count * 100)
  world.enter(owner)
  const page = `GET ${makeCallUrl(listWalletTransactions, { page: 2 })}`
  const mend = world.breakAt(page, 'too_many_requests')
  await world.open('/profile/transaction')
  const months = await screen.findByLabelText('Month')
  await waitFor(() => expect(within(months).getAllByRole('option')).toHaveLength(7))
  const oldest = within(months).getAllByRole('option').at(-1)
  await hand.selectOptions(months, oldest?.textContent ?? '')
  await waitFor(() => expect(world.sent).toContain(page))
  await expect(screen.findByText('No transactions in this month.')).rejects.toThrow(
    /Unable to find/,
  )
  expect(world.sent.filter((one) => one === page)).toHaveLength(1)
  mend()
  await press('Show more')
  expect(await screen.findByText('No transactions in this month.')).toBeDefined()
})

test('a wallet that owes money is not offered as a way to pay', async () => {
  const owner = await aUser(server)
  const { data } = await server.call(
    startPayment,
    { purpose: 'wallet', provider: 'paystack', channel: 'ussd', amount_kobo: 500_000 },
    { as: owner.as },
  )
  await world.press(data, 'approve')
  await world.doJobs()
  await sql`select post_transfer('spent', 'spent', id, account_of('given_up', ''), 500000, 'given_up')
    from account where kind = 'wallet' and owner = ${owner.user.id}`.execute(db)
  await world.press(data, 'dispute')
  await world.doJobs()
  expect((await fetchWalletBalance(server, owner)).balance_kobo).toBe(-500_000)
  const held = await giveHoldToAccount(
    db,
    await aHeldBooking(db, await aTripToPayFor(db), [1]),
    owner,
  )
  world.enter(owner)
  await world.open(`/bookride/pay?booking=${held.reference}`)
  expect(await screen.findByRole('group', { name: 'Ways to pay' })).toBeDefined()
  await waitFor(() => expect(world.sent).toContain(`GET ${makeCallUrl(getWalletBalance, {})}`))
  await expect(screen.findByRole('group', { name: 'Your wallet' })).rejects.toThrow(
    /Unable to find/,
  )
})

test('without a network the kept balance is shown with its age, and nothing is added', async () => {
  const owner = await aUser(server)
  await fillWallet(db, owner.user.id, 123_400)
  await server.call(setWalletPin, { pin, password: owner.password }, { as: owner.as })
  world.enter(owner)
  await world.open('/profile/wallet')
  expect(await screen.findByText('Latest transactions')).toBeDefined()
  await screen.findByRole('table')
  world.goOffline()
  await world.reload()
  expect((await screen.findAllByText('₦1,234')).length).toBeGreaterThan(0)
  expect(await screen.findByText(/^No network\. Saved on this phone/)).toBeDefined()
})

test('who is not logged in is led to the login, and back', async () => {
  await world.open('/profile/wallet')
  await screen.findByLabelText('Email or phone')
  expect(location.pathname + location.search).toBe('/login?next=%2Fprofile%2Fwallet')
})

test('the wallet says that a bank asks for money back, and names it apart from a payment under way', async () => {
  const owner = await aUser(server)
  const { data } = await server.call(
    startPayment,
    { purpose: 'wallet', provider: 'paystack', channel: 'ussd', amount_kobo: 500_000 },
    { as: owner.as },
  )
  await world.press(data, 'approve')
  await world.doJobs()
  await world.press(data, 'dispute_half')
  await world.doJobs()
  world.enter(owner)
  await world.open('/profile/wallet')
  const balance = within(await screen.findByRole('region', { name: 'Balance' }))
  expect(balance.getByText(/is held, because a bank asks for it back/)).toBeDefined()
  expect(balance.getAllByText('₦2,500')).toHaveLength(2)
  expect(balance.queryByText(/payment that is under way/)).toBeNull()
})
