import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setPassengers } from '#contract/bookings'
import { naira } from '#contract/money'
import { aHold, travellersOn } from '#tests/support/booked'
import { aTrip } from '#tests/support/makers'
import { goodCard } from '#tests/support/payment-world'
import { aClientWorld } from './world.tsx'

const world = await aClientWorld()
const { hand } = world
const badCard = '4084 0800 0000 5408'

/** Two held seats with their travellers, at the step where one pays. */
async function openPay() {
  const trip = await aTrip(world.db)
  const seats = trip.sellable.slice(0, 2)
  const { booking, as } = await aHold(world.server, trip.id, seats)
  const input = { reference: booking.reference, ...travellersOn(seats) }
  const { data } = await world.server.call(setPassengers, input, { as })
  world.remember(booking.reference, { token: as.guest_token })
  await world.open(`/bookride/pay?booking=${booking.reference}`)
  await screen.findByRole('region', { name: 'How do you want to pay?' })
  return { reference: booking.reference, fare: naira(data.fare.total_kobo), seats }
}

/** Chooses a way to pay and leaves; returns the provider's page the browser was sent to. */
async function leaveFor(provider: string, channel: RegExp, fare: string): Promise<string> {
  const left = vi.fn<(address: string) => void>()
  const real = location
  vi.stubGlobal(
    'location',
    new Proxy(
      {},
      {
        get: (_, name) => (name === 'assign' ? left : Reflect.get(real, name)),
      },
    ),
  )
  await hand.click(
    within(screen.getByRole('group', { name: provider })).getByRole('radio', { name: channel }),
  )
  await hand.click(screen.getByRole('button', { name: `Pay ${fare}` }))
  await vi.waitFor(() => expect(left).toHaveBeenCalled(), 8000)
  vi.unstubAllGlobals()
  return left.mock.calls[0]?.[0] ?? ''
}

/** Presses a button of the provider's page; returns where it sends the browser, below our origin. */
async function press(page: string, fields: Record<string, string>): Promise<string> {
  const answer = await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams(fields)),
  })
  const back = answer.headers.get('location')
  return back === null ? '' : back.replace(world.origin, '')
}

test('a declined payment keeps the seats, and the other company takes the money', async () => {
  const { reference, fare, seats } = await openPay()
  const page = await leaveFor('Paystack', /card/i, fare)
  expect(JSON.parse(localStorage.getItem('pending-payment') ?? '{}')).toMatchObject({
    booking: reference,
  })
  await press(page, { act: 'card', card: badCard })
  await world.reload()
  expect(await screen.findByText('The payment was declined')).toBeDefined()
  expect((await screen.findByRole('timer')).textContent).not.toBe('0:00')
  expect(screen.getByText(new RegExp(`Seats ${seats.join(', ')}`))).toBeDefined()

  await hand.click(screen.getByRole('button', { name: 'Pay another way' }))
  await screen.findByRole('region', { name: 'How do you want to pay?' })
  const other = await leaveFor('Flutterwave', /card/i, fare)
  const back = await press(other, { act: 'card', card: goodCard.flutterwave })
  expect(back).toMatch(new RegExp(`^/bookride/pay\\?booking=${reference}&payment=`))
  await world.open(back)
  expect(await screen.findByText('Thank you. Your seats are yours.')).toBeDefined()
  expect(await screen.findByText('The ticket is saved on this phone.')).toBeDefined()
  expect(localStorage.getItem('pending-payment')).toBeNull()
})

test('a browser closed at the provider finds the paid ticket when it comes back', async () => {
  const { reference, fare } = await openPay()
  await press(await leaveFor('Paystack', /card/i, fare), { act: 'card', card: goodCard.paystack })
  await world.open('/profile/trip')
  expect(await screen.findByText('A payment is not settled yet.')).toBeDefined()
  await hand.click(screen.getByRole('link', { name: 'Has my payment landed?' }))
  expect(await screen.findByText('Thank you. Your seats are yours.')).toBeDefined()
  expect(location.search).toContain(reference)
})

test('without a network nothing is paid, and it is said', async () => {
  const { fare } = await openPay()
  await hand.click(
    within(screen.getByRole('group', { name: 'Paystack' })).getByRole('radio', { name: /ussd/i }),
  )
  world.goOffline()
  await hand.click(screen.getByRole('button', { name: `Pay ${fare}` }))
  expect(await screen.findByText(/^No network\. Nothing was paid\./)).toBeDefined()
  expect(localStorage.getItem('pending-payment')).toBeNull()
})
