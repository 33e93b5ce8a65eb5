import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aTrip } from '#tests/support/makers/trips'
import { choosePlace } from '#tests/client/fixtures/sheets'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand } = world

test('motor parks are listed by city and lead to what leaves there', async () => {
  await aTrip(world.db, { stops: ['minna', 'jos'] })
  await world.open('/parks')
  const list = async () => within(await screen.findByRole('list', { name: 'Motor parks' }))
  expect((await list()).getAllByRole('listitem').length).toBeGreaterThan(1)
  await choosePlace(hand, 'City', 'Minna')
  await waitFor(async () => expect((await list()).getAllByRole('listitem')).toHaveLength(1))
  expect((await list()).getByText('Minna, Niger')).toBeDefined()
  await hand.click((await list()).getByRole('link'))
  expect(await screen.findByRole('list', { name: /^Departures/ })).toBeDefined()
})

test('routes are listed from city to city and lead to the page of each', async () => {
  await aTrip(world.db, { stops: ['uyo', 'calabar'] })
  await world.open('/routes?from=uyo')
  const list = within(await screen.findByRole('list', { name: 'Bus routes' }))
  const link = list.getByRole('link', { name: 'Uyo to Calabar' })
  expect(link.getAttribute('href')).toBe('/bookride/uyo-to-calabar')
})
