import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { sql } from '#server/db/sql'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aTrip } from '#tests/support/makers/trips'
import { aPhone } from '#tests/support/makers/phones'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, hand, origin } = world
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

/** A browser with a push service; `answer` is the person's answer to the permission request. */
function aBrowser(answer: NotificationPermission, subscribe: () => Promise<unknown>) {
  const notification: {
    permission: NotificationPermission
    requestPermission: () => Promise<string>
  } = {
    permission: answer === 'granted' ? 'default' : answer,
    requestPermission: async () => (notification.permission = answer),
  }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', class {})
  const pushManager = { subscribe, getSubscription: async () => null }
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { ready: Promise.resolve({ pushManager }) },
    configurable: true,
  })
}

/** Opens the ticket of a guest's paid booking. */
async function openTicket() {
  const trip = await aTrip(db)
  const { booking, as } = await aPaidBooking(world.server, trip.id, trip.sellable.slice(0, 1))
  world.remember(booking.reference, { token: as.guest_token })
  await world.open(`/ticket/${booking.reference}`)
  return booking.reference
}

test('after paying, one tap has this phone told of that booking', async () => {
  const phone = aPhone(`${origin}/sandbox/push`)
  aBrowser('granted', async () => ({ toJSON: () => phone.subscription }))
  const reference = await openTicket()
  await hand.click(await screen.findByRole('button', { name: 'Tell me' }))
  expect(await screen.findByText(/This phone tells you if this bus is late/)).toBeDefined()
  const { rows } = await sql`
    select b.reference from push_subscription s join push_booking k on k.subscription_id = s.id
    join booking b on b.id = k.booking_id where s.endpoint = ${phone.endpoint}`.execute(db)
  expect(rows).toEqual([{ reference }])
})

test('a push service that does not answer is said in words, and the card stays', async () => {
  aBrowser('granted', () => Promise.reject(new Error('push service not available')))
  await openTicket()
  await hand.click(await screen.findByRole('button', { name: 'Tell me' }))
  expect(await screen.findByText(/push service is not answering/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Tell me' })).toBeDefined()
})

test('where notifications are switched off, the way to change it is told once', async () => {
  aBrowser('denied', () => Promise.reject(new Error('never asked')))
  await openTicket()
  expect(await screen.findByText(/Notifications are switched off here/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Tell me' })).toBeNull()
  await hand.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.queryByText(/Notifications are switched off here/)).toBeNull()
})
