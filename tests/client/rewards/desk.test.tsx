import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getRewards } from '#contract/rewards/endpoints'
import { pointsPerSeat } from '#contract/rewards/rules'
import { runJob } from '#tests/support/server/jobs'
import { aMember, aStaffMember } from '#tests/support/makers/members'
import type { MadeUser } from '#tests/support/makers/people'
import { aBookingForPerson, moveTripToPast } from '#tests/support/makers/travels'
import { anOperator } from '#tests/support/makers/trips'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand, server } = world

/** An owner who bought two seats from their own desk and travelled. */
async function anOwnersTrip(full_name: string) {
  const operator_id = await anOperator(server.db)
  const owner = await aMember(server, { operator_id, role: 'owner', full_name })
  const booking = await aBookingForPerson(server, owner, { operator_id, seats: 2 })
  await moveTripToPast(server, booking)
  return { owner, booking }
}

const pointsOf = async ({ as }: MadeUser) => (await server.call(getRewards, {}, { as })).data.points

test('an administrator gives the rewards of one trip and refuses those of another, each with a reason', async () => {
  const [good, bad] = [await anOwnersTrip('Gbemi Ade'), await anOwnersTrip('Bayo Musa')]
  await runJob(server.host, 'rewards.sweep', {})
  const admin = await aStaffMember(server)
  await openDesk(world, admin, '/')
  await hand.click(await screen.findByRole('link', { name: 'Reward checks' }))
  const cardOf = async (reference: string) =>
    within(await screen.findByRole('listitem', { name: `Rewards of ${reference}` }))

  const first = await cardOf(good.booking.reference)
  first.getByText('Gbemi Ade')
  first.getByText('The buyer, or the person who invited them, works for the operator.')
  first.getByText(/We earned ₦400\. The rewards are at most 80% of it\./)
  await hand.click(first.getByRole('button', { name: 'Give the rewards' }))
  expect(await first.findByLabelText(/Why/)).toBe(document.activeElement)
  await hand.type(first.getByLabelText(/Why/), 'They travelled for themselves.')
  await hand.click(first.getByRole('button', { name: 'Give the rewards' }))
  await screen.findByText(`Gbemi Ade gets the rewards of ${good.booking.reference}.`)
  expect(await pointsOf(good.owner)).toBe(2 * pointsPerSeat)

  const second = await cardOf(bad.booking.reference)
  await hand.type(second.getByLabelText(/Why/), 'Nobody was on this bus.')
  await hand.click(second.getByRole('button', { name: 'Refuse them' }))
  await screen.findByText(`Bayo Musa gets no rewards of ${bad.booking.reference}.`)
  await screen.findByText('Nothing is waiting.')
  expect(await pointsOf(bad.owner)).toBe(0)
})

test('a traveller sees that their trip is being checked', async () => {
  const { owner } = await anOwnersTrip('Ola Bello')
  await runJob(server.host, 'rewards.sweep', {})
  world.enter(owner)
  await world.open('/profile/rewards')
  expect(await screen.findByText('We are checking 1 trip before the points come.')).toBeDefined()
})
