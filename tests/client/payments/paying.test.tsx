import { screen, waitFor, within } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { sql } from '#server/db/sql'
import { expireHold } from '#tests/support/makers/bookings'
import { goodCard } from '#tests/support/worlds/payments'
import { chooseMethod, catchRedirect, submitCheckout } from '#tests/client/fixtures/checkout'
import { findCheckButton, openPayStep } from '#tests/client/fixtures/pay-step'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand } = world
const badCard = '4084 0800 0000 5408'

const openPay = () => openPayStep(world)

/** Sends the money, or dials, once the screen has checked for the first time; then makes it check again. */
async function settleAtBank(number: string | undefined, act: string): Promise<void> {
  const ask = await findCheckButton()
  await submitCheckout(`${world.server.host.config.public_url}/sandbox/bank/${number}`, { act })
  await hand.click(ask)
}

/** Chooses a payment method and leaves; returns the provider's page that the browser was sent to. */
async function leaveFor(provider: string, channel: RegExp, fare: string): Promise<string> {
  await chooseMethod(world, provider, channel)
  return catchRedirect(async () => hand.click(screen.getByRole('button', { name: `Pay ${fare}` })))
}

test('a declined payment keeps the seats, and the other company takes the money', async () => {
  const { reference, fare, seats } = await openPay()
  const page = await leaveFor('Paystack', /card/i, fare)
  expect(JSON.parse(localStorage.getItem('pending-payment') ?? '{}')).toMatchObject({
    booking: reference,
  })
  await submitCheckout(page, { act: 'card', card: badCard })
  await world.reload()
  expect(await screen.findByText('The payment was declined')).toBeDefined()
  expect(screen.getByRole('region', { name: 'Your payment' }).querySelector('svg')).not.toBeNull()
  expect(screen.getByText(/^Paystack says: “.+”\. Your seats are kept/)).toBeDefined()
  expect(screen.getByText(new RegExp(`Seats ${seats.join(', ')}`))).toBeDefined()

  expect((await screen.findByRole('timer')).textContent).not.toBe('0:00')

  await hand.click(screen.getByRole('button', { name: 'Try again' }))
  // The same payment method at the other company.
  expect(await screen.findByText('Paid through Flutterwave')).toBeDefined()
  const other = await catchRedirect(async () =>
    hand.click(screen.getByRole('button', { name: `Pay ${fare}` })),
  )
  const back = await submitCheckout(other, { act: 'card', card: goodCard.flutterwave })
  expect(back).toMatch(new RegExp(`^/bookride/pay\\?booking=${reference}&payment=`))
  await world.open(back)
  expect(await screen.findByText('Thank you. You are booked.')).toBeDefined()
  expect(await screen.findByText('The ticket is saved on this phone.')).toBeDefined()
  expect(localStorage.getItem('pending-payment')).toBeNull()
})

test("each payment company's logo is beside its name", async () => {
  await openPay()
  const ways = await screen.findByRole('group', { name: 'Ways to pay' })
  await hand.click(within(ways).getByRole('radio', { name: /card/i }))
  const named = [await screen.findByText(/^Paid through/), await screen.findByText(/^Use /)]
  const logos = named.map((name) => name.closest('div')?.querySelector('svg')?.innerHTML)
  expect(logos.map((logo) => logo?.includes('<path'))).toEqual([true, true])
  expect(new Set(logos).size).toBe(2)
})

test('the company that was chosen stays chosen for every way to pay', async () => {
  const { fare } = await openPay()
  const ways = await screen.findByRole('group', { name: 'Ways to pay' })
  await hand.click(within(ways).getByRole('radio', { name: /card/i }))
  const offer = await screen.findByRole('button', { name: /^Use / })
  const other = offer.textContent.replace('Use ', '')
  await hand.click(offer)
  await hand.click(within(ways).getByRole('radio', { name: /ussd/i }))
  expect(await screen.findByText(`Paid through ${other}`)).toBeDefined()
  const page = await catchRedirect(async () =>
    hand.click(screen.getByRole('button', { name: `Pay ${fare}` })),
  )
  expect(page).toContain(`/sandbox/${other.toLowerCase()}/`)
})

test('who comes back by the browser from a second company reads of that payment, not of the first', async () => {
  const { reference, fare } = await openPay()
  const first = await leaveFor('Paystack', /card/i, fare)
  await submitCheckout(first, { act: 'card', card: badCard })
  const back = await submitCheckout(first, { act: 'cancel' })
  await world.open(back)
  await screen.findByText('The payment was declined')
  await hand.click(screen.getByRole('button', { name: 'Try again' }))
  await leaveFor('Flutterwave', /ussd/i, fare)
  await world.reload()
  expect(await screen.findByText('Waiting for your payment')).toBeDefined()
  await world.open(back)
  await screen.findByText('The payment was declined')
  expect(localStorage.getItem('pending-payment')).toContain(reference)
})

test('a page that the browser kept as it was looks after the payment it has left for', async () => {
  const { fare } = await openPay()
  await leaveFor('Flutterwave', /ussd/i, fare)
  globalThis.dispatchEvent(new Event('pageshow'))
  expect(await screen.findByText('Waiting for your payment')).toBeDefined()
})

test('what was sent short goes back, and the full amount can be paid in its place', async () => {
  const { fare } = await openPay()
  await chooseMethod(world, 'Paystack', /transfer/i)
  await hand.click(screen.getByRole('button', { name: `Pay ${fare}` }))
  const number = (await screen.findByText(/^\d{10}$/)).textContent
  await settleAtBank(number, 'sent_short')
  await screen.findByText('Your money is on its way back')
  await hand.click(screen.getByRole('button', { name: 'Pay again' }))
  expect(await screen.findByRole('button', { name: `Pay ${fare}` })).toBeDefined()
})

test('an account for a transfer stands on the screen, and stays there without a network', async () => {
  const { fare } = await openPay()
  await chooseMethod(world, 'Flutterwave', /transfer/i)
  await hand.click(screen.getByRole('button', { name: `Pay ${fare}` }))
  const sent = async () =>
    (await screen.findByText('Send exactly')).nextSibling?.firstChild?.textContent
  expect(await sent()).toBe(fare)
  const number = screen.getByText(/^\d{10}$/).textContent
  // First what to send and where, then until when, and last, in one line, that the money is not here yet.
  const order = ['Send exactly', 'Account number', 'Bank', 'Pay within', 'Waiting for your payment']
  const page = screen.getByRole('region', { name: 'Your payment' }).textContent
  const places = order.map((words) => page.indexOf(words))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(page).not.toContain('has not received your payment yet')
  world.goOffline()
  await world.reload()
  expect((await screen.findByText('Account number')).nextSibling?.firstChild?.textContent).toBe(
    number,
  )
  world.goOnline()
  await settleAtBank(number, 'sent')
  expect(await screen.findByText('Thank you. You are booked.')).toBeDefined()
})

test('the account and the amount are copied as a bank takes them, and a look in vain says when it was', async () => {
  const { fare } = await openPay()
  await chooseMethod(world, 'Flutterwave', /transfer/i)
  await hand.click(screen.getByRole('button', { name: `Pay ${fare}` }))
  await hand.click(await screen.findByRole('button', { name: 'Copy account number' }))
  expect(await screen.findByText('The account number is copied.')).toBeDefined()
  expect(await navigator.clipboard.readText()).toBe(screen.getByText(/^\d{10}$/).textContent)
  await hand.click(screen.getByRole('button', { name: 'Copy amount' }))
  expect(await screen.findByText('The amount is copied.')).toBeDefined()
  expect(await navigator.clipboard.readText()).toBe(fare.replaceAll(/[₦,]/g, ''))
  // Only one deadline is displayed: the payment's, instead of the hold's.
  expect(screen.getAllByRole('timer')).toHaveLength(1)
  expect(screen.getByText('Pay within')).toHaveProperty(
    'textContent',
    expect.stringMatching(/^Pay within \d{1,2}:\d{2}$/),
  )
  await hand.click(screen.getByRole('button', { name: 'I have sent it' }))
  expect(await screen.findByText(/^Not here yet. Checked at \d{1,2}:\d{2}\s[AP]M\.$/)).toBeDefined()
})

/** Returns the seconds until the end of a booking's hold and of its newest payment, if there is one. */
async function readSecondsLeft(reference: string): Promise<{ hold: number; payment: number }> {
  const { rows } = await sql<{ hold: number; payment: number }>`
    select extract(epoch from b.hold_expires_at - now())::int as hold, extract(epoch from
      (select least(p.expires_at, (p.transfer_account->>'expires_at')::timestamptz) from payment p
        where p.payable_id = b.payable_id order by p.created_at desc limit 1) - now())::int as payment
    from booking b where b.reference = ${reference}`.execute(world.db)
  return rows[0] ?? { hold: 0, payment: 0 }
}

/** Waits until the screen shows one deadline: the server's, of what the person waits for. */
async function seeOneDeadline(reference: string, of: 'hold' | 'payment'): Promise<void> {
  const left = (await readSecondsLeft(reference))[of]
  await waitFor(() => {
    const timers = screen.getAllByRole('timer').map(({ textContent }) => {
      const [minutes = 0, seconds = 0] = textContent.split(':').map(Number)
      return minutes * 60 + seconds
    })
    expect(timers.map((seconds) => Math.abs(seconds - left) < 20)).toEqual([true])
  })
}

test.for([0, 2, -2])(
  'on a phone whose clock is %i hours wrong, every way to pay shows one deadline, the server’s',
  async (hours) => {
    world.phoneRunsAhead(hours * 3_600_000)
    const { reference, fare } = await openPay()
    await seeOneDeadline(reference, 'hold')
    const pay = () => hand.click(screen.getByRole('button', { name: `Pay ${fare}` }))

    await chooseMethod(world, 'Flutterwave', /transfer/i)
    await seeOneDeadline(reference, 'hold')
    await pay()
    await screen.findByText('Pay within')
    await seeOneDeadline(reference, 'payment')

    await hand.click(screen.getByRole('button', { name: 'Pay another way' }))
    await chooseMethod(world, 'Flutterwave', /ussd/i)
    await seeOneDeadline(reference, 'hold')
    await hand.selectOptions(screen.getByLabelText('Your bank'), 'Zenith Bank')
    await pay()
    await screen.findByText('Pay within')
    await seeOneDeadline(reference, 'payment')

    await hand.click(screen.getByRole('button', { name: 'Pay another way' }))
    const page = await leaveFor('Paystack', /card/i, fare)
    await submitCheckout(page, { act: 'card', card: badCard })
    await world.reload()
    await screen.findByText('The payment was declined')
    await seeOneDeadline(reference, 'hold')
  },
)

test('who names their bank reads what to dial', async () => {
  const { fare } = await openPay()
  await chooseMethod(world, 'Flutterwave', /ussd/i)
  await hand.selectOptions(screen.getByLabelText('Your bank'), 'Zenith Bank')
  await hand.click(screen.getByRole('button', { name: `Pay ${fare}` }))
  const dial = await screen.findByRole('link', { name: /^Dial \*737\*[\d*]+#$/ })
  const code = dial.textContent.replace('Dial ', '')
  expect(dial.getAttribute('href')).toBe(`tel:${encodeURIComponent(code)}`)
  await settleAtBank(/(\d+)#$/.exec(code)?.[1], 'approve')
  expect(await screen.findByText('Thank you. You are booked.')).toBeDefined()
})

test('a browser closed at the provider finds the paid ticket when it comes back', async () => {
  const { reference, fare } = await openPay()
  await submitCheckout(await leaveFor('Paystack', /card/i, fare), {
    act: 'card',
    card: goodCard.paystack,
  })
  await world.open('/profile/trip')
  expect(await screen.findByText('A payment is not settled yet.')).toBeDefined()
  await hand.click(screen.getByRole('link', { name: 'Has my payment landed?' }))
  expect(await screen.findByText('Thank you. You are booked.')).toBeDefined()
  expect(location.search).toContain(reference)
})

test('without a network nothing is paid, and it is said', async () => {
  const { fare } = await openPay()
  await chooseMethod(world, 'Paystack', /ussd/i)
  world.goOffline()
  await hand.click(screen.getByRole('button', { name: `Pay ${fare}` }))
  expect(await screen.findByText(/^No network\. Nothing was paid\./)).toBeDefined()
  expect(localStorage.getItem('pending-payment')).toBeNull()
})

test('what is begun stands on home and in My trips with its time, for guests too; when that is over nothing can be paid', async () => {
  const { reference, fare } = await openPay()
  const wayOn = () => screen.findByRole('link', { name: /Finish paying · \d+:\d\d/ })
  await world.open('/')
  expect((await wayOn()).getAttribute('href')).toBe(`/bookride/pay?booking=${reference}`)
  await world.open('/profile/trip')
  await hand.click(await wayOn())
  await screen.findByRole('button', { name: `Pay ${fare}` })

  await expireHold(world.server, reference)
  globalThis.indexedDB = new IDBFactory()
  await world.reload()
  expect(await screen.findByText(/^The time to pay is over/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Pay ₦/ })).toBeNull()
  await world.open(`/profile/trip?booking=${reference}`)
  await screen.findByRole('region', { name: 'The booking' })
  expect(screen.queryByRole('link', { name: /^Finish paying/ })).toBeNull()
  await world.open('/')
  await screen.findByRole('heading', { name: 'Where are you going?' })
  expect(screen.queryByRole('link', { name: /Finish paying/ })).toBeNull()
})

test('a payment that was not made in time cannot be gone on with; what happens if it lands is said', async () => {
  const { reference, fare } = await openPay()
  await leaveFor('Flutterwave', /ussd/i, fare)
  await world.reload()
  expect(await screen.findByRole('link', { name: 'Back to the payment page' })).toBeDefined()

  await expireHold(world.server, reference)
  globalThis.indexedDB = new IDBFactory()
  await world.reload()
  expect(
    await screen.findByText(
      /The time to pay is over\. If it still lands, you get your ticket or a full refund\./,
    ),
  ).toBeDefined()
  expect(screen.getByRole('button', { name: /^I have (?:paid|sent it)$/ })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Choose seats again' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Back to the payment page' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Pay another way' })).toBeNull()
})

test('who pays another way is not led back to the payment that they left', async () => {
  const { fare } = await openPay()
  await chooseMethod(world, 'Paystack', /transfer/i)
  await hand.click(screen.getByRole('button', { name: `Pay ${fare}` }))
  await screen.findByText('Account number')
  await hand.click(screen.getByRole('button', { name: 'Pay another way' }))
  await chooseMethod(world, 'Flutterwave', /card/i)
  expect(screen.queryByText('Account number')).toBeNull()
})
