import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { computeAdultTotal } from '#contract/fare'
import { formatNaira } from '#contract/money'
import { getTrip } from '#contract/trips/endpoints'
import { addDays, formatDayMonth, formatDayShort } from '#lib/format'
import { sql } from '#server/db/sql'
import { aHold } from '#tests/support/makers/bookings'
import { aTrip } from '#tests/support/makers/trips'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand } = world

/** The amount beside "Total" in a part of the screen. */
const totalIn = (part: HTMLElement) => within(part).getByText('Total').nextSibling?.textContent

test('a traveller searches from the start and sees the fare they will pay', async () => {
  const trip = await aTrip(world.db, { fare_kobo: 850_000, park_fee_kobo: 20_000 })
  const fare = formatNaira(computeAdultTotal(850_000, 20_000))
  await world.open('/')
  await hand.click(await screen.findByRole('combobox', { name: 'From' }))
  await hand.click(await screen.findByRole('option', { name: /^Lagos ?Lagos$/ }))
  await hand.click(await screen.findByRole('option', { name: /^Ibadan ?Oyo$/ }))
  await hand.click(screen.getByRole('textbox', { name: 'Day' }))
  await screen.findByRole('dialog', { name: 'When?' })
  await hand.click(document.querySelector(`[data-day="${trip.date}"]`) ?? document.body)
  await hand.click(screen.getByRole('button', { name: 'Search buses' }))

  const list = await screen.findByRole('list', { name: 'Trips' })
  expect(location.pathname).toBe('/bookride')
  expect(within(list).getByText(fare)).toBeDefined()
  await hand.click(within(list).getByRole('link', { name: /Udala/ }))

  await screen.findByRole('group', { name: /Seat map/ })
  expect(totalIn(screen.getByRole('region', { name: 'Fare for one adult' }))).toBe(fare)
  await hand.click(screen.getByRole('button', { name: 'Pick a seat for me' }))
  await hand.click(screen.getByRole('button', { name: /^Hold seats?$/ }))

  expect(totalIn(await screen.findByRole('region', { name: 'Your booking' }))).toBe(fare)
})

test('no day before the way there is offered for the way back', async () => {
  const out = await aTrip(world.db, { stops: ['jos', 'enugu'] })
  await world.open(`/bookride/details?trip=${out.id}&passengers=1`)
  await hand.click(await screen.findByRole('button', { name: 'Pick a seat for me' }))
  await hand.click(screen.getByRole('button', { name: /^Hold seats?$/ }))
  await hand.click(await screen.findByRole('link', { name: 'Add the return trip' }))
  expect(await screen.findByText(/^Outbound:/)).toBeDefined()
  const strip = within(await screen.findByRole('navigation', { name: /^Cheapest fares/ }))
  const days = strip
    .getAllByRole('link')
    .map((link) => new URLSearchParams((link as HTMLAnchorElement).search).get('date') ?? '')
  expect(days).toContain(addDays(out.date, 1))
  expect(days.filter((day) => day < out.date)).toEqual([])
})

test('a search with a day back leads from the held seat to the buses of that day', async () => {
  const out = await aTrip(world.db, { stops: ['ilorin', 'offa'], departs_in_hours: 30 })
  const back = await aTrip(world.db, { stops: ['offa', 'ilorin'], departs_in_hours: 78 })
  await world.open(`/bookride?from=ilorin&to=offa&date=${out.date}&return=${back.date}`)
  // Both days and the travellers fit the bar of a phone of 360 px.
  const days = `${formatDayMonth(out.date)} – ${formatDayMonth(back.date)} · 1 traveller`
  expect(await screen.findByText(days.replaceAll('\u00a0', ' '))).toBeDefined()
  const trips = within(await screen.findByRole('list', { name: 'Trips' }))
  await hand.click(trips.getAllByRole('link')[0] ?? document.body)
  await hand.click(await screen.findByRole('button', { name: 'Pick a seat for me' }))
  await hand.click(screen.getByRole('button', { name: /^Hold seats?$/ }))
  expect(await screen.findByText(/^Outbound:/)).toBeDefined()
  const search = new URLSearchParams(location.search)
  expect([search.get('from'), search.get('date')]).toEqual(['offa', back.date])
  expect(search.get('return')).toBeNull()
  await hand.click(within(await screen.findByRole('list', { name: 'Trips' })).getByRole('link'))
  await hand.click(await screen.findByRole('button', { name: 'Pick a seat for me' }))
  await hand.click(screen.getByRole('button', { name: /^Hold seats?$/ }))
  expect(await screen.findByRole('region', { name: 'Return trip' })).toBeDefined()
})

test('a bus that leaves before one arrives is no trip back, and says why', async () => {
  const out = await aTrip(world.db, { stops: ['asaba', 'warri'], departs_in_hours: 30 })
  const back = { stops: ['warri', 'asaba'] }
  const early = await aTrip(world.db, { ...back, departs_in_hours: 30.5 })
  const atOnce = await aTrip(world.db, { ...back, departs_in_hours: 30.5 })
  await sql`update trip set departs_at = (select arrives_at from trip where id = ${out.trip_id})
    where id = ${atOnce.trip_id}`.execute(world.db)
  const late = await aTrip(world.db, { ...back, departs_in_hours: 60 })
  await world.open(`/bookride/details?trip=${out.id}&passengers=1`)
  await hand.click(await screen.findByRole('button', { name: 'Pick a seat for me' }))
  await hand.click(screen.getByRole('button', { name: /^Hold seats?$/ }))
  await hand.click(await screen.findByRole('link', { name: 'Add the return trip' }))
  expect(await screen.findByText(/^Outbound:/)).toBeDefined()
  const { search } = location
  const on = async (day: string) => {
    const at = new URLSearchParams(search)
    at.set('date', day)
    await world.open(`/bookride?${at.toString()}`)
    return within(await screen.findByRole('list', { name: 'Trips' }))
  }
  const first = await on(early.date)
  expect(await first.findAllByText('Leaves before you arrive')).toHaveLength(2)
  expect(first.queryByRole('link')).toBeNull()
  const next = await on(late.date)
  expect(await next.findByRole('link')).toBeDefined()
  expect(next.queryByText('Leaves before you arrive')).toBeNull()
})

test('with no network a search seen before is shown with its age, one never seen is said to be missing', async () => {
  const trip = await aTrip(world.db, { stops: ['kano', 'kaduna'] })
  const search = `/bookride?from=kano&to=kaduna&date=${trip.date}&passengers=1`
  await world.open(search)
  await screen.findByRole('list', { name: 'Trips' })
  const { openOwnerStore } = await import('#lib/device/owner-store')
  const isKept = ([key]: [string, unknown]) => key.includes('findTrips') && key.includes('kaduna')
  await vi.waitFor(async () =>
    expect((await openOwnerStore('answers').entries()).some(isKept)).toBe(true),
  )

  world.goOffline()
  await world.reload()
  await screen.findByRole('list', { name: 'Trips' })
  expect(
    await screen.findByText(/No network\. Saved on this phone, as of .+ \(just now\)/),
  ).toBeDefined()
  expect(screen.getByText('Offline. Saved pages still open.')).toBeDefined()

  // A trip whose seats were never loaded has its usual head, shows what the list knew, and leads back to the list.
  await hand.click(
    within(screen.getByRole('list', { name: 'Trips' })).getByRole('link', { name: /./ }),
  )
  await screen.findByText('You are offline.')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Kano → Kaduna')
  expect(screen.getByRole('region', { name: 'The trip' }).textContent).toContain('per adult')
  expect(screen.getByRole('link', { name: 'Other trips' }).getAttribute('href')).toBe(search)

  await world.open(search.replace('kano', 'jos'))
  expect(await screen.findByText('You are offline.')).toBeDefined()
  expect(screen.getAllByRole('link', { name: /^Call / })[0]).toHaveProperty('protocol', 'tel:')
})

test('a day without a trip names the next day that has one', async () => {
  const trip = await aTrip(world.db, { stops: ['enugu', 'owerri'], departs_in_hours: 72 })
  const before = await aTrip(world.db, { stops: ['enugu', 'abuja'], departs_in_hours: 24 })
  await world.open(`/bookride?from=enugu&to=owerri&date=${before.date}`)
  expect(await screen.findByText(/^No trip from Enugu to Owerri on /)).toBeDefined()
  const days = screen.getByRole('heading', { name: 'Next days with a trip' }).parentElement
  await hand.click(within(days ?? document.body).getByRole('link'))
  await screen.findByRole('list', { name: 'Trips' })
  expect(new URLSearchParams(location.search).get('date')).toBe(trip.date)
})

test('a search from a motor park leads to the requests for its city', async () => {
  const trip = await aTrip(world.db, { stops: ['minna', 'lokoja'] })
  const from = `/bookride?from=${trip.from_park}&to=${trip.to_park}&passengers=2`
  await world.open(`${from}&date=${trip.date}`)
  const watch = await screen.findByRole('link', { name: 'Watch this price' })
  const road = (date: string) => `from=minna&to=lokoja&date=${date}&passengers=2`
  const path = '/profile/travel-request'
  expect(watch.getAttribute('href')).toBe(`${path}/watch?${road(trip.date)}`)

  const other = addDays(trip.date, 1)
  await world.open(`${from}&date=${other}`)
  const ask = await screen.findByRole('link', { name: 'Ask for this route' })
  expect(ask.getAttribute('href')).toBe(`${path}/ask?${road(other)}`)
  expect(
    screen.getByRole('link', { name: 'Tell me when one is on sale' }).getAttribute('href'),
  ).toBe(`${path}/watch?${road(other)}&kind=first_departure`)
})

test('a full bus stays in the list, last, and leads to its waiting list', async () => {
  const full = await aTrip(world.db, { stops: ['makurdi', 'jos'], seats_left: 0 })
  await aTrip(world.db, { stops: ['makurdi', 'jos'], departs_in_hours: 48.1 })
  await world.open(`/bookride?from=makurdi&to=jos&date=${full.date}`)
  const list = within(await screen.findByRole('list', { name: 'Trips' }))
  expect(screen.getByText('1 with free seats · fees included')).toBeDefined()
  const cards = list.getAllByRole('listitem')
  expect(cards.map(({ textContent }) => /Full · Waiting list/.test(textContent))).toEqual([
    false,
    true,
  ])
  const [first, last] = list.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
  expect(first).toMatch(/^\/bookride\/details/)
  expect(last).toBe(`/profile/travel-request/wait?trip=${full.id}&passengers=1`)
})

test('seats that others are booking are not called sold', async () => {
  const trip = await aTrip(world.db, { stops: ['lokoja', 'abuja'], seats_left: 2 })
  await aHold(world.server, trip.id, trip.sellable.slice(-2))
  await world.open(`/bookride?from=lokoja&to=abuja&date=${trip.date}`)
  const list = within(await screen.findByRole('list', { name: 'Trips' }))
  expect(list.getByText('2 seats are being booked, some may come free')).toBeDefined()
  expect(list.queryByText(/Full|Sold out/)).toBeNull()
  expect(screen.getByText('Fees included')).toBeDefined()
  await hand.click(list.getByRole('link'))
  expect(await screen.findByText('2 seats are being booked, some may come free.')).toBeDefined()
})

test('where no bus has seats for all, those with fewer are shown, and the next day', async () => {
  const trip = await aTrip(world.db, { stops: ['ilorin', 'minna'], seats_left: 5 })
  await aTrip(world.db, { stops: ['ilorin', 'minna'], departs_in_hours: 72 })
  await world.open(`/bookride?from=ilorin&to=minna&date=${trip.date}&passengers=6`)
  expect(await screen.findByText('No bus with 6 free seats; 1 with fewer.')).toBeDefined()
  expect(
    within(screen.getByRole('list', { name: 'Trips' })).getByText('5 seats left'),
  ).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Next days with a trip' })).toBeDefined()
  const strip = within(screen.getByRole('navigation', { name: /^Cheapest fares/ }))
  expect(strip.getByRole('link', { current: 'date' }).textContent).toMatch(/Full$/)
})

test('what the results say about a trip stays on the screen while its seats are loading', async () => {
  const trip = await aTrip(world.db, { stops: ['gombe', 'yola'] })
  await world.open(`/bookride?from=gombe&to=yola&date=${trip.date}`)
  const list = within(await screen.findByRole('list', { name: 'Trips' }))
  // The server does not answer.
  world.silenceAt('/api/')
  await hand.click(list.getByRole('link'))
  const known = within(await screen.findByRole('region', { name: 'The trip' }))
  expect(known.getByText('Gombe Park', { exact: false })).toBeDefined()
  expect(known.getByText(formatNaira(computeAdultTotal(850_000, 20_000)))).toBeDefined()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Gombe → Yola')
})

test('a filter stands in the address and can be taken back', async () => {
  const trip = await aTrip(world.db, { stops: ['uyo', 'calabar'], amenities: ['ac'] })
  await world.open(`/bookride?from=uyo&to=calabar&date=${trip.date}`)
  await screen.findByRole('list', { name: 'Trips' })
  await hand.click(screen.getByRole('button', { name: 'Filters' }))
  const toilet = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Toilet (0)' })
  expect(toilet.disabled).toBe(true)
  await hand.click(screen.getByRole('checkbox', { name: 'Air conditioning (1)' }))
  await vi.waitFor(() => expect(location.search).toContain('amenity=ac'))
  await hand.click(await screen.findByRole('button', { name: 'Show 1 trip' }))
  expect(await screen.findByRole('button', { name: 'Filters (1)' })).toBeDefined()
})

test('the button of the filters does nothing until it is known what it will do', async () => {
  const trip = await aTrip(world.db, { stops: ['uyo', 'aba'], amenities: ['ac'] })
  await world.open(`/bookride?from=uyo&to=aba&date=${trip.date}`)
  await screen.findByRole('list', { name: 'Trips' })
  await hand.click(screen.getByRole('button', { name: 'Filters' }))
  // The server does not answer, and the search waits before it tries again.
  world.loseServer()
  await hand.click(await screen.findByRole('checkbox', { name: 'Air conditioning (1)' }))
  const counting = await screen.findByRole('button', { name: /^Counting trips/ })
  expect(counting.getAttribute('aria-disabled')).toBe('true')
  await hand.click(counting)
  expect(location.search).toContain('amenity=ac')
  world.goOnline()
  await hand.click(await screen.findByRole('button', { name: 'Show 1 trip' }))
  expect(location.search).toContain('amenity=ac')
})

test('the way back from a trip leads to the list as it was filtered', async () => {
  const trip = await aTrip(world.db, { stops: ['uyo', 'calabar'], amenities: ['ac'] })
  const list = `/bookride?from=uyo&to=calabar&date=${trip.date}&passengers=1&amenity=ac`
  await world.open(list)
  const trips = within(await screen.findByRole('list', { name: 'Trips' }))
  await hand.click(trips.getAllByRole('link', { name: /Udala/ })[0] ?? document.body)
  await hand.click(await screen.findByRole('link', { name: 'Other trips' }))
  await screen.findByRole('list', { name: 'Trips' })
  expect(location.pathname + location.search).toBe(list)
})

test('filters that leave nothing say so and never lead to no trips', async () => {
  const trip = await aTrip(world.db, { stops: ['aba', 'calabar'], amenities: ['ac'] })
  const search = `/bookride?from=aba&to=calabar&date=${trip.date}&amenity=toilet`
  await world.open(search)
  expect(await screen.findByText('No trip matches all your filters.')).toBeDefined()
  await hand.click(screen.getByRole('button', { name: 'Filters (1)' }))
  await hand.click(await screen.findByRole('button', { name: 'No trip matches. Clear filters' }))
  expect(await screen.findByRole('button', { name: 'Show 1 trip' })).toBeDefined()
  expect(location.search).not.toContain('amenity')
  await world.open(search)
  await screen.findByText('No trip matches all your filters.')
  await hand.click(screen.getByRole('link', { name: 'Show all trips' }))
  await screen.findByRole('list', { name: 'Trips' })
  expect(location.search).not.toContain('amenity')
})

test('the address of the results without a search is the search', async () => {
  await world.open('/bookride')
  expect(await screen.findByRole('button', { name: 'Search buses' })).toBeDefined()
  expect(screen.queryByText('This link is not complete.')).toBeNull()
})

test('an address that makes no sense is answered in words', async () => {
  await world.open('/bookride?from=lagos')
  expect(await screen.findByText('Say where from, where to and on which day.')).toBeDefined()
  await world.open('/bookride?from=lagos&to=ibadan&date=2026-02-30&return=foo&passengers=abc')
  expect(await screen.findByText('This day does not exist.')).toBeDefined()
  expect(screen.getByText('1 traveller')).toBeDefined()
  expect(screen.queryByText(/NaN/)).toBeNull()
  await world.open('/bookride/details?trip=nonsense')
  expect(await screen.findByText(/^This trip is no longer in the timetable/)).toBeDefined()
})

test('a ride board says under its day where each bus goes', async () => {
  const trips = [
    await aTrip(world.db, { stops: ['sokoto', 'jos'], departs_in_hours: 23 }),
    await aTrip(world.db, { stops: ['sokoto', 'kaduna'], departs_in_hours: 47 }),
  ]
  const park = (await world.server.call(getTrip, { id: trips[0]?.id ?? '' })).data.from.park
  await world.open(`/ride-board/motor-park/${park.code}`)
  const lists = await screen.findAllByRole('list', { name: /^Departures/ })
  expect(lists.map((list) => list.getAttribute('aria-label'))).toEqual(
    trips.map(({ date }) => `Departures ${formatDayShort(date)}`),
  )
  expect(within(lists[0] as HTMLElement).getByText('Jos')).toBeDefined()
  expect(within(lists[1] as HTMLElement).getByText('Kaduna')).toBeDefined()
})

test('a ride board that is nowhere shows the way to the search', async () => {
  await world.open('/ride-board/motor-park/nowhere')
  expect(await screen.findByText('No motor park has this address.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Search buses' })).toHaveProperty('pathname', '/')
})
