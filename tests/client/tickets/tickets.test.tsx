import { screen, waitFor, within } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { cancelBooking } from '#contract/bookings/endpoints'
import type { Booking } from '#contract/bookings/model'
import { formatNaira } from '#contract/money'
import { addDays, today } from '#lib/format'
import { sql } from '#server/db/sql'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aTrip } from '#tests/support/makers/trips'
import { aClientWorld } from '#tests/client/fixtures/world'
import { phoneFormatMessage } from '#contract/phone'

const world = await aClientWorld()
const { hand } = world

/** A paid booking of two, made on another phone. */
async function aBookingElsewhere() {
  const trip = await aTrip(world.db)
  const seats = trip.sellable.slice(0, 2)
  const { booking, as } = await aPaidBooking(world.server, trip.id, seats)
  return { booking, seats, token: as.guest_token }
}

/** A paid booking of two whose tickets this phone has just saved. */
async function aSavedTicket() {
  const { booking, seats, token } = await aBookingElsewhere()
  world.remember(booking.reference, { token })
  await world.open(`/thanks-for-booking?booking=${booking.reference}`)
  await screen.findByText('The ticket is saved on this phone.')
  return { booking, reference: booking.reference, seats }
}

test('the ticket opens from the vault without a network, with a code for each seat', async () => {
  const { reference, seats } = await aSavedTicket()
  world.goOffline()
  await world.open(`/ticket/${reference}`)
  for (const seat of seats)
    expect(
      await screen.findByRole('img', { name: new RegExp(`^Ticket code of .*, seat ${seat}$`) }),
    ).toBeDefined()
  expect(await screen.findAllByText('One medium bag free.')).toHaveLength(2)
  await hand.click(screen.getByRole('button', { name: `Show the code of seat ${seats[0]} big` }))
  expect(within(screen.getByRole('dialog')).getByRole('img')).toBeDefined()
})

test('the receipt is stored with the ticket: what was paid is there without a network', async () => {
  const { booking } = await aSavedTicket()
  world.goOffline()
  await world.open(`/ticket/${booking.reference}`)
  const [receipt] = await screen.findAllByText('Receipt')
  const box = receipt?.closest('details')
  if (!box) throw new Error('the ticket has no receipt')
  expect(within(box).getByText(formatNaira(booking.fare.total_kobo))).toBeDefined()
})

test.each(['IndexedDB', 'local storage'])(
  'the ticket opens after the phone lost its %s',
  async (lost) => {
    const { reference, seats } = await aSavedTicket()
    if (lost === 'IndexedDB') globalThis.indexedDB = new IDBFactory()
    else localStorage.clear()
    world.goOffline()
    await world.open(`/ticket/${reference}`)
    const codes = await screen.findAllByRole('img', { name: /^Ticket code of / })
    expect(codes).toHaveLength(seats.length)
  },
)

test('a ticket this phone never had says how to get it', async () => {
  const { booking } = await aBookingElsewhere()
  await world.open(`/ticket/${booking.reference}`)
  expect(await screen.findByText('This ticket is not on this phone.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open it with reference and phone' })).toBeDefined()
})

async function openWith(reference: string, phone: string) {
  await world.open('/profile/trip')
  await hand.type(await screen.findByLabelText(/^Reference/), reference)
  await hand.type(screen.getByLabelText(/^Phone number of the booking/), phone)
  await hand.click(screen.getByRole('button', { name: 'Open' }))
}

test('reference and phone open a booking anywhere; a wrong phone is said plainly', async () => {
  const { booking } = await aBookingElsewhere()
  await openWith(booking.reference, '0802 000 0000')
  expect(
    await screen.findByText(
      'No booking matches this reference and phone number. Check your SMS and try again.',
    ),
  ).toBeDefined()
  await openWith(booking.reference, '12')
  expect(await screen.findByText(phoneFormatMessage)).toBeDefined()
  const spoken = booking.reference.toLowerCase().replace(/(.{4})(.{4})/, '$1 $2-')
  await openWith(spoken, '0803 123 4567')
  const found = await screen.findByRole('region', { name: 'The booking' })
  // The way to the ticket is on the first screen of a phone, above the details.
  const code = screen.getByRole('region', { name: 'Open it on this phone' })
  expect(code.compareDocumentPosition(found)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('the thanks say what opens the ticket on another phone: a code, too', async () => {
  await aSavedTicket()
  const words = screen.getByRole('status', { name: 'The ticket is saved on this phone.' })
  expect(words.textContent).toContain('your phone number and a code')
})

const refunded = (reference: string) =>
  sql<{ amount_kobo: number }>`
    select r.amount_kobo from refund r join booking b on b.id = r.payable_id where b.reference = ${reference}`.execute(
    world.db,
  )

test('what the cancellation shows is what is refunded, first for one, then for the other', async () => {
  const { reference, seats } = await aSavedTicket()
  await world.open(`/profile/trip?booking=${reference}`)
  await hand.click(await screen.findByRole('button', { name: 'Cancel' }))
  await hand.click(await screen.findByRole('checkbox', { name: new RegExp(`^Seat ${seats[1]}:`) }))
  const one = await screen.findByRole('button', { name: /^Cancel and get .* back$/ })
  const shown = one.textContent
  await hand.click(one)

  const refunds = await screen.findByRole('region', { name: 'Refunds' })
  const first = (await refunded(reference)).rows.map((row) => row.amount_kobo)
  expect(first.map((kobo) => `Cancel and get ${formatNaira(kobo)} back`)).toEqual([shown])
  expect(within(refunds).getByText(formatNaira(first[0] ?? 0))).toBeDefined()
  expect(screen.getByText(new RegExp(`^Seat ${seats[0]}: .*\\(cancelled\\)$`))).toBeDefined()

  await hand.click(screen.getByRole('button', { name: 'Cancel' }))
  // So that the next result takes the focus even if its sum is the same.
  expect(screen.queryByRole('status', { name: /^Cancelled\. You get/ })).toBeNull()
  const other = await screen.findByRole('button', { name: /^Cancel and get .* back$/ })
  const last = other.textContent
  await hand.click(other)
  await waitFor(() => expect(screen.getByText('Cancelled')).toBeDefined())
  const result = screen.getByRole('status', { name: /^Cancelled\. You get .* back\.$/ })
  expect(result.textContent.replace('Cancelled. You get', 'Cancel and get')).toBe(`${last}.`)
  expect(document.activeElement?.contains(result)).toBe(true)
  expect(screen.getByText('Fees we kept')).toBeDefined()
  const both = (await refunded(reference)).rows.map(
    (row) => `Cancel and get ${formatNaira(row.amount_kobo)} back`,
  )
  expect(both.toSorted()).toEqual([shown, last].toSorted())

  // Opening the ticket nevertheless adds no coming trip.
  await world.open(`/ticket/${reference}`)
  expect(await screen.findByText(/^This booking was cancelled\./)).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'Share and keep' })).toBeNull()
  expect(localStorage.getItem('next-trips')).toBe('[]')
  await world.open(`/profile/trip?booking=${reference}`)
  expect(await screen.findByText('Cancelled')).toBeDefined()
  world.goOffline()
  await world.reload()
  expect(await screen.findByText('Cancelled')).toBeDefined()
})

test('who cancelled is not in the text that shares the tickets', async () => {
  const { booking, seats, token } = await aBookingElsewhere()
  const { reference } = booking
  const cancelled = { reference, seats: seats.slice(1), refund_to: 'source' } as const
  await world.server.call(cancelBooking, cancelled, { as: { guest_token: token } })
  world.remember(reference, { token })
  await world.open(`/ticket/${reference}`)
  const link = await screen.findByRole('link', { name: 'SMS' })
  const text = decodeURIComponent(link.getAttribute('href') ?? '')
  expect(text).toContain(`Seat ${seats[0]}, `)
  expect(text).not.toContain(`Seat ${seats[1]}, `)
})

test('without a network the ticket is still said to be on this phone', async () => {
  const { reference } = await aSavedTicket()
  world.goOffline()
  await world.reload()
  expect(await screen.findByText('The ticket is saved on this phone.')).toBeDefined()
  expect(screen.queryByText('You are offline.')).toBeNull()
  // The first screen belongs to the ticket. The age of the data is said once, below it.
  const age = await screen.findByText(/^No network\. Saved on this phone/)
  expect(age.closest('header ~ p')).toBeNull()
  await world.open(`/profile/trip?booking=${reference}`)
  await hand.click(await screen.findByRole('button', { name: 'Cancel' }))
  const form = within(await screen.findByRole('region', { name: 'Cancel' }))
  expect(await form.findByText('You are offline.')).toBeDefined()
  await hand.click(form.getByRole('button', { name: 'Keep my seats' }))
  expect(screen.queryByRole('region', { name: 'Cancel' })).toBeNull()
})

const become = (reference: string, status: Booking['status']) =>
  sql`update booking set status = ${status} where reference = ${reference}`.execute(world.db)

test.each(['travelled', 'completed'] as const)(
  'a booking that is %s still has its ticket behind the thanks, and no payment to see',
  async (status) => {
    const { booking, token } = await aBookingElsewhere()
    await become(booking.reference, status)
    world.remember(booking.reference, { token })
    await world.open(`/thanks-for-booking?booking=${booking.reference}`)
    expect(await screen.findAllByRole('img', { name: /^Ticket code of / })).toHaveLength(2)
    await world.open(`/profile/trip?booking=${booking.reference}`)
    await screen.findByRole('region', { name: 'The booking' })
    expect(screen.getByRole('link', { name: 'Show ticket' }).getAttribute('href')).toBe(
      `/ticket/${booking.reference}`,
    )
  },
)

test.each([
  ['expired', /^The time to pay is over/],
  ['cancelled', 'This booking was cancelled.'],
  ['operator_cancelled', 'The operator cancelled this booking.'],
] as const)(
  'a booking that is %s says so behind the thanks, and leads to another trip',
  async (status, words) => {
    const { booking, token } = await aBookingElsewhere()
    await become(booking.reference, status)
    world.remember(booking.reference, { token })
    await world.open(`/thanks-for-booking?booking=${booking.reference}`)
    expect(await screen.findByText(words)).toBeDefined()
    const search = `/bookride?from=lagos&to=ibadan&date=${addDays(today(), 1)}&passengers=2`
    expect(screen.getByRole('link', { name: 'Book again' }).getAttribute('href')).toBe(search)
    expect(screen.getByRole('link', { name: 'See the booking' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'See the payment' })).toBeNull()
  },
)

test('a guest keeps the ticket, the receipt and the day as files', async () => {
  const { reference } = await aSavedTicket()
  const files = world.keepFiles()
  for (const name of ['PDF', 'Calendar']) await world.pressButton(name)
  await world.open(`/profile/trip?booking=${reference}`)
  await world.pressButton('Receipt')
  await waitFor(() =>
    expect(files).toEqual([
      `ticket-${reference}.pdf`,
      `trip-${reference}.ics`,
      `receipt-${reference}.pdf`,
    ]),
  )
})
