import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { closeShift, getOpenShift } from '#contract/counter/endpoints'
import { formatNaira } from '#contract/money'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { adultSeatKobo, aShift } from '#tests/support/makers/counter'
import { setServiceDateToday } from '#tests/support/makers/departures'
import { aMember } from '#tests/support/makers/members'
import { aTrip } from '#tests/support/makers/trips'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world
const price = formatNaira(adultSeatKobo)
const unknown = 'We do not know yet whether these seats were sold.'

/** A departure of today, and a clerk of its operator with an open shift. */
async function aCounter() {
  const trip = await aTrip(server.db, { departs_in_hours: 1 })
  await setServiceDateToday(server.db, trip)
  const { operator_id } = trip
  const clerk = await aMember(server, { operator_id, role: 'counter' })
  const { id } = await aShift(server, clerk.as)
  return { trip, operator_id, clerk, sale: `POST /api/v1/waka/counter/shifts/${id}/sales` }
}
type Counter = Awaited<ReturnType<typeof aCounter>>

const countSales = async ({ clerk }: Pick<Counter, 'clerk'>) =>
  (await server.call(getOpenShift, {}, { as: clerk.as })).data.shift?.sales

/** Chooses seat 4 for Musa Bello. */
async function typeSale() {
  await hand.click(await screen.findByRole('button', { name: /^Seat 4\b/ }))
  await hand.type(screen.getByLabelText('Name'), 'Musa Bello')
  await hand.click(screen.getByLabelText('Male'))
}

/** Sells seat 4 to Musa Bello, without an answer. */
async function sellUnanswered({ clerk }: Counter) {
  await openDesk(world, clerk, '/counter')
  await typeSale()
  await press(`Sell for ${price}`)
  await screen.findByText(unknown)
}

/** Leaves the counter and comes back to the form of the next sale. */
async function returnToForm({ clerk }: Counter) {
  await openDesk(world, clerk, '/counter')
  await screen.findByRole('button', { name: /^Seat 5\b/ })
  expect(screen.queryByText(unknown)).toBeNull()
}

test('a sale without an answer comes first when the clerk returns to the counter, and is sold once', async () => {
  const counter = await aCounter()
  world.loseAnswerOnce(counter.sale)
  await sellUnanswered(counter)
  await hand.click(screen.getByRole('link', { name: 'Sales and refunds' }))
  await hand.click(await screen.findByRole('link', { name: /^Counter/ }))
  await screen.findByText(unknown)
  await openDesk(world, counter.clerk, '/counter')
  await screen.findByText(new RegExp(`^Musa Bello, seat 4, ${price}`))
  expect(screen.queryByLabelText('Departure')).toBeNull()
  await press('Ask again')
  await screen.findByText(`Sold for ${price}`)
  expect(await countSales(counter)).toBe(1)
  await returnToForm(counter)
})

test('a sale without an answer waits while the limit of calls or a login hides what became of it', async () => {
  const counter = await aCounter()
  world.loseAnswerOnce(counter.sale)
  await sellUnanswered(counter)
  const repair = world.breakAt(counter.sale, 'too_many_requests')
  await press('Ask again')
  await screen.findByText(/too many/i)
  screen.getByText(unknown)
  repair()
  await press('Ask again')
  await screen.findByText(`Sold for ${price}`)
  expect(await countSales(counter)).toBe(1)
})

test('the answer that comes after the clerk has left the counter is not lost', async () => {
  const counter = await aCounter()
  const answer = world.silenceAt(counter.sale.replace('POST ', ''))
  await openDesk(world, counter.clerk, '/counter')
  await typeSale()
  await press(`Sell for ${price}`)
  await hand.click(screen.getByRole('link', { name: 'Sales and refunds' }))
  answer()
  await waitFor(async () => expect(await countSales(counter)).toBe(1))
  await hand.click(await screen.findByRole('link', { name: /^Counter/ }))
  await screen.findByText(unknown)
  await press('Ask again')
  await screen.findByText(`Sold for ${price}`)
  expect(await countSales(counter)).toBe(1)
})

test('a sale of an earlier shift is answered beside the open one', async () => {
  const counter = await aCounter()
  world.loseAnswerOnce(counter.sale)
  await sellUnanswered(counter)
  const { as } = counter.clerk
  const { shift } = (await server.call(getOpenShift, {}, { as })).data
  const counted = { id: shift?.id ?? '', counted_kobo: shift?.expected_kobo ?? 0 }
  const closed = await server.call(closeShift, counted, { as })
  expect(closed.status).toBe(200)
  await aShift(server, as)
  await openDesk(world, counter.clerk, '/counter')
  await press('Ask again')
  await screen.findByText(`Sold for ${price}`)
  await press('Next sale')
  await screen.findByRole('button', { name: /^Seat 5\b/ })
  expect(await countSales(counter)).toBe(0)
})

test('a sale that is refused after the clerk has returned says why', async () => {
  const counter = await aCounter()
  const repair = world.breakAt(counter.sale)
  await sellUnanswered(counter)
  await openDesk(world, counter.clerk, '/counter')
  await screen.findByText(unknown)
  repair()
  await aPaidBooking(server, counter.trip.id, [4])
  await press('Ask again')
  const card = within(await screen.findByRole('region', { name: 'A sale that was refused' }))
  card.getByText(/Seat 4 was just taken/)
  card.getByText(/^Musa Bello, seat 4/)
  await press('Next sale')
  await screen.findByRole('button', { name: /^Seat 5\b/ })
  expect(await countSales(counter)).toBe(0)
  await returnToForm(counter)
})

test('a clerk stops asking for an answer, and is told where the sale may be listed', async () => {
  const counter = await aCounter()
  world.breakAt(counter.sale)
  await sellUnanswered(counter)
  await openDesk(world, counter.clerk, '/counter')
  await press('Stop asking')
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/listed in Sales and refunds/)
  await hand.click(dialog.getByRole('button', { name: 'Stop asking' }))
  await screen.findByRole('button', { name: /^Seat 5\b/ })
  await returnToForm(counter)
})

test('a sale without an answer belongs to the clerk who made it', async () => {
  const counter = await aCounter()
  world.breakAt(counter.sale)
  await sellUnanswered(counter)
  const { operator_id } = counter
  const other = await aMember(server, { operator_id, role: 'counter' })
  await aShift(server, other.as)
  await returnToForm({ ...counter, clerk: other })
  await openDesk(world, counter.clerk, '/counter')
  await screen.findByText(unknown)
})
