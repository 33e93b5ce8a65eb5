import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  closeShift,
  getOpenShift,
  previewCounterRefund,
  sellAtCounter,
} from '#contract/counter/endpoints'
import { formatNaira } from '#contract/money'
import { sql } from '#server/db/sql'
import { aSaleInput, aShift } from '#tests/support/makers/counter'
import { aMember, aSecondFactorMember } from '#tests/support/makers/members'
import { aTrip } from '#tests/support/makers/trips'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world

/** A clerk with an open shift, who has sold these seats for cash. */
async function aSale(seats: number[], float_kobo = 1_000_000) {
  const trip = await aTrip(server.db)
  const { operator_id } = trip
  const clerk = await aSecondFactorMember(server, { operator_id, role: 'counter' })
  const shift = await aShift(server, clerk.as, float_kobo)
  const input = aSaleInput(shift.id, trip.id, seats)
  const passengers = input.passengers.map((one) => ({ ...one, phone: '0803 111 2233' }))
  const sold = await server.call(sellAtCounter, { ...input, passengers }, { as: clerk.as })
  const { reference } = sold.data
  const backFor = async (chosen: string) => {
    const { data } = await server.call(
      previewCounterRefund,
      { reference, seats: chosen },
      { as: clerk.as },
    )
    return data.cancel_kobo ?? 0
  }
  return { trip, operator_id, clerk, reference, shift: sold.data.shift, backFor }
}

test('a clerk finds a sale in the shift, chooses a seat, confirms, and the drawer holds less', async () => {
  const { clerk, reference, shift, backFor } = await aSale([1, 3])
  const back_kobo = await backFor('3')
  const back = formatNaira(back_kobo)
  await openDesk(world, clerk, '/counter')
  await hand.click(await screen.findByRole('link', { name: 'Sales and refunds' }))
  await hand.click(await screen.findByRole('link', { name: /^Musa Bello/ }))
  await screen.findByText('Choose at least one seat.')
  await hand.click(screen.getByLabelText(/^Seat 3:/))
  await press(`Pay out ${back}`)
  await screen.findByText(
    'Seat 3 is cancelled and can be sold again. The ticket is no longer valid.',
  )
  await press(`Yes, pay out ${back}`)
  const rest = formatNaira(shift.expected_kobo - back_kobo)
  await screen.findByText(
    new RegExp(`^Give Musa Bello . ${back} in cash now. ${rest} stay in your drawer.$`),
  )
  const { data } = await server.call(getOpenShift, {}, { as: clerk.as })
  expect(data.shift).toMatchObject({
    paid_out_kobo: back_kobo,
    expected_kobo: shift.expected_kobo - back_kobo,
  })
  expect((await screen.findByLabelText<HTMLInputElement>(/^Seat 1:/)).checked).toBe(false)
  await screen.findByText('Choose at least one seat.')
  expect(screen.queryByLabelText(/^Seat 3:/)).toBeNull()
  await hand.click(screen.getByRole('link', { name: 'All sales' }))
  const sale = within(await screen.findByRole('listitem', { name: new RegExp(reference) }))
  await sale.findByText(`${back} paid out`)
})

test('a sale is found by phone, and a text that is neither is refused at the field', async () => {
  const { clerk, reference } = await aSale([1])
  await openDesk(world, clerk, '/sales')
  const field = await screen.findByLabelText('Booking, ticket, waybill or phone')
  await hand.type(field, 'Musa')
  await press('Find')
  await screen.findByText(/^Enter the 11 characters of a booking, ticket or waybill/)
  await hand.clear(field)
  await hand.type(field, '0803 111 2233')
  await press('Find')
  await screen.findByRole('heading', { name: 'Found for 0803 111 2233' })
  await screen.findByRole('listitem', { name: new RegExp(reference) })
  await press('Sales of my shift')
  await screen.findByRole('heading', { name: 'Sales of my open shift' })
})

test('without an open shift, and with too little cash, the clerk reads why nothing can be paid out', async () => {
  const { clerk, reference, shift, operator_id } = await aSale([1])
  const counted_kobo = shift.expected_kobo
  await server.call(closeShift, { id: shift.id, counted_kobo }, { as: clerk.as })
  await openDesk(world, clerk, `/sales/${reference}`)
  await screen.findByText(/^You have no open shift/)
  screen.getByRole('link', { name: 'Open a shift' })
  expect(screen.queryByRole('button', { name: /^Pay out/ })).toBeNull()
  await aShift(server, clerk.as, 10_000)
  await openDesk(world, clerk, `/sales/${reference}`)
  await screen.findByText(/^Your drawer holds ₦100/)
  expect(screen.queryByRole('button', { name: /^Pay out/ })).toBeNull()
  const unproved = await aMember(server, { operator_id, role: 'counter' })
  await openDesk(world, unproved, `/sales/${reference}`)
  // Before anything is chosen for the refund or the move.
  await screen.findByText(/^A refund needs a code/)
  screen.getByText(/^Moving a sale needs a code/)
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Choose a departure' })).toBeNull()
})

test('once the bus has left, the clerk reads that instead of a sum', async () => {
  const { clerk, reference, trip } = await aSale([1, 3])
  await sql`update trip set departs_at = departs_at - interval '3 days', arrives_at = arrives_at - interval '3 days',
    sales_close_at = sales_close_at - interval '3 days' where id = ${trip.trip_id}`.execute(
    server.db,
  )
  await openDesk(world, clerk, `/sales/${reference}`)
  await screen.findByText('The time at which this bus was to leave has passed.')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Pay out/ })).toBeNull()
})
