import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShift } from '#tests/support/makers/counter'
import { setServiceDateToday } from '#tests/support/makers/departures'
import { aMember } from '#tests/support/makers/members'
import { aTrip } from '#tests/support/makers/trips'
import { formatDayShort } from '#lib/format'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand, server } = world
const question = 'Where do you sell?'

/** Two departures of today in Lagos, one in Ibadan between them, and a clerk with an open shift. */
async function aCounterOfTwoParks() {
  const first = await aTrip(server.db, { departs_in_hours: 1, stops: ['lagos', 'abuja'] })
  const { operator_id } = first
  const between = await aTrip(server.db, {
    operator_id,
    departs_in_hours: 2,
    stops: ['ibadan', 'lagos'],
  })
  const last = await aTrip(server.db, {
    operator_id,
    departs_in_hours: 3,
    stops: ['lagos', 'ibadan'],
  })
  for (const trip of [first, between, last]) await setServiceDateToday(server.db, trip)
  return { operator_id, first, between, last, clerk: await aClerk(operator_id) }
}

async function aClerk(operator_id: string) {
  const clerk = await aMember(server, { operator_id, role: 'counter' })
  await aShift(server, clerk.as)
  return clerk
}

const findField = () => screen.findByLabelText<HTMLSelectElement>(question)
const listNames = (field: HTMLSelectElement) => [...field.options].map(({ text }) => text)

/** Waits until the departures of these trips are listed, in this order. Returns their labels. */
async function findDepartures(...trips: readonly { trip_id: string }[]): Promise<string[]> {
  const keys = trips.map(({ trip_id }) => `${trip_id}.0`)
  await waitFor(() => {
    const { options } = screen.getByLabelText<HTMLSelectElement>('Departure')
    expect([...options].map(({ value }) => value)).toEqual(keys)
  })
  return listNames(screen.getByLabelText('Departure'))
}

test('a clerk says once where they sell; the buses of that park are listed, the next one first', async () => {
  const { clerk, operator_id, first, between, last } = await aCounterOfTwoParks()
  await openDesk(world, clerk, '/counter')
  const field = await findField()
  await within(field).findByText('All motor parks')
  expect(screen.queryByLabelText('Departure')).toBeNull()
  const lagos = listNames(field).find((name) => /lagos/i.test(name)) ?? listNames(field).at(-1)
  await hand.selectOptions(field, lagos ?? '')
  const labels = await findDepartures(first, last)
  for (const label of labels) expect(label).toMatch(/\d:\d\d\s[AP]M → /)
  // The park is the device's, not the clerk's.
  await openDesk(world, await aClerk(operator_id), '/counter')
  await findDepartures(first, last)
  expect((await findField()).selectedOptions[0]?.text).toBe(lagos)
  await hand.selectOptions(await findField(), 'All motor parks')
  await findDepartures(first, between, last)
})

test('an operator with one motor park is not asked, and on another day each bus has its day', async () => {
  const trip = await aTrip(server.db, { departs_in_hours: 49 })
  await openDesk(world, await aClerk(trip.operator_id), '/counter')
  await screen.findByText(/^No more departures on sale today\./)
  expect(screen.queryByLabelText(question)).toBeNull()
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: trip.date } })
  await screen.findByLabelText('Departure')
  const [label] = await findDepartures(trip)
  expect(label).toMatch(
    new RegExp(`^${formatDayShort(trip.date)}, \\d+:\\d\\d\\s[AP]M · Lagos Park → `),
  )
})
