import { screen, waitFor, within } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { holdSeats, releaseHold } from '#contract/bookings/endpoints'
import { solveProofOfWork } from '#src/features/bookings/puzzle.ts'
import { addDays, formatDayShort, today } from '#lib/format'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { aHold } from '#tests/support/makers/bookings'
import { aTrip, sellAtCounter } from '#tests/support/makers/trips'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand } = world

const map = () => screen.findByRole('group', { name: /Seat map/ })
const seat = (number: number) =>
  screen.getByRole('button', { name: new RegExp(`^Seat ${number},`) })
const isChosen = (number: number) => seat(number).getAttribute('aria-pressed') === 'true'

async function openTrip(options: Parameters<typeof aTrip>[1] = {}, passengers = 2) {
  const trip = await aTrip(world.db, options)
  await world.open(`/bookride/details?trip=${trip.id}&passengers=${passengers}`)
  await map()
  return trip
}

test('taken seats cannot be chosen, and are said and marked, not only coloured', async () => {
  const { sellable } = await openTrip({ seats_left: 3 })
  const [sold = 0] = sellable
  const free = sellable.at(-1) ?? 0
  expect(seat(sold).getAttribute('aria-label')).toMatch(/, sold$/)
  expect(seat(sold).getAttribute('aria-disabled')).toBe('true')
  expect(seat(sold).textContent).toBe(`${sold}×`)
  await hand.click(seat(sold))
  expect(isChosen(sold)).toBe(false)
  await hand.click(seat(free))
  expect(seat(free).getAttribute('aria-label')).toMatch(/, chosen by you$/)
  expect(seat(free).textContent).toBe(`${free}✓`)

  await hand.click(screen.getByRole('button', { name: 'Show as list' }))
  expect(screen.getByLabelText(new RegExp(`^Seat ${sold}, .*sold$`))).toHaveProperty(
    'disabled',
    true,
  )
  expect(screen.getByLabelText(new RegExp(`^Seat ${free},`))).toHaveProperty('checked', true)
})

test('a seat taken in the meantime drops out and is named, the other stays', async () => {
  const trip = await openTrip()
  const [mine = 0, theirs = 0] = trip.sellable
  await hand.click(seat(mine))
  await hand.click(seat(theirs))
  await sellAtCounter(world.db, trip.trip_id, [theirs])
  await hand.click(screen.getByRole('button', { name: /^Hold seats?$/ }))
  expect(
    await screen.findByText(`Seat ${theirs} was just taken by somebody else. Pick again.`),
  ).toBeDefined()
  expect(isChosen(mine)).toBe(true)
  expect(isChosen(theirs)).toBe(false)
  expect(location.pathname).toBe('/bookride/details')
})

test('a traveller picks again in the place of two lost seats of six, and the notice ends', async () => {
  const trip = await openTrip({}, 6)
  await hand.click(screen.getByRole('button', { name: 'Seat 6 of us together' }))
  const chosen = trip.sellable.filter(isChosen)
  const [first = 0, second = 0] = chosen
  const free = trip.sellable.filter((number) => !isChosen(number))
  await sellAtCounter(world.db, trip.trip_id, [first, second])
  await hand.click(screen.getByRole('button', { name: 'Hold seats' }))
  expect(await screen.findByText(/ were just taken by somebody else\. Pick again\.$/)).toBeDefined()
  await hand.click(seat(free[0] ?? 0))
  expect(isChosen(free[0] ?? 0)).toBe(true)
  expect(screen.queryByText(/Pick again\.$/)).toBeNull()
  await hand.click(seat(free[1] ?? 0))
  const now = [...chosen.slice(2), ...free.slice(0, 2)].toSorted((a, b) => a - b)
  expect(trip.sellable.filter(isChosen)).toEqual(now)
})

test('a traveller who picked another seat does not get the lost one back when it is free again', async () => {
  const trip = await openTrip()
  const [mine = 0, theirs = 0, other = 0] = trip.sellable
  await hand.click(seat(mine))
  await hand.click(seat(theirs))
  const { booking, as } = await aHold(world.server, trip.id, [theirs])
  await hand.click(screen.getByRole('button', { name: 'Hold seats' }))
  await screen.findByText(/ was just taken by somebody else\. Pick again\.$/)
  await hand.click(seat(other))
  await world.server.call(releaseHold, { reference: booking.reference }, { as })
  const { openOwnerStore } = await import('#lib/device/owner-store')
  await openOwnerStore('answers').clear()
  await world.reload()
  await map()
  await waitFor(() => expect(isChosen(mine)).toBe(true))
  expect(seat(theirs).getAttribute('aria-label')).toMatch(/, free$/)
  expect([theirs, other].map(isChosen)).toEqual([false, true])
})

test('two quick taps hold the seats once, and one step back leads to them', async () => {
  const trip = await openTrip({}, 1)
  await hand.click(seat(trip.sellable[0] ?? 0))
  await hand.dblClick(screen.getByRole('button', { name: /^Hold seats?$/ }))
  await waitFor(() => expect(location.pathname).toBe('/bookride/passenger-details'))
  await screen.findByRole('region', { name: /^Traveller on seat/ })
  expect(world.sent.filter((sent) => sent === 'POST /api/v1/waka/bookings')).toHaveLength(1)
  history.back()
  await waitFor(() => expect(location.pathname).toBe('/bookride/details'))
})

async function holdAny(name: string) {
  const button = screen.getByRole('button', { name })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await hand.click(button)
}

test('whoever has no wish holds seats side by side with one tap, at their price', async () => {
  const trip = await openTrip({ fare_kobo: 1_000_000 })
  expect(screen.getByText('Or choose 2').previousSibling?.textContent).toBe('₦20,830')
  await holdAny('Hold any 2')
  await waitFor(() => expect(location.pathname).toBe('/bookride/passenger-details'))
  const { rows } = await sql<{ seats: number[] }>`
    select seats from booking where trip_id = ${trip.trip_id}`.execute(world.db)
  // Seats 1 and 2 have the aisle between them.
  expect(rows).toEqual([{ seats: [3, 4] }])
})

test('if the seats nobody chose are not held, the map shows which they were', async () => {
  await openTrip({}, 1)
  world.goOffline()
  await holdAny('Hold any seat')
  expect(await screen.findByText(/^No network\. Your seats are not held yet\./)).toBeDefined()
  expect(document.querySelectorAll('[data-seat][data-state="mine"]')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Hold seat' })).toBeDefined()
})

test('seats that I hold are mine: one goes on with them, or holds others and them', async () => {
  const trip = await openTrip({}, 1)
  const [mine = 0, other = 0] = trip.sellable
  await hand.click(seat(mine))
  await hand.click(screen.getByRole('button', { name: /^Hold seats?$/ }))
  await screen.findByRole('region', { name: `Traveller on seat ${mine}` })
  await world.open(`/bookride/details?trip=${trip.id}&passengers=1`)
  await map()
  expect(await screen.findByText(new RegExp(`^You hold seat ${mine} until \\d`))).toBeDefined()
  expect(seat(mine).getAttribute('aria-label')).toMatch(/, chosen by you$/)
  await hand.click(screen.getByRole('link', { name: 'Continue' }))
  await screen.findByRole('region', { name: `Traveller on seat ${mine}` })
  await hand.click(screen.getByRole('link', { name: 'Seats' }))
  await map()
  await waitFor(() => expect(isChosen(mine)).toBe(true))
  await hand.click(seat(other))
  await hand.click(screen.getByRole('button', { name: /^Hold seats?$/ }))
  await screen.findByRole('region', { name: `Traveller on seat ${other}` })
  expect(screen.getByRole('region', { name: `Traveller on seat ${mine}` })).toBeDefined()
})

test('a bus whose fare is not known says so first, and lets no seat be chosen', async () => {
  const trip = await aTrip(world.db, { fare_kobo: null })
  await world.open(`/bookride/details?trip=${trip.id}&passengers=1`)
  expect(await screen.findByText('The operator has not told us its fare.')).toBeDefined()
  expect(screen.getByText(/^Call .*\d\.$/)).toBeDefined()
  expect(screen.queryByRole('group', { name: /Seat map/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Pick a seat for me' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Not on sale' })).toHaveProperty('disabled', true)
})

test.for([
  ['The departure time of this bus has passed.', { departs_in_hours: -1 }],
  ['The operator cancelled this trip.', { status: 'cancelled' }],
  ['Seats on this bus are no longer sold.', { departs_in_hours: 0.1 }],
] as const)(
  '%s Its seats are only looked at, and other buses offered',
  async ([words, options]) => {
    const { sellable, date } = await openTrip(options, 1)
    const [first = 0] = sellable
    expect(await screen.findByText(words)).toBeDefined()
    expect(seat(first).getAttribute('aria-disabled')).toBe('true')
    await hand.click(seat(first))
    expect(isChosen(first)).toBe(false)
    expect(screen.queryByRole('button', { name: 'Pick a seat for me' })).toBeNull()
    expect(screen.queryByText(/just taken/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Not on sale' })).toHaveProperty('disabled', true)
    await hand.click(screen.getByRole('button', { name: 'Show as list' }))
    expect(screen.getByLabelText(new RegExp(`^Seat ${first},`))).toHaveProperty('disabled', true)
    const day = date < today() ? today() : date
    const ways = screen.getAllByRole('link', { name: /^Buses / })
    expect(ways.map((way) => new URL((way as HTMLAnchorElement).href).search)).toEqual(
      [day, addDays(day, 1)].map((on) => `?from=lagos&to=ibadan&date=${on}&passengers=1`),
    )
    expect(ways[0]?.textContent).toBe(
      day === today() ? 'Buses today' : `Buses ${formatDayShort(day)}`,
    )
  },
)

test('the other buses that a closed trip offers keep the day back, unless it is before them', async () => {
  const trip = await aTrip(world.db, { status: 'cancelled' })
  const path = `/bookride/details?trip=${trip.id}&passengers=1&return=${trip.date}`
  await world.open(path)
  const ways = await screen.findAllByRole('link', { name: /^Buses / })
  expect(ways.map((way) => new URL((way as HTMLAnchorElement).href).search)).toEqual([
    `?from=lagos&to=ibadan&date=${trip.date}&passengers=1&return=${trip.date}`,
    `?from=lagos&to=ibadan&date=${addDays(trip.date, 1)}&passengers=1`,
  ])
})

const closeSale = (trip_id: string) =>
  sql`update trip set sales_close_at = now() - interval '1 second' where id = ${trip_id}`.execute(
    world.db,
  )

test('when the sale closes before seats are held, it is said so, and they are not called taken', async () => {
  const trip = await openTrip({}, 1)
  const [mine = 0] = trip.sellable
  await hand.click(seat(mine))
  await closeSale(trip.trip_id)
  await hand.click(screen.getByRole('button', { name: /^Hold seats?$/ }))
  expect(await screen.findByText('Seats on this bus are no longer sold.')).toBeDefined()
  expect(isChosen(mine)).toBe(false)
  expect(screen.queryByText(/just taken/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Not on sale' })).toHaveProperty('disabled', true)
})

test('who holds seats when the sale closes can still go on with them', async () => {
  const trip = await openTrip({}, 1)
  const [mine = 0] = trip.sellable
  await hand.click(seat(mine))
  await hand.click(screen.getByRole('button', { name: /^Hold seats?$/ }))
  await screen.findByRole('region', { name: `Traveller on seat ${mine}` })
  await closeSale(trip.trip_id)
  globalThis.indexedDB = new IDBFactory()
  await world.open(`/bookride/details?trip=${trip.id}&passengers=1`)
  expect(await screen.findByText('Seats on this bus are no longer sold.')).toBeDefined()
  expect(isChosen(mine)).toBe(true)
  expect(screen.getByRole('link', { name: 'Continue' })).toBeDefined()
})

test('where many seats are held from one network, the phone proves by itself that a person holds', async () => {
  const trip = await openTrip({ vehicle: 'coach-59' })
  const { config } = world.server.host
  const usual = config.rate_limit_factor
  config.rate_limit_factor = 1
  try {
    const others = trip.sellable.slice(0, 10)
    for (const seats of [others.slice(0, 6), others.slice(6)])
      await world.server.call(
        holdSeats,
        { trip_id: trip.id, seats },
        { as: { device_id: makeId() } },
      )
    await hand.click(seat(trip.sellable[20] ?? 0))
    await hand.click(seat(trip.sellable[21] ?? 0))
    await hand.click(screen.getByRole('button', { name: /^Hold seats?$/ }))
    expect(await screen.findByText('Checking that you are a person…')).toBeDefined()
    await waitFor(() => expect(location.pathname).toBe('/bookride/passenger-details'))
    expect(world.sent.filter((sent) => sent === 'POST /api/v1/waka/bookings')).toHaveLength(2)
  } finally {
    config.rate_limit_factor = usual
  }
})

test('where a network holds too much, a login that tells people apart is one touch away', async () => {
  const trip = await openTrip({ vehicle: 'coach-59' })
  const { config } = world.server.host
  const usual = config.rate_limit_factor
  config.rate_limit_factor = 1
  try {
    for (const [from, to] of [
      [0, 6],
      [6, 11],
      [11, 16],
    ] as const) {
      const wanted = { trip_id: trip.id, seats: trip.sellable.slice(from, to) }
      const as = { device_id: makeId() }
      const { problem } = await world.server.call(holdSeats, wanted, { as })
      if (problem.puzzle === undefined) continue
      const proof = await solveProofOfWork(problem.puzzle)
      expect((await world.server.call(holdSeats, { ...wanted, proof }, { as })).status).toBe(200)
    }
    await hand.click(seat(trip.sellable[20] ?? 0))
    await hand.click(seat(trip.sellable[21] ?? 0))
    await hand.click(screen.getByRole('button', { name: /^Hold seats?$/ }))
    const told = await screen.findByRole('alert')
    expect(told.textContent).toContain(
      'Log in with Google or with a phone number you have verified',
    )
    const way = within(told).getByRole('link', { name: 'Log in' }).getAttribute('href') ?? ''
    expect(new URLSearchParams(way.split('?')[1]).get('next')).toBe(
      `/bookride/details?trip=${trip.id}&passengers=2`,
    )
  } finally {
    config.rate_limit_factor = usual
  }
})

test.each([
  ['an hour ahead', 3_600_000],
  ['right', 0],
  ['a day behind', -86_400_000],
])('two seats are held and the countdown follows the server: the phone is %s', async (_, ms) => {
  world.phoneRunsAhead(ms)
  await openTrip()
  await hand.click(screen.getByRole('button', { name: 'Seat 2 of us together' }))
  await hand.click(screen.getByRole('button', { name: /^Hold seats?$/ }))
  const clock = await screen.findByRole('timer')
  expect(clock.textContent).toMatch(/^(10:0[01]|9:[45]\d)$/)
  const before = clock.textContent
  await waitFor(() => expect(clock.textContent).not.toBe(before), { timeout: 3000 })
  const booking = screen.getByRole('region', { name: 'Your booking' })
  expect(within(booking).getByText(/Seats \d+, \d+/)).toBeDefined()
})

test('a network that does not answer holds nothing, says so, and keeps the choice through a reload', async () => {
  const trip = await openTrip()
  const [mine = 0] = trip.sellable
  await hand.click(seat(mine))
  world.goOffline()
  await hand.click(screen.getByRole('button', { name: /^Hold seats?$/ }))
  expect(await screen.findByText(/^No network\. Your seats are not held yet\./)).toBeDefined()
  await world.reload()
  await map()
  await waitFor(() => expect(isChosen(mine)).toBe(true))
})

test('who already holds seats on two trips is led to them', async () => {
  const trip = await openTrip({}, 1)
  const mend = world.breakAt('POST /api/v1/waka/bookings', 'too_many_holds')
  await hand.click(seat(trip.sellable[0] ?? 0))
  await hand.click(screen.getByRole('button', { name: 'Hold seat' }))
  const told = within(await screen.findByRole('alert'))
  told.getByText(/^You already hold seats on two trips/)
  expect(told.getByRole('link', { name: 'My trips' }).getAttribute('href')).toBe('/profile/trip')
  mend()
})

test('arrow keys walk the bus and space chooses', async () => {
  await openTrip()
  const first = document.querySelector<HTMLElement>('[data-seat][tabindex="0"]')
  first?.focus()
  await hand.keyboard('{ArrowDown}')
  expect(document.activeElement).not.toBe(first)
  const here = Number(document.activeElement?.getAttribute('data-seat'))
  await hand.keyboard(' ')
  expect(isChosen(here)).toBe(true)
  await hand.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(first)
  expect(document.querySelectorAll('[data-seat][tabindex="0"]')).toHaveLength(1)
})

test('more seats than are left, or more than six, cannot be chosen', async () => {
  const { sellable } = await openTrip({ seats_left: 1 })
  expect(screen.getByText('Fewer than 2 seats are free on this trip.')).toBeDefined()
  expect(sellable.length).toBeGreaterThan(6)
  await openTrip({}, 6)
  await hand.click(screen.getByRole('button', { name: 'Seat 6 of us together' }))
  const free = sellable.find((number) => !isChosen(number)) ?? 0
  await hand.click(seat(free))
  expect(isChosen(free)).toBe(false)
})
