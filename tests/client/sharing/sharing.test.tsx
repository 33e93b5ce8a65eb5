import { screen, waitFor } from '@testing-library/react'
import { afterAll, expect, test } from 'vitest'
import { cancelBooking } from '#contract/bookings/endpoints'
import { sql } from '#server/db/sql'
import { aUser } from '#tests/support/makers/people'
import { aBookingForPerson } from '#tests/support/makers/travels'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { server, open, enter, hand, pressButton, goOffline, goOnline } = world
const { db } = server
const watchOutbox = async () => (await import('#lib/outbox/sender')).watchOutbox()
afterAll(() => server.close())

async function openShareScreenOf() {
  const ada = await aUser(server)
  const booking = await aBookingForPerson(server, ada)
  enter(ada)
  return { ada, booking, path: `/ticket/${booking.reference}/share` }
}

/** Moves the departure of a booking to `in_hours` from now; by default it left an hour ago and arrives in an hour. */
const leave = (reference: string, in_hours = -1) =>
  sql`update trip t set departs_at = at, sales_close_at = at - interval '10 minutes', arrives_at = at + interval '2 hours'
    from booking b, (select now() + make_interval(hours => ${in_hours}) as at) it
    where b.reference = ${reference} and t.id = b.trip_id`.execute(db)

/** A traveller on the way who has reported, without a network, that they arrived. */
async function reportOffline() {
  const { booking, path } = await openShareScreenOf()
  await leave(booking.reference)
  await open(path)
  await screen.findByRole('button', { name: 'I have arrived' })
  goOffline()
  await pressButton('I have arrived')
  await screen.findByText('It is on this phone and is sent when the network is back.')
  return { booking, path }
}

const signsOf = async (reference: string) => {
  const { rows } = await sql<{ kind: string; place: string | null }>`
    select s.kind, s.place from trip_sign s join booking b on b.id = s.booking_id
    where b.reference = ${reference} order by s.said_at`.execute(db)
  return rows
}

test('a traveller makes a link, sends it on, and ends it', async () => {
  const { path } = await openShareScreenOf()
  await open(path)
  await hand.click(await screen.findByRole('checkbox', { name: /Text Chidi Okonkwo/ }))
  await pressButton('Make a link')
  const link = await screen.findByRole('link', { name: 'See what they see' })
  const page = await server.app.inject({ url: new URL(link.getAttribute('href') ?? '').pathname })
  expect(page.body).toContain('Udala Test Motors')
  expect(screen.getByRole('link', { name: 'SMS' }).getAttribute('href')).toContain('%2Fs%2F')
  expect(screen.getByText(/gets an SMS if you do not confirm/)).toBeDefined()
  await pressButton('End this link')
  await pressButton('Yes, end it')
  await waitFor(() => expect(screen.queryByText('Your link')).toBeNull())
  const ended = await server.app.inject({ url: new URL(link.getAttribute('href') ?? '').pathname })
  expect(ended.statusCode).toBe(410)
})

test('a cancelled booking offers nothing to share', async () => {
  const { ada, booking, path } = await openShareScreenOf()
  const { reference, seats } = booking
  await server.call(cancelBooking, { reference, seats, refund_to: 'wallet' }, { as: ada.as })
  await open(path)
  expect(
    await screen.findByText('This trip is over or cancelled. It cannot be shared any more.'),
  ).toBeDefined()
  for (const name of ['Make a link', 'I am fine', 'Try again'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('an arrival that was not taken says so and may be said again', async () => {
  const { booking, path } = await reportOffline()
  // The departure is delayed before the server learns of the arrival.
  await leave(booking.reference, 1)
  goOnline()
  // Sent explicitly: the outbox watcher would outlive this test's phone and send for the next one, too.
  void (await import('#lib/outbox')).sendOutbox()
  await screen.findByText('Not sent: This bus has not left yet. Try again once it has.')
  expect(screen.queryByText('You have arrived.')).toBeNull()
  expect(await signsOf(booking.reference)).toEqual([])
  await leave(booking.reference)
  await pressButton('Delete')
  await pressButton('Yes, delete it')
  await open(path)
  await pressButton('I have arrived')
  await waitFor(async () => expect(await signsOf(booking.reference)).toHaveLength(1))
})

test('a report that was refused is changed on the page of its trip, and replaced', async () => {
  const { booking, path } = await reportOffline()
  await leave(booking.reference, 1)
  goOnline()
  void (await import('#lib/outbox')).sendOutbox()
  const change = await screen.findByRole('link', { name: 'Change' })
  expect(change.getAttribute('href')).toMatch(new RegExp(`^${path}\\?waiting=`))
  await hand.click(change)
  const field = screen.getByLabelText(/Where are you/)
  await waitFor(() => expect(document.activeElement).toBe(field))
  await hand.type(field, 'Ore')
  await pressButton('I am fine')
  await waitFor(async () =>
    expect(await signsOf(booking.reference)).toEqual([{ kind: 'on_the_way', place: 'Ore' }]),
  )
  expect(screen.queryByText(/^Not sent:/)).toBeNull()
})

test('"I have arrived" is one tap, also without a network, and arrives once', async () => {
  const { booking, path } = await reportOffline()
  expect(await signsOf(booking.reference)).toEqual([])
  // The app is restarted before there is a network: the report is still stored, and is sent only afterwards.
  await open(path)
  await screen.findByText('It is on this phone and is sent when the network is back.')
  await watchOutbox()
  goOnline()
  await waitFor(async () => expect(await signsOf(booking.reference)).toHaveLength(1))
  await screen.findByText(/^Reported /)
})

test('nobody is told a place that was not written', async () => {
  const { booking, path } = await openShareScreenOf()
  await open(path)
  await pressButton('I am fine')
  await screen.findByText(/Last update:/)
  await hand.type(await screen.findByLabelText(/Where are you/), 'Ore, short stop')
  await pressButton('I am fine')
  await screen.findByText(/“Ore, short stop”/)
  expect(await signsOf(booking.reference)).toEqual([
    { kind: 'on_the_way', place: null },
    { kind: 'on_the_way', place: 'Ore, short stop' },
  ])
})

test('a place of one letter is said at its field at once, and nothing waits that will be refused', async () => {
  const { booking, path } = await openShareScreenOf()
  await leave(booking.reference)
  await open(path)
  const field = await screen.findByLabelText(/Where are you/)
  await hand.type(field, 'O')
  goOffline()
  await pressButton('I have arrived')
  expect(await screen.findByText('Use at least 2 characters.')).toBeDefined()
  expect(document.activeElement).toBe(field)
  const { listOutbox } = await import('#lib/outbox')
  expect(await listOutbox()).toEqual([])
  await hand.type(field, 'yo')
  expect(screen.queryByText('Use at least 2 characters.')).toBeNull()
  await pressButton('I have arrived')
  await screen.findByText('It is on this phone and is sent when the network is back.')
  goOnline()
  void (await import('#lib/outbox')).sendOutbox()
  await waitFor(async () =>
    expect(await signsOf(booking.reference)).toEqual([{ kind: 'arrived', place: 'Oyo' }]),
  )
})

test('a trip that is somebody else’s is not shown', async () => {
  const { path } = await openShareScreenOf()
  enter(await aUser(server))
  await open(path)
  const message = await screen.findByText('This trip is not on this phone.')
  expect(message.parentElement?.querySelector('svg')).not.toBeNull()
})
