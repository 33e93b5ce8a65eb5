import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aCharter, aVehicle, payCharter } from '#tests/support/charters'
import { aClientWorld } from './world.tsx'

const world = await aClientWorld()
const { db, server } = world

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

test('each address for hired vehicles that the specification names opens its screen', async () => {
  const vehicle = await aVehicle(db)
  const made = await aCharter(server, vehicle)
  await payCharter(server, made)
  world.enter(made.owner)
  const paid = `/charter-marketplace/confirm-payment/success?charter=${made.charter.reference}`
  for (const [address, title] of [
    ['/charter-type', 'Hire a vehicle'],
    ['/charter-marketplace', 'Vehicles for hire'],
    ['/charter-marketplace/custom-request', 'Ask for offers'],
    [`/charter-marketplace/browse_charter/${vehicle.id}`, 'Toyota HiAce 2020'],
    ['/charter-request', 'Ask for offers'],
    ['/charter-airport', 'Airport pick-up and drop-off'],
    ['/charter-request/success', 'No such request'],
    [paid, 'Deposit paid. It is yours.'],
  ] as const) {
    await world.open(address)
    expect(await heading(title), address).toBeDefined()
  }
})
