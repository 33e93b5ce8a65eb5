import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { quoteCharter } from '#contract/charters/market/endpoints'
import { getCharter, listCharters } from '#contract/charters/trips/endpoints'
import type { Charter } from '#contract/charters/trips/model'
import { endCharter, setCharterDriver, startCharter } from '#contract/charters/trips/endpoints'
import { formatNaira } from '#contract/money'
import {
  aCharter,
  aCharterKey,
  aRichUser,
  aVehicle,
  aJourneyInput,
  dayAhead,
  type MadeVehicle,
  payCharter,
  moveStart,
} from '#tests/support/makers/charters'
import { computeBalanceDueTime } from '#src/features/charters/market/balance-due.ts'
import { addDays, formatDayOfAnyYear } from '#lib/format'
import { aParcelTrip } from '#tests/support/makers/parcels'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { chooseDay, choosePlace } from '#tests/client/fixtures/sheets'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, hand, server, pressButton: press } = world

const follow = async (name: string | RegExp) =>
  hand.click(await screen.findByRole('link', { name }))

async function write(label: string | RegExp, words: string) {
  const field = await screen.findByLabelText(label)
  await hand.clear(field)
  await hand.click(field)
  await hand.paste(words)
}

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

/** A charter of this phone's user, paid as far as `plan` says. */
async function aPaid(plan: 'deposit' | 'all' = 'all') {
  const vehicle = await aVehicle(db)
  const made = await aCharter(server, vehicle, { plan })
  await payCharter(server, made)
  world.enter(made.owner)
  return { ...made, vehicle, operator: await aCharterKey(server, vehicle) }
}

const openCharter = ({ reference }: Pick<Charter, 'reference'>) =>
  world.open(`/profile/charters/${reference}`)

const newest = async ({ as }: MadeUser) => (await server.call(listCharters, {}, { as })).data[0]

test('the balance is due when the form has said that it would be', async () => {
  const vehicle = await aVehicle(db)
  const { quote, charter } = await quotedAndBooked(vehicle, '07:30')
  expect(computeBalanceDueTime(quote.balance_due_at ?? '', '07:30')).toBe(
    charter.instalments.find(({ kind }) => kind === 'balance')?.due_at,
  )
})

async function quotedAndBooked(vehicle: MadeVehicle, start_time: string) {
  const asked = { vehicle_id: vehicle.id, ...aJourneyInput() }
  const [quote, made] = [
    await server.call(quoteCharter, asked),
    await aCharter(server, vehicle, { start_time }),
  ]
  return { quote: quote.data, charter: made.charter }
}

test('what it is for, where and when lead to the vehicles and to the request, filled in', async () => {
  await aVehicle(db)
  await aParcelTrip(server)
  await world.open('/charter-type')
  await hand.click(await screen.findByRole('radio', { name: 'Wedding' }))
  await choosePlace(hand, /^Starts in/, 'Lagos')
  await write(/^Travellers/, '12')
  await follow('See vehicles and prices')
  await heading('Vehicles to charter')
  expect(location.search).toBe('?city=lagos&seats=12&occasion=wedding')

  await follow('Ask operators for offers')
  await heading('Ask for offers')
  expect(location.pathname).toBe('/charter-marketplace/custom-request')
  expect(await screen.findByLabelText(/^What is it for/)).toHaveProperty('value', 'wedding')
  expect(await screen.findByLabelText(/^Travellers/)).toHaveProperty('value', '12')

  await world.open('/charter-type')
  await follow('Airport pick-up or drop-off')
  await heading('Airport pick-up and drop-off')
})

test('filters and sort stand in the address; what nothing fits says so and leads on', async () => {
  await aVehicle(db, { seats: 7, size: 'small' })
  await aVehicle(db, { seats: 59, size: 'large' })
  await world.open('/charter-marketplace')
  await screen.findByRole('list', { name: 'Vehicles' })
  const sort = await screen.findByLabelText('Sort by')
  await hand.selectOptions(sort, 'Fewest seats')
  await waitFor(() => expect(location.search).toBe('?sort=seats'))
  await waitFor(() =>
    expect(
      within(screen.getByRole('list', { name: 'Vehicles' })).getAllByText(/seats · /)[0]
        ?.textContent,
    ).toMatch(/^7 seats/),
  )
  await press(/^Filters/)
  const dialog = await screen.findByRole('dialog', { name: 'Filters' })
  await hand.selectOptions(within(dialog).getByLabelText('Vehicle'), 'Large (coach)')
  await waitFor(() => expect(location.search).toBe('?sort=seats&size=large'))
  await world.open('/charter-marketplace?size=large&seats=80')
  expect(await screen.findByText('No vehicle matches all of these filters.')).toBeDefined()
  const [clear] = screen.getAllByRole('link', { name: 'Clear filters' })
  await hand.click(clear as HTMLElement)
  expect(await screen.findByRole('list', { name: 'Vehicles' })).toBeDefined()

  await world.open('/charter-marketplace?date=2020-02-31')
  expect(await screen.findByText('We can’t search for this.')).toBeDefined()
})

test('a vehicle shows its price line by line and its taken days, is booked with a deposit, and opens without a network', async () => {
  const vehicle = await aVehicle(db)
  const other = await aCharter(server, vehicle, { ahead: 20 })
  await payCharter(server, other)
  const owner = await aRichUser(server)
  world.enter(owner)
  const road = `city=lagos&to=ibadan&date=${dayAhead(20)}&kind=round_trip&seats=9`
  await world.open(`/charter-marketplace/browse_charter/${vehicle.id}?${road}`)
  await heading('Toyota HiAce 2020')
  expect(await screen.findByRole('link', { name: 'Other days' })).toBeDefined()
  expect(screen.getByText('Taken on these days')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Book it' })).toBeNull()

  for (const [label, day] of [
    ['First day', dayAhead(22)],
    ['Last day', dayAhead(22)],
  ] as const)
    await chooseDay(hand, label, day)
  expect(await screen.findByText('VAT 7.5%')).toBeDefined()
  await follow('Book it')
  await heading('Book it')
  expect(await screen.findByText('Step 2 of 3 · Toyota HiAce 2020')).toBeDefined()
  await write(/^Where to pick you up/, '5 Allen Avenue')
  await press(/^Book and pay ₦/)
  await waitFor(() => expect(location.pathname).toBe('/charter-marketplace/confirm-payment'))
  const charter = await newest(owner)
  expect(charter).toMatchObject({ state: 'awaiting_payment', travellers: 9 })
  expect(
    await screen.findByText(
      new RegExp(`${formatNaira(charter?.price.deposit_kobo ?? 0)} is the deposit`),
    ),
  ).toBeDefined()

  world.goOffline()
  await world.open(`/charter-marketplace/browse_charter/${vehicle.id}?${road}`)
  expect(await screen.findByText(/^No network\. Saved on this phone, as of /)).toBeDefined()
  await heading('Toyota HiAce 2020')
})

test('the number of days of the filter is that of the journey, for a vehicle and for offers', async () => {
  const vehicle = await aVehicle(db)
  const first = dayAhead(20)
  for (const [days, last] of [
    ['3', addDays(first, 2)],
    ['15', first],
    ['1.5', first],
  ] as const) {
    await world.open(`/charter-marketplace/browse_charter/${vehicle.id}?date=${first}&days=${days}`)
    expect(await screen.findByLabelText('First day')).toHaveProperty('value', shownDay(first))
    expect(screen.getByLabelText('Last day')).toHaveProperty('value', shownDay(last))
  }
  await world.open(`/charter-marketplace?date=${first}&days=3`)
  await follow('Ask operators for offers')
  await heading('Ask for offers')
  expect(await screen.findByLabelText('Last day')).toHaveProperty(
    'value',
    shownDay(addDays(first, 2)),
  )
})

test('a city above the list narrows it to the vehicles near there, nearest first, and stays in the URL', async () => {
  await aVehicle(db, { city: 'lagos' })
  await aVehicle(db, { city: 'kaduna' })
  await aVehicle(db, { city: 'kano' })
  const homes = async () =>
    within(await screen.findByRole('list', { name: 'Vehicles' }))
      .getAllByText(/seats · /)
      .map((line) => line.textContent?.split(' · ')[1])
  await world.open('/charter-marketplace?seats=14')
  expect(await homes()).toContain('Lagos')
  await choosePlace(hand, 'In or near', 'Kano')
  await waitFor(() => expect(location.search).toBe('?seats=14&city=kano'))
  await waitFor(async () => expect((await homes())[0]).toBe('Kano'))
  expect(await homes()).not.toContain('Lagos')
  await world.reload()
  expect((await homes())[0]).toBe('Kano')
  expect(screen.getByLabelText('In or near')).toHaveProperty('value', 'Kano')
  expect(screen.getByLabelText('Sort by')).toHaveProperty('value', 'distance')
  await world.open('/charter-marketplace?seats=80&city=kano')
  await screen.findByText('No vehicle matches all of these filters.')
  const [, clearAll] = screen.getAllByRole('link', { name: 'Clear filters' })
  await hand.click(clearAll as HTMLElement)
  await waitFor(async () => expect(await homes()).toContain('Lagos'))
})

/** Returns a day as its field shows it. */
const shownDay = (day: string) => formatDayOfAnyYear(day)

test('more travellers than seats, no day and no name are said at their fields', async () => {
  const vehicle = await aVehicle(db)
  world.enter(await aUser(server))
  await world.open(
    `/charter-marketplace/browse_charter/${vehicle.id}?city=lagos&to=ibadan&date=${dayAhead(9)}&seats=40&step=book`,
  )
  await screen.findByText('VAT 7.5%')
  await press(/^Book and pay ₦/)
  expect((await screen.findAllByText('This vehicle takes 14 at most.')).length).toBeGreaterThan(0)
  await world.open('/charter-marketplace/browse_charter/12')
  expect(await screen.findByText('This vehicle cannot be chartered any more.')).toBeDefined()
})

test('deposit and balance are two payments; the driver and the start code stand on the charter and under Drivers', async () => {
  const { charter, operator, owner, as } = await aPaid('deposit')
  await openCharter(charter)
  expect(await screen.findByText('Booked, balance to pay')).toBeDefined()
  await follow('Pay')
  const balance = charter.price.total_kobo - charter.price.deposit_kobo
  expect(
    await screen.findByText(new RegExp(`^Pay the balance of ${formatNaira(balance)}`)),
  ).toBeDefined()
  await payCharter(server, { charter, as })

  const driver = { name: 'Sunday Okafor', phone: '+2348035550123', plate: 'KJA-482XA' }
  await server.call(setCharterDriver, { reference: charter.reference, ...driver }, { as: operator })
  const { data: told } = await server.call(getCharter, { reference: charter.reference }, { as })
  await world.open('/profile/driver')
  expect(await screen.findByText('Sunday Okafor')).toBeDefined()
  expect(screen.getByText('KJA-482XA')).toBeDefined()
  await openCharter(charter)
  expect(await screen.findByText('Booked and paid')).toBeDefined()
  expect(screen.getByText(told.start_code ?? '-')).toBeDefined()

  world.goOffline()
  await openCharter(charter)
  expect(await screen.findByText(/^No network\. Saved on this phone, as of /)).toBeDefined()
  expect(screen.getByText(told.start_code ?? '-')).toBeDefined()
  expect((await newest(owner))?.state).toBe('paid')
})

test('after its end it is reviewed, and the review can be changed', async () => {
  const { charter, operator, as } = await aPaid()
  const { reference } = charter
  await moveStart(db, charter, 1)
  const { data: told } = await server.call(getCharter, { reference }, { as })
  await server.call(startCharter, { reference, code: told.start_code ?? '' }, { as: operator })
  await openCharter(charter)
  expect(await screen.findByText('On the road')).toBeDefined()
  const { data: begun } = await server.call(getCharter, { reference }, { as })
  expect(await screen.findByText(begun.end_code ?? '-')).toBeDefined()
  await server.call(endCharter, { reference, code: begun.end_code ?? '' }, { as: operator })
  await openCharter(charter)
  expect(await screen.findByText('Finished')).toBeDefined()
  await press('Send the review')
  expect((await screen.findAllByText('Choose from one to five stars.')).length).toBeGreaterThan(0)
  await hand.click(screen.getByRole('radio', { name: '4 stars: Good' }))
  await write(/^What should others know/, 'On time, clean, and a calm driver.')
  await press('Send the review')
  expect(await screen.findByRole('img', { name: '4 of 5 stars' })).toBeDefined()
  expect(screen.getByText('On time, clean, and a calm driver.')).toBeDefined()
  await press('Change it')
  await write(/^What should others know/, 'Cheaper ones at 0803 111 2233.')
  await press('Send the review')
  expect(await screen.findByText('Only you see it until our staff have checked it.')).toBeDefined()
})

test('what cancelling gives back is shown to the kobo first, and then it is cancelled', async () => {
  const { charter, owner } = await aPaid()
  await openCharter(charter)
  await press('Cancel charter')
  const kept = Math.round(charter.price.total_kobo / 10)
  await press(`Cancel and get ${formatNaira(charter.price.total_kobo - kept)} back`)
  expect(await screen.findByText('Cancelled by you')).toBeDefined()
  expect((await newest(owner))?.state).toBe('cancelled')
})

test('who cancels too late for a refund is not sent to look for one', async () => {
  const { charter } = await aPaid()
  await moveStart(db, charter, 10)
  await openCharter(charter)
  await press('Cancel charter')
  await press('Cancel the charter')
  expect(await screen.findByText('Cancelled by you')).toBeDefined()
  expect(screen.getByText('It was too late for a refund.')).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Refunds' })).toBeNull()
})

test('a charter that was cancelled here is cancelled in the saved list, though the network goes at once', async () => {
  const { charter } = await aPaid()
  await world.open('/profile/charters')
  await screen.findByRole('list', { name: 'Charters' })
  await openCharter(charter)
  await press('Cancel charter')
  await press(/^Cancel and get/)
  await screen.findByText('Cancelled by you')
  world.goOffline()
  await world.open('/profile/charters')
  const list = within(await screen.findByRole('list', { name: 'Charters' }))
  expect(list.getByText('Cancelled by you')).toBeDefined()
})

test('what the list says about a charter stays on the screen while it is loading', async () => {
  const { charter } = await aPaid()
  await world.open('/profile/charters')
  const list = within(await screen.findByRole('list', { name: 'Charters' }))
  world.silenceAt('/api/')
  await hand.click(list.getByRole('link'))
  const status = within(await screen.findByRole('region', { name: 'Status' }))
  expect(await status.findByText('Booked and paid')).toBeDefined()
  const trip = within(await screen.findByRole('region', { name: 'The trip' }))
  expect(await trip.findByText(charter.reference)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Cancel charter' })).toBeNull()
})

test('the fields of a request are checked when they are left', async () => {
  await world.open('/charter-request')
  await write('Phone', '0803')
  await hand.tab()
  const phone = await screen.findByLabelText('Phone')
  await waitFor(() => expect(phone.getAttribute('aria-invalid')).toBe('true'))
  await write('Travellers', '900')
  await hand.tab()
  const travellers = await screen.findByLabelText('Travellers')
  await waitFor(() => expect(travellers.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).not.toBe('true')
})

test('the date is changed while it is free; a taken day is said at the field', async () => {
  const { charter, vehicle, owner } = await aPaid()
  await aCharter(server, vehicle, { ahead: 30 })
  await openCharter(charter)
  await press('Change the date')
  await chooseDay(hand, 'First day', dayAhead(30))
  await press('Save the new date')
  const taken = await screen.findAllByText(/^This vehicle is taken on one of these days/)
  expect(taken.length).toBeGreaterThan(0)
  await chooseDay(hand, 'First day', dayAhead(33))
  await press('Save the new date')
  await waitFor(async () => expect((await newest(owner))?.from).toBe(dayAhead(33)))
})

test('an airport pick-up is booked at its fixed price, and a later flight moves it', async () => {
  await aVehicle(db)
  const owner = await aRichUser(server)
  world.enter(owner)
  await world.open('/charter-airport')
  await choosePlace(hand, 'Airport', 'Lagos')
  await choosePlace(hand, 'Drop-off area', '')
  expect(await screen.findByText(/^The price includes driver, fuel, tolls/)).toBeDefined()
  expect(screen.getByRole('radio', { name: /Small/ }).matches(':checked')).toBe(true)
  await write('Travellers', '5')
  expect(screen.getByRole('radio', { name: /too small$/ }).matches(':disabled')).toBe(true)
  expect(screen.getByRole('radio', { name: /Medium/ }).matches(':checked')).toBe(true)
  await write('Flight number', 'P4 7121')
  await chooseDay(hand, 'Lands on', dayAhead(12))
  await write('At', '14:30')
  await write('Drop-off address', '12 Bourdillon Road')
  await hand.click(await screen.findByRole('radio', { name: /Medium/ }))
  await press(/^Book and pay ₦/)
  await waitFor(() => expect(location.pathname).toBe('/charter-marketplace/confirm-payment'))
  const charter = await newest(owner)
  expect(charter).toMatchObject({
    kind: 'airport',
    flight: { number: 'P47121', direction: 'pick_up' },
  })
  if (charter === undefined) return
  expect((await screen.findAllByText('The price includes fuel and tolls.')).length).toBe(2)
  expect(screen.queryByText(/on the (road|way)/)).toBeNull()
  await payCharter(server, { charter, as: owner.as })
  await openCharter(charter)
  await press('Change the flight')
  await write('At', '17:00')
  await press('Save the new flight')
  await waitFor(async () =>
    expect((await newest(owner))?.flight?.at).toBe(`${dayAhead(12)}T16:00:00.000Z`),
  )
})

test('my charters and requests, none yet, a stranger’s, and one whose operator failed', async () => {
  world.enter(await aUser(server))
  await world.open('/profile/charters')
  expect(await screen.findByText('You have not chartered a vehicle yet.')).toBeDefined()
  const { charter } = await aPaid()
  world.enter(await aUser(server))
  await openCharter(charter)
  expect(await screen.findByText('This charter is not in your account.')).toBeDefined()
})
