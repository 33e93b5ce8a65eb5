import { screen, waitFor, within } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { releaseAllottedSeats, sellAllottedSeats } from '#contract/counter/endpoints'
import { aClientWorld } from '#tests/client/fixtures/world'
import { anOperatorKey, fetchManifestSeats } from '#tests/support/makers/boarding'
import { anAllotment, anAllottedSale, aShift } from '#tests/support/makers/counter'
import { aMember } from '#tests/support/makers/members'
import { aTrip } from '#tests/support/makers/trips'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

/** A bus with two seats set aside for a clerk’s phone, and an attendant at its door with the list. */
async function aDoor({ released = [] }: { released?: number[] } = {}) {
  const trip = await aTrip(server.db, { departs_in_hours: 5 })
  const { operator_id } = trip
  const clerk = await aMember(server, { operator_id, role: 'counter' })
  const shift = await aShift(server, clerk.as)
  const wanted = { shift: shift.id, trip_id: trip.id, seats: [4, 5] }
  const allotment = await anAllotment(server, clerk.as, wanted)
  if (released.length > 0)
    await server.call(releaseAllottedSeats, { id: allotment.id, seats: released }, { as: clerk.as })
  const [one, two] = allotment.tickets
  if (one === undefined || two === undefined) throw new Error('two seats were set aside')
  world.enter(await aMember(server, { operator_id, role: 'attendant' }))
  await world.open(`/verify?trip=${trip.trip_id}&day=${trip.date}`)
  await screen.findByRole('button', { name: 'Use the camera' })
  return { trip, operator_id, clerk, allotment, one, two }
}

/** Types a ticket’s code, and returns the dialog with the verdict. */
async function check(text: string) {
  const field = screen.getByLabelText('Ticket code or booking reference')
  await hand.clear(field)
  await hand.click(field)
  await hand.paste(text)
  await hand.click(screen.getByRole('button', { name: 'Check' }))
  return within(await screen.findByRole('dialog'))
}

const sendChecks = async () =>
  (await import('#src/features/boarding/send-checks.ts')).sendTicketChecks()

test('the door asks about a seat that is set aside, and keeps the check until its sale is reported', async () => {
  const { trip, operator_id, clerk, allotment, one } = await aDoor()
  world.goOffline()
  const dialog = await check(one.payload)
  dialog.getByRole('heading', { name: 'Ask the counter' })
  dialog.getByText(
    `Set aside for the counter, not yet reported as sold. Ask ${clerk.user.full_name} whether seat 4 was sold.`,
  )
  await hand.click(dialog.getByRole('button', { name: 'It was sold, let in' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await check(one.code)
  again.getByRole('heading', { name: 'Already used' })
  await hand.click(again.getByRole('button', { name: 'Next ticket' }))
  world.goOnline()
  await screen.findByText(/1 seat is not reported as sold by the counter yet\./)
  await world.reload()
  await screen.findByText(/waits? to be sent\./)
  await sendChecks()
  screen.getByText(/1 seat is not reported/)
  const { status } = await server.call(sellAllottedSeats, anAllottedSale(allotment, [4]), {
    as: clerk.as,
  })
  expect(status).toBe(200)
  await sendChecks()
  await waitFor(() => expect(screen.queryByText(/to be sent/)).toBeNull())
  const key = await anOperatorKey(server, operator_id)
  await waitFor(async () => {
    const seats = await fetchManifestSeats(server, trip.trip_id, key)
    expect(seats.map(({ status: state }) => state)).toEqual(['used'])
  })
})

test('a seat that the counter did not sell is not let in, and nothing is recorded', async () => {
  const { two } = await aDoor()
  const dialog = await check(two.code)
  dialog.getByText(/whether seat 5 was sold/)
  await hand.click(dialog.getByRole('button', { name: 'Not sold' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText(/to be sent/)).toBeNull()
  await press('Check')
  await screen.findByText(/That is not a complete code/)
})

test('a list that was stored before the seats were set aside does not let their tickets in unasked', async () => {
  const { trip, two } = await aDoor()
  const { readBoardingData } = await import('#src/features/boarding/store.ts')
  const { decideScannedText } = await import('#src/features/boarding/decide.ts')
  const { desk, lists } = readBoardingData()
  const [list] = lists
  if (list === undefined || desk === undefined) throw new Error('the list is stored')
  const { set_aside: _, ...older } = list.manifest
  const known = { keys: desk.keys, lists: [older], scans: [] }
  const door = { trip_id: trip.trip_id, position: 0 }
  const decision = await decideScannedText(two.payload, door, known, Date.now())
  expect(decision).toMatchObject({ verdict: 'ask', why: 'set_aside' })
})

test('the ticket of a seat that went back on sale is refused, scanned or typed', async () => {
  const { one, two } = await aDoor({ released: [4] })
  world.goOffline()
  for (const text of [one.payload, one.code]) {
    const dialog = await check(text)
    dialog.getByText(/^Seat 4 went back on sale/)
    await hand.click(dialog.getByRole('button', { name: 'Next ticket' }))
  }
  const dialog = await check(two.payload)
  dialog.getByText(/whether seat 5 was sold/)
})
