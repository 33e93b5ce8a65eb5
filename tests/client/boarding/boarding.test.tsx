import { screen, waitFor, within } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { reportBoardingScans } from '#contract/boarding/endpoints'
import { listTickets } from '#contract/tickets/endpoints'
import { cancelBooking } from '#contract/bookings/endpoints'
import { sql } from '#server/db/sql'
import { revokeOperatorApiKey } from '#server/rooms/operators'
import { aPaidBooking, type TravellerOptions } from '#tests/support/makers/bookings'
import { aScan, anOperatorKey, fetchManifestSeats } from '#tests/support/makers/boarding'
import { aTrip } from '#tests/support/makers/trips'
import { chooseDay } from '#tests/client/fixtures/sheets'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand } = world

/** A bus with two paid seats, and its operator's key. */
async function aBus(options: Parameters<typeof aTrip>[1] = {}, who: TravellerOptions = {}) {
  const trip = await aTrip(world.db, { departs_in_hours: 5, ...options })
  const { token } = await anOperatorKey(world.server, trip.operator_id)
  const paid = await aPaidBooking(world.server, trip.id, trip.sellable.slice(0, 2), who)
  const { reference } = paid.booking
  const { data } = await world.server.call(listTickets, { reference }, { as: paid.as })
  const [one, two] = data
  if (one === undefined || two === undefined) throw new Error('two seats were paid')
  return { trip, token, paid, one, two }
}
type Bus = Awaited<ReturnType<typeof aBus>>

/** Enters the key and opens the boarding screen of the bus, with its list on the phone. */
async function standAtDoor({ trip, token }: Bus): Promise<void> {
  await world.open('/verify')
  await hand.click(await screen.findByLabelText(/^Your company’s key/))
  await hand.paste(token)
  await hand.type(screen.getByLabelText(/^Your name/), 'Musa')
  await hand.click(screen.getByRole('button', { name: 'Save the key' }))
  await chooseDay(hand, 'Day', trip.date)
  await hand.click(await screen.findByRole('button', { name: /^Save/ }))
  await toTheDoor()
}

async function toTheDoor(): Promise<void> {
  const buses = await screen.findByRole('list', { name: 'Buses' })
  await hand.click((await within(buses).findByText(/list saved/)).closest('button') ?? buses)
  await screen.findByRole('button', { name: 'Use the camera' })
}

async function check(text: string): Promise<string> {
  const field = screen.getByLabelText('Ticket code or booking reference')
  await hand.clear(field)
  await hand.click(field)
  await hand.paste(text)
  await hand.click(screen.getByRole('button', { name: 'Check' }))
  return verdict()
}

async function verdict(): Promise<string> {
  const dialog = await screen.findByRole('dialog')
  const words = dialog.textContent ?? ''
  await hand.click(within(dialog).getByRole('button', { name: 'Next ticket' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  return words
}

const scansSent = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from boarding_scan`.execute(
    world.db,
  )
  return rows[0]?.n ?? 0
}

const scansOf = async (seat: number, trip_id: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from boarding_scan where trip_id = ${trip_id} and seat = ${seat}`.execute(
    world.db,
  )
  return rows[0]?.n ?? 0
}

test('a key that is none of ours is said plainly, one without a network too', async () => {
  await world.open('/verify')
  const key = await screen.findByLabelText(/^Your company’s key/)
  const begin = screen.getByRole('button', { name: 'Save the key' })
  await hand.type(key, 'hello')
  await hand.click(begin)
  expect(await screen.findByText('A key begins with op_ and has 36 characters.')).toBeDefined()
  await hand.clear(key)
  await hand.paste(`op_ABCDEF_${'7'.repeat(26)}`)
  await hand.click(begin)
  expect(await screen.findByText(/^This key is not right, or it was revoked/)).toBeDefined()
  world.goOffline()
  await hand.click(begin)
  expect(await screen.findByText(/^No network\. You need it once/)).toBeDefined()
})

test('without a network tickets are told apart, and nothing is lost until it is sent', async () => {
  const bus = await aBus()
  const other = await aBus({ operator_id: bus.trip.operator_id, departs_in_hours: 90 })
  await standAtDoor(bus)
  expect(screen.getByText('0 of 2')).toBeDefined()
  const before = await scansSent()
  world.goOffline()
  expect(await check(bus.one.payload)).toMatch(/^Valid.*Seat \d+Adaeze Okonkwo .*Let in\./)
  expect(await check(bus.one.payload)).toMatch(/^Already used.*by Musa on this phone/)
  expect(await check(bus.two.code.toLowerCase())).toMatch(/^Valid/)
  expect(await check(other.one.payload)).toMatch(/^Wrong bus.*It is for/)
  expect(await check(`${bus.one.payload.slice(0, -1)}%`)).toMatch(/^Forged/)
  expect(await check('T1:HELLO')).toMatch(/^Forged/)
  expect(await check(other.paid.booking.reference)).toMatch(/^Not found/)
  expect(screen.getByText('2 of 2')).toBeDefined()
  expect(screen.getByText('4 checks wait to be sent.')).toBeDefined()

  await world.reload()
  await toTheDoor()
  expect(await screen.findByText('4 checks wait to be sent.')).toBeDefined()
  expect(await check(bus.one.payload)).toMatch(/^Already used/)
  expect(await scansSent()).toBe(before)
  world.goOnline()
  await waitFor(() => expect(screen.queryByText(/wait to be sent/)).toBeNull())
  expect(await scansSent()).toBe(before + 5)
  const seats = await fetchManifestSeats(world.server, bus.trip.trip_id, bus)
  expect(seats.map(({ status }) => status)).toEqual(['used', 'used'])
})

test('a baby on a lap is named with its adult, and counted among the people but not the seats', async () => {
  const bus = await aBus({}, { infant_name: 'Tobi Okonkwo' })
  await standAtDoor(bus)
  expect(screen.getByText('0 of 3')).toBeDefined()
  expect(await check(bus.one.payload)).toMatch(/Adaeze Okonkwo \w+and baby Tobi OkonkwoLet in\./)
  expect(screen.getByText('2 of 3')).toBeDefined()
  const list = screen.getByText('Passengers: 2 of 3 aboard (2 seats, 1 baby)').closest('details')
  expect(list?.textContent).toMatch(/Adaeze Okonkwo \w+ and baby Tobi Okonkwo/)
  expect(await check(bus.two.payload)).not.toContain('baby')
  expect(screen.getByText('3 of 3')).toBeDefined()
})

test('a booking’s reference asks which of its travellers stands there', async () => {
  const bus = await aBus()
  await standAtDoor(bus)
  const field = screen.getByLabelText('Ticket code or booking reference')
  await hand.type(field, 'ABC')
  await hand.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText(/11 letters and digits/)).toBeDefined()
  await hand.clear(field)
  await hand.type(field, bus.paid.booking.reference)
  await hand.click(screen.getByRole('button', { name: 'Check' }))
  const several = await screen.findByRole('group', { name: 'Which traveller?' })
  await hand.click(
    within(several).getByRole('button', { name: new RegExp(`^Seat ${bus.two.seat},`) }),
  )
  expect(await verdict()).toMatch(new RegExp(`^Valid.*Seat ${bus.two.seat}`))
})

test('what was cancelled and sold later is known from the list, or said to be newer than it', async () => {
  const bus = await aBus()
  await world.server.call(
    cancelBooking,
    { reference: bus.paid.booking.reference, seats: [bus.one.seat], refund_to: 'source' },
    { as: bus.paid.as },
  )
  await standAtDoor(bus)
  expect(await check(bus.one.payload)).toMatch(/^Cancelled.*refunded/)
  const later = await aPaidBooking(world.server, bus.trip.id, bus.trip.sellable.slice(4, 5))
  const { reference } = later.booking
  const { data } = await world.server.call(listTickets, { reference }, { as: later.as })
  expect(await check(data[0]?.payload ?? '')).toMatch(/^Valid.*sold after the list/)
})

test('somebody let in on another phone as well is shown until it was seen', async () => {
  const bus = await aBus()
  await standAtDoor(bus)
  world.goOffline()
  await check(bus.one.payload)
  const [seat] = await fetchManifestSeats(world.server, bus.trip.trip_id, bus)
  if (seat === undefined) throw new Error('nobody travels')
  const scan = aScan(bus.trip.trip_id, seat, { by: 'Bisi', place: 'Jibowu' })
  await world.server.call(reportBoardingScans, { scans: [scan] }, { as: bus })
  world.goOnline()
  const list = await screen.findByRole('list', { name: 'Check these' })
  expect(list.textContent).toMatch(
    /let in twice\. Boarded at .* at Jibowu, let in by Bisi on another phone/,
  )
  await hand.click(within(list).getByRole('button', { name: 'Seen' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Check these' })).toBeNull())
})

test('who cancelled after the list was saved and was let in offline is named on this phone and on the others', async () => {
  const bus = await aBus()
  await standAtDoor(bus)
  world.goOffline()
  await world.server.call(
    cancelBooking,
    { reference: bus.paid.booking.reference, refund_to: 'source' },
    { as: bus.paid.as },
  )
  expect(await check(bus.one.payload)).toMatch(/^Valid/)
  // The answer to the first attempt is lost, so the answer to the repeat must report the wrong ticket, too.
  world.loseAnswerOnce('POST /api/v1/waka/boarding-scans')
  world.goOnline()
  await waitFor(async () => expect(await scansOf(bus.one.seat, bus.trip.trip_id)).toBe(1))
  await world.reload()
  await toTheDoor()
  const list = await screen.findByRole('list', { name: 'Check these' })
  const named = new RegExp(
    `^Seat ${bus.one.seat}, Adaeze Okonkwo \\w+: let in, but the ticket had been`,
  )
  expect(within(list).getAllByText(named)).toHaveLength(1)
  await hand.click(within(list).getByRole('button', { name: 'Seen' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Check these' })).toBeNull())

  // Another phone, which loads the list afterwards.
  globalThis.indexedDB = new IDBFactory()
  localStorage.clear()
  await standAtDoor(bus)
  const there = await screen.findByRole('list', { name: 'Check these' })
  expect(there.textContent).toMatch(/had been cancelled\. Boarded at .* by Musa on another phone/)
  expect(screen.getByText(/let in without a valid ticket/)).toBeDefined()
  await hand.click(within(there).getByRole('button', { name: 'Seen' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Check these' })).toBeNull())
  await hand.click(screen.getByRole('button', { name: 'Refresh' }))
  await world.reload()
  await toTheDoor()
  expect(screen.queryByRole('list', { name: 'Check these' })).toBeNull()
})

test('a key revoked meanwhile keeps the checks; forgetting it takes everything off the phone', async () => {
  const bus = await aBus()
  await standAtDoor(bus)
  await revokeOperatorApiKey(world.db, bus.token)
  await check(bus.one.payload)
  expect(await screen.findByText('The key no longer works.')).toBeDefined()
  expect(screen.getByText('1 check waits to be sent.')).toBeDefined()
  await hand.click(screen.getByRole('button', { name: 'Another bus' }))
  await hand.click(screen.getByRole('button', { name: 'Forget this key' }))
  expect(await screen.findByText(/1 check was not sent yet/)).toBeDefined()
  await hand.click(screen.getByRole('button', { name: 'Forget it' }))
  await screen.findByLabelText(/^Your company’s key/)
  await world.reload()
  expect(await screen.findByLabelText(/^Your company’s key/)).toBeDefined()
})

test('another key takes the place of a revoked one, and the checks are sent with it', async () => {
  const bus = await aBus()
  await standAtDoor(bus)
  await revokeOperatorApiKey(world.db, bus.token)
  await check(bus.one.payload)
  await screen.findByText('The key no longer works.')
  const other = await anOperatorKey(world.server, bus.trip.operator_id)
  await hand.click(screen.getByLabelText(/^Your company’s key/))
  await hand.paste(other.token)
  expect(screen.getByLabelText<HTMLInputElement>(/^Your name/).value).toBe('Musa')
  await hand.click(screen.getByRole('button', { name: 'Save the key' }))
  await waitFor(async () => expect(await scansOf(bus.one.seat, bus.trip.trip_id)).toBe(1))
  await waitFor(() => expect(screen.queryByText('The key no longer works.')).toBeNull())
  expect(screen.getByRole('button', { name: 'Use the camera' })).toBeDefined()
  expect(await check(bus.one.payload)).toMatch(/^Already used/)
})

test('lists and departures that were on their way when a key was forgotten are not stored', async () => {
  const bus = await aBus()
  const other = await anOperatorKey(world.server, bus.trip.operator_id)
  const saveKey = async (token: string) => {
    await hand.click(await screen.findByLabelText(/^Your company’s key/))
    await hand.paste(token)
    await hand.click(screen.getByRole('button', { name: 'Save the key' }))
    await screen.findByRole('button', { name: 'Forget this key' })
  }
  const forget = async () => {
    await hand.click(screen.getByRole('button', { name: 'Forget this key' }))
    await hand.click(await screen.findByRole('button', { name: 'Forget it' }))
    await screen.findByLabelText(/^Your company’s key/)
  }
  const waitUntilAsked = (part: string) =>
    waitFor(() => expect(world.sent.some((one) => one.includes(part))).toBe(true))
  await world.open('/verify')
  await saveKey(bus.token)
  await chooseDay(hand, 'Day', bus.trip.date)
  const answer = world.silenceAt('/manifest')
  await hand.click(await screen.findByRole('button', { name: /^Save/ }))
  await waitUntilAsked('/manifest')
  await forget()
  answer()
  await saveKey(other.token)
  await chooseDay(hand, 'Day', bus.trip.date)
  await screen.findByText(/list not saved yet/)

  world.sent.length = 0
  const answerDay = world.silenceAt('/operator/departures')
  await hand.click(await screen.findByRole('button', { name: /^Save/ }))
  await waitUntilAsked('/operator/departures')
  await forget()
  answerDay()
  await world.reload()
  await screen.findByLabelText(/^Your company’s key/)
  expect(screen.queryByRole('button', { name: 'Forget this key' })).toBeNull()
})
