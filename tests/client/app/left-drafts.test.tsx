import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setPassengers } from '#contract/bookings/endpoints'
import { startConversation } from '#contract/support/endpoints'
import { supportBusiness } from '#contract/support/rules'
import { sql } from '#server/db/sql'
import { aHold, payBooking, expireHold, makeTravellers } from '#tests/support/makers/bookings'
import { aTrip } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world

/** The unsent entries that a logout would warn about. */
async function unsent() {
  const { countUnsent } = await import('#lib/session/lifecycle')
  return countUnsent()
}
const nothing = { drafts: 0, outbox: 0 }

test('a message that was sent leaves no draft behind, and a logout warns of nothing', async () => {
  const owner = await aUser(server)
  world.enter(owner)
  const input = { business_id: supportBusiness }
  const { data } = await server.call(startConversation, input, { as: owner.as })
  await world.open(`/support?conversation_id=${data.id}`)
  const box = await screen.findByRole('textbox', { name: 'Your message' })
  await hand.type(box, 'Where is my bag?')
  expect(await unsent()).toEqual({ drafts: 1, outbox: 0 })
  await press('Send')
  await screen.findByText(/This is an automatic answer/)
  await waitFor(async () => expect(await unsent()).toEqual(nothing))
})

/** Held seats, with the traveller form half filled on this phone. */
async function aBookingWithDraft() {
  const trip = await aTrip(world.db)
  const seats = trip.sellable.slice(0, 1)
  const { booking, as } = await aHold(server, trip.id, seats)
  const { reference } = booking
  world.remember(reference, { token: as.guest_token })
  await world.open(`/bookride/passenger-details?booking=${reference}`)
  const [name] = await screen.findAllByLabelText(/^Full name/)
  await hand.click(name as HTMLElement)
  await hand.paste('Adaeze Okonkwo')
  expect(await findDraftNames()).toEqual([`passengers-${reference}`])
  const fill = () => server.call(setPassengers, { reference, ...makeTravellers(seats) }, { as })
  return { reference, fill }
}

/** The traveller forms that this phone has stored. */
async function findDraftNames() {
  const { listDraftNames } = await import('#lib/drafts')
  return (await listDraftNames()).filter((name) => name.startsWith('passengers-'))
}
const isGone = () => waitFor(async () => expect(await findDraftNames()).toEqual([]))

test('what was typed about travellers stays until the booking is paid, and goes with the thanks', async () => {
  const { reference, fill } = await aBookingWithDraft()
  const { data: booking } = await fill()
  await world.open(`/profile/trip?booking=${reference}`)
  await screen.findByText('Held, not paid')
  expect(await findDraftNames()).toEqual([`passengers-${reference}`])
  await payBooking(server, booking)
  // Age the booking that the phone has stored, so that the app fetches it again.
  world.phoneRunsAhead(60_000)
  await world.open(`/thanks-for-booking?booking=${reference}`)
  await screen.findByText('The ticket is saved on this phone.')
  await isGone()
})

test('it goes when the seats are released', async () => {
  const { reference } = await aBookingWithDraft()
  await world.open(`/profile/trip?booking=${reference}`)
  await press(/^Release the seats?$/)
  await press('Yes, release')
  await screen.findByText('Cancelled')
  await isGone()
})

test('it goes when the payment lands while the person is elsewhere', async () => {
  const { reference, fill } = await aBookingWithDraft()
  const { data: booking } = await fill()
  await payBooking(server, booking)
  const pending = { booking: reference, reference: `${reference}-1` }
  await sql`update payment set reference = ${pending.reference}
    where payable_id = (select id from booking where reference = ${reference})`.execute(world.db)
  localStorage.setItem('pending-payment', JSON.stringify(pending))
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response('waka')))
  await world.open('/about')
  const [{ settlePendingPayment: lookAfterPayment }, { queryClient }] = await Promise.all([
    import('#src/features/payments/check-pending.ts'),
    import('#src/app/query-client.ts'),
  ])
  await lookAfterPayment(queryClient)
  await isGone()
  expect(localStorage.getItem('unpaid-booking')).toBeNull()
})

test.for([
  ['stays for the next booking', 1, 1],
  ['goes after a month', 32, 0],
] as const)('when the time to pay is over, it %s', async ([, days, left]) => {
  const { reference } = await aBookingWithDraft()
  await expireHold(server, reference)
  const kept = JSON.parse(localStorage.getItem('unpaid-booking') ?? '{}') as { until: string }
  const until = new Date(Date.now() - days * 86_400_000).toISOString()
  localStorage.setItem('unpaid-booking', JSON.stringify({ ...kept, until }))
  await world.open('/')
  await waitFor(() => expect(world.sent.some((one) => one.includes('/connections'))).toBe(true))
  const { whenClockIsKnown } = await import('#lib/clock')
  await whenClockIsKnown
  await waitFor(async () => expect(await findDraftNames()).toHaveLength(left))
  expect(localStorage.getItem('unpaid-booking') === null).toBe(left === 0)
})
