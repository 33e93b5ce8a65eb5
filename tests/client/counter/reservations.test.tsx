import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  findReservations,
  getOpenShift,
  getReservationTerms,
  sellAtCounter,
} from '#contract/counter/endpoints'
import { formatNaira } from '#contract/money'
import { startPayment } from '#contract/payments/endpoints'
import { expireHold } from '#tests/support/makers/bookings'
import { adultSeatKobo, aSaleInput, aShift } from '#tests/support/makers/counter'
import { aMember } from '#tests/support/makers/members'
import { aUser } from '#tests/support/makers/people'
import { aReservation, aTripPaidAtPark } from '#tests/support/makers/reservations'
import { anOperator } from '#tests/support/makers/trips'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world

test('a clerk finds a reservation by the traveller’s phone, takes the cash, and has the ticket', async () => {
  const trip = await aTripPaidAtPark(server)
  const { operator_id } = trip
  const person = await aUser(server)
  const { reference } = await aReservation(server, trip.id, [1], person.as)
  const clerk = await aMember(server, { operator_id, role: 'counter' })
  await aShift(server, clerk.as)
  await openDesk(world, clerk, '/counter')
  // The number beside the link counts what the screen lists.
  await screen.findByRole('link', { name: 'Counter 1 waiting' })
  const waiting = within(await screen.findByRole('list', { name: 'Waiting for their money' }))
  expect(waiting.getAllByRole('listitem')).toHaveLength(1)
  const field = await screen.findByLabelText('Booking code or phone number')
  await hand.type(field, '0805 000 0000')
  await press('Find')
  await screen.findByText(/^No open reservation with this code or phone/)
  await hand.clear(field)
  await hand.type(field, person.user.phone ?? '')
  await press('Find')
  const found = await screen.findByRole('listitem', { name: `Reservation ${reference}` })
  within(found).getByText(/^Adaeze Okonkwo b, seat 1$/)
  const price = formatNaira(adultSeatKobo)
  await press(`Take ${price}`)
  await screen.findByText(`Sold for ${price}`)
  screen.getByRole('region', { name: 'Seat 1' })
  const { data } = await server.call(getOpenShift, {}, { as: clerk.as })
  expect(data.shift?.taken).toEqual([{ means: 'cash', amount_kobo: adultSeatKobo }])
})

test('a clerk who looks for seats that are paid already reads so, and is led to the sale', async () => {
  const { id, operator_id } = await aTripPaidAtPark(server)
  const clerk = await aMember(server, { operator_id, role: 'counter' })
  const shift = await aShift(server, clerk.as)
  const { data: sold } = await server.call(sellAtCounter, aSaleInput(shift.id, id, [1]), {
    as: clerk.as,
  })
  await openDesk(world, clerk, '/counter')
  await hand.type(await screen.findByLabelText('Booking code or phone number'), sold.reference)
  await press('Find')
  const found = await screen.findByRole('listitem', { name: `Paid booking ${sold.reference}` })
  within(found).getByRole('status', { name: 'Paid already' })
  expect(within(found).queryByRole('button')).toBeNull()
  await hand.click(within(found).getByRole('link', { name: 'Open the sale' }))
  await expect.poll(() => location.pathname).toBe(`/desk/sales/${sold.reference}`)
})

test('only a reservation that was not paid in time is to be sold again', async () => {
  const { id, operator_id } = await aTripPaidAtPark(server)
  const { as } = await aUser(server)
  const { reference } = await aReservation(server, id, [1], as)
  const clerk = await aMember(server, { operator_id, role: 'counter' })
  const shift = await aShift(server, clerk.as)
  await expireHold(server, reference)
  await server.call(sellAtCounter, aSaleInput(shift.id, id, [1]), { as: clerk.as })
  await openDesk(world, clerk, '/counter')
  await hand.type(await screen.findByLabelText('Booking code or phone number'), reference)
  await press('Find')
  const found = await screen.findByRole('listitem', { name: `Expired reservation ${reference}` })
  within(found).getByText(/Sell the seats again\.$/)
})

test('a clerk is told when a search finds more reservations than are listed', async () => {
  const { id, operator_id } = await aTripPaidAtPark(server)
  const { as } = await aUser(server)
  const { reference } = await aReservation(server, id, [1], as)
  const clerk = await aMember(server, { operator_id, role: 'counter' })
  await aShift(server, clerk.as)
  const { data } = await server.call(findReservations, { search: reference }, { as: clerk.as })
  const full = Array.from({ length: 20 }, (_, at) => ({ ...data[0], reference: `WK-${at}` }))
  await openDesk(world, clerk, '/counter')
  await hand.type(await screen.findByLabelText('Booking code or phone number'), reference)
  await press('Find')
  await screen.findByRole('listitem', { name: /^Reservation/ })
  expect(screen.queryByText(/^Only 20 reservations/)).toBeNull()
  world.answerOnce(`GET /api/v1/waka/counter/reservations?search=${reference}&ended=1`, {
    data: full,
  })
  await press('Find')
  await screen.findByText('Only 20 reservations are listed. Find another by its booking code.')
})

test('a clerk is warned when an online payment for a reservation has begun', async () => {
  const { id, operator_id } = await aTripPaidAtPark(server)
  const { as } = await aUser(server)
  const { reference } = await aReservation(server, id, [1], as)
  const clerk = await aMember(server, { operator_id, role: 'counter' })
  await aShift(server, clerk.as)
  const find = async () => {
    await openDesk(world, clerk, '/counter')
    await hand.type(await screen.findByLabelText('Booking code or phone number'), reference)
    await press('Find')
    await screen.findByRole('listitem', { name: `Reservation ${reference}` })
  }
  await find()
  expect(screen.queryByText('An online payment has begun.')).toBeNull()
  const payment = { purpose: 'booking', provider: 'paystack', reference } as const
  expect((await server.call(startPayment, payment, { as })).status).toBe(200)
  await find()
  screen.getByText('An online payment has begun.')
})

test('an owner allows pay at the park, changes its time, and ends it', async () => {
  const operator_id = await anOperator(server.db)
  const owner = await aMember(server, { operator_id, role: 'owner' })
  await openDesk(world, owner, '/drawers')
  const allowed = await screen.findByRole('checkbox', {
    name: 'Travellers may reserve on the phone and pay at the counter',
  })
  const terms = async () => (await server.call(getReservationTerms, {}, { as: owner.as })).data
  await hand.click(allowed)
  await expect.poll(terms).toEqual({ lead_hours: 2 })
  const until = await screen.findByLabelText('Seats are kept')
  await hand.selectOptions(until, 'Until 4 hours before departure')
  await expect.poll(terms).toEqual({ lead_hours: 4 })
  await hand.click(allowed)
  await expect.poll(terms).toEqual({ lead_hours: null })
  expect(screen.queryByLabelText('Seats are kept')).toBeNull()
})
