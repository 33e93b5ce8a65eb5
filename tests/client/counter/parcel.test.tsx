import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getOpenShift, getParcelSale } from '#contract/counter/endpoints'
import { errorTable } from '#contract/errors'
import { formatNaira } from '#contract/money'
import { trackParcel } from '#contract/parcels/endpoints'
import { aShift, aWalkInInput, aWalkInParcel } from '#tests/support/makers/counter'
import { setServiceDateToday } from '#tests/support/makers/departures'
import { aSecondFactorMember } from '#tests/support/makers/members'
import { aParcelTrip } from '#tests/support/makers/parcels'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world

/** A bus of today that carries parcels, and a clerk of its operator with an open shift. */
async function aCounter() {
  const trip = await aParcelTrip(server)
  await setServiceDateToday(server.db, trip)
  const { operator_id } = trip
  const clerk = await aSecondFactorMember(server, { operator_id, role: 'counter' })
  return { trip, clerk, shift: await aShift(server, clerk.as) }
}

const choose = (label: string | RegExp, option: string) =>
  hand.selectOptions(screen.getByLabelText(label), option)
const type = (label: string | RegExp, text: string) => hand.type(screen.getByLabelText(label), text)

/** Fills in a small parcel of clothes from Lagos to Abuja. */
async function fillIn() {
  await hand.click(await screen.findByLabelText('Parcel'))
  await screen.findByLabelText('Accepted at')
  await choose('To', 'Abuja')
  await hand.selectOptions(screen.getByLabelText('Size'), 'small')
  await hand.selectOptions(screen.getByLabelText('Kind of goods'), 'clothes')
  await type(/^Declared value/, '30000')
  await type('Contents', 'Two lace wrappers and a blouse')
  await hand.click(screen.getByLabelText('The sender says that nothing in it is prohibited'))
  await type('Sender’s name', 'Ngozi Bello')
  await type('Sender’s phone', '0803 123 4567')
  await type('Receiver’s name', 'Yusuf Danjuma')
  await type('Receiver’s phone', '0805 678 9012')
}

test('a clerk sells a parcel to a walk-in, and prints its waybill with the PIN', async () => {
  const { trip, clerk, shift } = await aCounter()
  const { total_kobo } = await aWalkInInput(server, shift.id, trip)
  const price = formatNaira(total_kobo)
  await openDesk(world, clerk, '/counter')
  await fillIn()
  expect(within(screen.getByRole('group', { name: 'Price' })).getByText(price)).toBeDefined()
  await press(`Take ${price}`)
  await screen.findByText(`Paid ${price}. It is accepted.`)
  const receipt = within(await screen.findByRole('region', { name: 'For the sender' }))
  const reference = receipt.getByText(/^[0-9A-Z]{11}$/).textContent
  const { data } = await server.call(getParcelSale, { reference }, { as: clerk.as })
  expect(data.parcel.pickup_pin).toMatch(/^\d{6}$/)
  expect(receipt.getByText(data.parcel.pickup_pin ?? '')).toBeDefined()
  const label = within(screen.getByRole('region', { name: 'For the parcel' }))
  label.getByRole('img', { name: `Code of waybill ${reference}` })
  // The label travels with the parcel, so the PIN is not on it.
  expect(label.queryByText(data.parcel.pickup_pin ?? '')).toBeNull()
  await press('Next sale')
  const sum = (await screen.findByText('Parcels, 1 parcel')).nextElementSibling
  expect(sum?.textContent).toBe(price)
})

test('a parcel whose answer was lost is named until it is known, and is not sold twice', async () => {
  const { trip, clerk, shift } = await aCounter()
  const price = formatNaira((await aWalkInInput(server, shift.id, trip)).total_kobo)
  await openDesk(world, clerk, '/counter')
  await fillIn()
  world.loseAnswerOnce(`POST /api/v1/waka/counter/shifts/${shift.id}/parcels`)
  await press(`Take ${price}`)
  await screen.findByText('We do not know yet whether this parcel was sold.')
  await hand.click(screen.getByLabelText('Seats'))
  await hand.click(screen.getByLabelText('Parcel'))
  screen.getByText(new RegExp(`^From Ngozi Bello to Yusuf Danjuma, ${price}`))
  expect(screen.queryByLabelText('Sender’s name')).toBeNull()
  await press('Ask again')
  await screen.findByText(`Paid ${price}. It is accepted.`)
  const { data } = await server.call(getOpenShift, {}, { as: clerk.as })
  expect(data.shift?.sales).toBe(1)
})

test('a parcel without an answer comes first when the clerk returns to the counter', async () => {
  const { trip, clerk, shift } = await aCounter()
  const price = formatNaira((await aWalkInInput(server, shift.id, trip)).total_kobo)
  await openDesk(world, clerk, '/counter')
  await fillIn()
  world.loseAnswerOnce(`POST /api/v1/waka/counter/shifts/${shift.id}/parcels`)
  await press(`Take ${price}`)
  await screen.findByText('We do not know yet whether this parcel was sold.')
  await openDesk(world, clerk, '/counter')
  await screen.findByText(new RegExp(`^From Ngozi Bello to Yusuf Danjuma, ${price}`))
  await press('Ask again')
  await screen.findByText(`Paid ${price}. It is accepted.`)
  const { data } = await server.call(getOpenShift, {}, { as: clerk.as })
  expect(data.shift?.sales).toBe(1)
})

test('a parcel whose repeated sale is refused comes back into the form, with the reason', async () => {
  const { trip, clerk, shift } = await aCounter()
  const price = formatNaira((await aWalkInInput(server, shift.id, trip)).total_kobo)
  await openDesk(world, clerk, '/counter')
  await fillIn()
  const sale = `POST /api/v1/waka/counter/shifts/${shift.id}/parcels`
  world.breakAt(sale)
  await press(`Take ${price}`)
  await screen.findByText('We do not know yet whether this parcel was sold.')
  world.breakAt(sale, 'price_changed')
  await press('Ask again')
  await screen.findByLabelText('Sender’s name')
  expect(screen.getByRole('alert').textContent).toContain(errorTable.price_changed[1])
  expect(screen.getByLabelText<HTMLInputElement>('Sender’s name').value).toBe('Ngozi Bello')
})

test('what is typed while a parcel is being sold stays for the next one', async () => {
  const { trip, clerk, shift } = await aCounter()
  const price = formatNaira((await aWalkInInput(server, shift.id, trip)).total_kobo)
  await openDesk(world, clerk, '/counter')
  await fillIn()
  const answer = world.silenceAt(`/counter/shifts/${shift.id}/parcels`)
  await press(`Take ${price}`)
  await type('Contents', ', and a hat')
  answer()
  await screen.findByText(`Paid ${price}. It is accepted.`)
  await press('Next sale')
  const field = await screen.findByLabelText<HTMLInputElement>('Contents')
  expect(field.value).toBe('Two lace wrappers and a blouse, and a hat')
})

test('what is missing is said at its field, and nothing is sold', async () => {
  const { clerk } = await aCounter()
  await openDesk(world, clerk, '/counter')
  await hand.click(await screen.findByLabelText('Parcel'))
  await screen.findByLabelText('Accepted at')
  await press('Take the money')
  for (const sentence of [
    'Choose where it goes.',
    'Choose a size that fits.',
    'Choose what it is.',
  ])
    expect(await screen.findByText(sentence)).toBeDefined()
  const { shift } = (await server.call(getOpenShift, {}, { as: clerk.as })).data
  expect(shift?.sales).toBe(0)
})

test('goods that need an add-on have it at once, and the price contains it', async () => {
  const { clerk } = await aCounter()
  await openDesk(world, clerk, '/counter')
  await fillIn()
  const fragile = screen.getByLabelText<HTMLInputElement>(/^Fragile/)
  expect(fragile.checked).toBe(false)
  const before = screen.getByRole('button', { name: /^Take ₦/ }).textContent
  await hand.selectOptions(screen.getByLabelText('Kind of goods'), 'fragile')
  await waitFor(() => expect(fragile.checked).toBe(true))
  expect(screen.getByRole('button', { name: /^Take ₦/ }).textContent).not.toBe(before)
})

test('a sold parcel is found by its waybill, cancelled, and paid out of the drawer', async () => {
  const { trip, clerk, shift } = await aCounter()
  const { reference } = await aWalkInParcel(server, clerk.as, shift.id, trip)
  await openDesk(world, clerk, '/sales')
  const field = await screen.findByLabelText('Booking, ticket, waybill or phone')
  await hand.type(field, reference)
  await press('Find')
  // Wait until the search result replaces the list of the shift, which contains the same sale.
  await screen.findByText(`Found for ${reference}`)
  await hand.click(await screen.findByRole('link', { name: /Ngozi Bello/ }))
  await hand.click(await screen.findByRole('button', { name: /^Cancel it and pay out ₦/ }))
  await press('Yes, cancel it and pay out')
  await screen.findByText(/^Cancelled\. Give the sender ₦[\d,.]+ in cash and the parcel now\./)
  const { data } = await server.call(trackParcel, { tracking_id: reference })
  expect(data.state).toBe('cancelled')
})
