import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sellAtCounter } from '#contract/counter/endpoints'
import { sql } from '#server/db/sql'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aSaleInput, aShift } from '#tests/support/makers/counter'
import { aUser } from '#tests/support/makers/people'
import { aTrip } from '#tests/support/makers/trips'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()

test('what was bought at a counter is sent there, and its refund is not promised to a card', async () => {
  const trip = await aTrip(world.db)
  const key = await anOperatorKey(world.server, trip.operator_id)
  const shift = await aShift(world.server, key)
  const sale = aSaleInput(shift.id, trip.id, [1])
  const { data } = await world.server.call(sellAtCounter, sale, { as: key })
  const { reference } = data
  const person = await aUser(world.server)
  await sql`select adopt_booking(id, ${person.user.id}) from booking where reference = ${reference}`.execute(
    world.db,
  )
  await sql`select request_refund(id, 1000, 'operator_cancelled', 'source', 'test', '{}') from booking
    where reference = ${reference}`.execute(world.db)
  world.enter(person)
  await world.open(`/profile/trip?booking=${reference}`)
  await screen.findByText(/Go there to change or cancel this booking/)
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Move to another trip' })).toBeNull()
  await screen.findByText(/get it in cash at the operator’s counter/)
})
