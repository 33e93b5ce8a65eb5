import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aTrip } from '#tests/support/makers/trips'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { pressButton } = world

beforeEach(() => localStorage.clear())

/** Opens the thanks for a paid booking; the browser offers to install the app. Returns how the offer is used. */
async function openThanks() {
  const trip = await aTrip(world.db)
  const { booking, as } = await aPaidBooking(world.server, trip.id, trip.sellable.slice(0, 1))
  world.remember(booking.reference, { token: as.guest_token })
  await world.open(`/thanks-for-booking?booking=${booking.reference}`)
  await screen.findByText('The ticket is saved on this phone.')
  return offerInstall()
}

async function offerInstall() {
  // The app listens from its start on, which these tests leave out.
  const { watchInstallOffer } = await import('#lib/install-offer')
  watchInstallOffer()
  const prompt = vi.fn(() => Promise.resolve())
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void dispatchEvent(offer))
  expect(offer.defaultPrevented).toBe(true)
  return prompt
}

const question = 'Put Waka on your home screen'

test('after the first ticket the app may be put on the home screen, with one tap', async () => {
  const prompt = await openThanks()
  expect(await screen.findByText(question)).toBeDefined()
  await pressButton('Add to home screen')
  expect(prompt).toHaveBeenCalledOnce()
  expect(screen.queryByText(question)).toBeNull()
})

test('who does not want the app on the home screen is never asked again', async () => {
  const prompt = await openThanks()
  await pressButton('Not now')
  expect(screen.queryByText(question)).toBeNull()
  await world.reload()
  await screen.findByText('The ticket is saved on this phone.')
  await offerInstall()
  expect(screen.queryByText(question)).toBeNull()
  expect(prompt).not.toHaveBeenCalled()
})
