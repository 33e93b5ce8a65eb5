import { screen, waitFor, within } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { sql } from '#server/db/sql'
import { aHold, expireHold } from '#tests/support/makers/bookings'
import { aUser } from '#tests/support/makers/people'
import { aTrip } from '#tests/support/makers/trips'
import { sellToOthers } from '#tests/support/worlds/payments'
import { aClientWorld } from '#tests/client/fixtures/world'
import { phoneFormatMessage } from '#contract/phone'

const world = await aClientWorld()
const { hand } = world

/** Opens the screen that asks who travels on two held seats. */
async function openPassengers() {
  const trip = await aTrip(world.db)
  const [one = 0, other = 0] = trip.sellable
  const { booking } = await aHold(world.server, trip.id, [one, other])
  world.remember(booking.reference, { token: booking.guest_token ?? '' })
  await world.open(`/bookride/passenger-details?booking=${booking.reference}`)
  await screen.findByRole('region', { name: `Traveller on seat ${one}` })
  return { reference: booking.reference, seats: [one, other] as const, trip }
}

const traveller = (seat: number) =>
  within(screen.getByRole('region', { name: `Traveller on seat ${seat}` }))
const contact = () => within(screen.getByRole('region', { name: 'Contact' }))
const kin = () => within(screen.getByRole('region', { name: 'Next of kin' }))

async function write(field: HTMLElement, words: string) {
  await hand.clear(field)
  await hand.click(field)
  await hand.paste(words)
}

async function writeTraveller(seat: number, name: string) {
  await write(traveller(seat).getByLabelText(/^Full name/), name)
  await hand.click(traveller(seat).getByLabelText('Female'))
  const address = traveller(seat).queryByLabelText(/^Address/)
  if (address !== null) await write(address, '12 Allen Avenue, Ikeja')
}

async function writeOthers() {
  await write(contact().getByLabelText(/^Your phone/), '0803 123 4567')
  await write(kin().getByLabelText(/^Full name/), 'Chidi Okonkwo')
  await write(kin().getByLabelText(/^Phone/), '+234 803 987 6543')
  await hand.selectOptions(kin().getByLabelText(/^Relationship to/), 'sibling')
}

const goOn = () => hand.click(screen.getByRole('button', { name: /^(Go to payment$|Next: )/ }))
const saidOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id.endsWith('-error'))
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

test('half-filled passengers survive a reload', async () => {
  const { seats } = await openPassengers()
  await writeTraveller(seats[1], 'Ọlábísí Adé')
  await write(contact().getByLabelText(/^Your phone/), '0803 12')
  await world.reload()
  await waitFor(() =>
    expect(traveller(seats[1]).getByLabelText(/^Full name/)).toHaveProperty('value', 'Ọlábísí Adé'),
  )
  expect(traveller(seats[1]).getByLabelText('Female')).toHaveProperty('checked', true)
  expect(contact().getByLabelText(/^Your phone/)).toHaveProperty('value', '0803 12')
  expect(traveller(seats[0]).getByLabelText(/^Full name/)).toHaveProperty('value', '')
})

/** Unselects the seats that are selected on the visible trip, and holds these instead. */
async function holdAnother(seats: number[]) {
  await screen.findByRole('group', { name: /Seat map/ })
  for (const chosen of screen.queryAllByRole('button', { name: /, chosen by you$/ }))
    await hand.click(chosen)
  for (const seat of seats)
    await hand.click(screen.getByRole('button', { name: new RegExp(`^Seat ${seat},`) }))
  await hand.click(screen.getByRole('button', { name: /^Hold seats?$/ }))
  await screen.findByRole('region', { name: `Traveller on seat ${seats[0]}` })
}

async function fillIn(seats: readonly [number, number]) {
  await writeTraveller(seats[0], 'Adaeze Okonkwo')
  await write(traveller(seats[0]).getByLabelText(/^Baby on the lap/), 'Tobi Okonkwo')
  await writeTraveller(seats[1], 'Chioma Okonkwo')
  await hand.selectOptions(traveller(seats[1]).getByLabelText('Traveller type'), 'child')
  await writeOthers()
}

async function isFilledIn(seats: readonly number[]) {
  const [first = 0, second = 0] = seats
  const nameOn = (seat: number) => traveller(seat).getByLabelText(/^Full name/)
  await waitFor(() => expect(nameOn(first)).toHaveProperty('value', 'Adaeze Okonkwo'))
  const babyOn = (seat: number) => traveller(seat).getByLabelText(/^Baby on the lap/)
  expect(babyOn(first)).toHaveProperty('value', 'Tobi Okonkwo')
  expect(babyOn(second)).toHaveProperty('value', '')
  expect(nameOn(second)).toHaveProperty('value', 'Chioma Okonkwo')
  expect(traveller(second).getByLabelText('Traveller type')).toHaveProperty('value', 'child')
  expect(contact().getByLabelText(/^Your phone/)).toHaveProperty('value', '0803 123 4567')
  expect(kin().getByLabelText(/^Full name/)).toHaveProperty('value', 'Chidi Okonkwo')
}

test('what was typed goes with them to other seats, once, and stays there', async () => {
  const { seats, trip, reference } = await openPassengers()
  await fillIn(seats)
  await hand.click(screen.getByRole('link', { name: 'Seats' }))
  const others = trip.sellable.slice(4, 6)
  await holdAnother(others)
  await isFilledIn(others)
  await world.reload()
  await screen.findByRole('region', { name: `Traveller on seat ${others[0]}` })
  await isFilledIn(others)
  const { listDraftNames } = await import('#lib/drafts')
  expect(await listDraftNames()).not.toContain(`passengers-${reference}`)
})

test('a traveller who holds seats of another trip to compare keeps what was typed for the first', async () => {
  const { seats, reference } = await openPassengers()
  await fillIn(seats)
  const other = await aTrip(world.db)
  const [seat = 0] = other.sellable
  await world.open(`/bookride/details?trip=${other.id}&passengers=1`)
  await holdAnother([seat])
  await waitFor(() =>
    expect(traveller(seat).getByLabelText(/^Full name/)).toHaveProperty('value', 'Adaeze Okonkwo'),
  )
  await write(traveller(seat).getByLabelText(/^Full name/), 'Bola Okonkwo')
  const compared = location.search
  await world.open(`/bookride/passenger-details?booking=${reference}`)
  await screen.findByRole('region', { name: `Traveller on seat ${seats[0]}` })
  await isFilledIn(seats)
  await world.open(`/bookride/passenger-details${compared}`)
  await screen.findByRole('region', { name: `Traveller on seat ${seat}` })
  await waitFor(() =>
    expect(traveller(seat).getByLabelText(/^Full name/)).toHaveProperty('value', 'Bola Okonkwo'),
  )
})

test('when the ten minutes are over, nothing has to be typed again', async () => {
  const { seats, trip, reference } = await openPassengers()
  await fillIn(seats)
  await expireHold(world.server, reference)
  await sellToOthers(world.db, trip.trip_id, [...seats])
  // Restart the phone without its stored answers, so that it asks the server.
  const { openOwnerStore } = await import('#lib/device/owner-store')
  await openOwnerStore('answers').clear()
  await world.reload()
  await hand.click(await screen.findByRole('link', { name: 'Pick again' }))
  expect(screen.queryByText(/^You hold seats/)).toBeNull()
  const others = trip.sellable.slice(2, 4)
  await holdAnother(others)
  await isFilledIn(others)
})

test('the card and the bar name one total, whoever travels and with the insurance', async () => {
  const { seats } = await openPassengers()
  const card = within(screen.getByRole('region', { name: 'Your booking' }))
  const shown = () => document.querySelector('form [role="timer"]')?.closest('div')?.firstChild
  await hand.click(screen.getByLabelText(/^Travel insurance/))
  expect(await card.findByText(/^Travel insurance/)).toBeDefined()
  await hand.selectOptions(traveller(seats[1]).getByLabelText('Traveller type'), 'child')
  expect(await card.findByText(/^Child/)).toBeDefined()
  expect(shown()?.textContent).toMatch(/^₦\d/)
  expect(card.getByText(shown()?.textContent ?? '')).toBeDefined()
})

test('what is missing is said at its field, and the first of them has the focus', async () => {
  const { seats } = await openPassengers()
  await writeTraveller(seats[0], 'Adaeze Okonkwo')
  await writeOthers()
  await write(contact().getByLabelText(/^Your phone/), '0803')
  await hand.click(traveller(seats[1]).getByLabelText('Female'))
  await goOn()
  const name = traveller(seats[1]).getByLabelText(/^Full name/)
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(saidOf(name)).toBe('Enter the full name as on the ID card.')
  expect(saidOf(contact().getByLabelText(/^Your phone/))).toBe(phoneFormatMessage)
  expect(
    traveller(seats[0])
      .getByLabelText(/^Full name/)
      .getAttribute('aria-invalid'),
  ).not.toBe('true')
  expect(world.sent.filter((one) => one.startsWith('PUT'))).toEqual([])
  await write(name, 'Ngozi Okonkwo')
  expect(name.getAttribute('aria-invalid')).not.toBe('true')
  expect(traveller(seats[1]).queryByLabelText(/^Address/)).toBeNull()
})

const isFolded = (region: { getByText: (text: string) => HTMLElement }, line: string) =>
  region.getByText(line).closest('details')?.open === false

test('a field says what is wrong with it when it is left, not while it is typed', async () => {
  await openPassengers()
  const phone = contact().getByLabelText(/^Your phone/)
  const email = contact().getByLabelText(/^Email/)
  await hand.click(phone)
  await hand.click(email)
  expect(saidOf(phone)).toBe('')
  await write(phone, '0803')
  expect(saidOf(phone)).toBe('')
  await hand.click(email)
  expect(saidOf(phone)).toBe(phoneFormatMessage)
  await write(phone, '0803 123 4567')
  await hand.click(email)
  expect(saidOf(phone)).toBe('')
})

test('one section is open until it is filled in, and folds to a line when the next is typed into', async () => {
  const { seats } = await openPassengers()
  expect(isFolded(traveller(seats[1]), `Seat ${seats[1]}`)).toBe(true)
  expect(isFolded(contact(), 'Contact')).toBe(true)
  await writeTraveller(seats[0], 'Adaeze Okonkwo')
  expect(isFolded(traveller(seats[0]), `Seat ${seats[0]}`)).toBe(false)
  expect(isFolded(traveller(seats[1]), `Seat ${seats[1]}`)).toBe(false)
  await hand.click(traveller(seats[1]).getByLabelText(/^Full name/))
  expect(isFolded(traveller(seats[0]), 'Adaeze Okonkwo')).toBe(true)
  expect(traveller(seats[0]).getByText('Edit')).toBeDefined()
  await goOn()
  await waitFor(() => expect(isFolded(traveller(seats[1]), `Seat ${seats[1]}`)).toBe(false))
  expect(isFolded(contact(), 'Contact')).toBe(true)
  expect(isFolded(traveller(seats[0]), 'Adaeze Okonkwo')).toBe(true)
})

test('the button names the next section and opens it without errors, until it is left unfinished', async () => {
  const { seats } = await openPassengers()
  const mistakes = () => document.querySelectorAll('form [aria-invalid="true"]').length
  const button = (name: string) => screen.getByRole('button', { name })
  await hand.click(button(`Next: seat ${seats[1]}`))
  await waitFor(() => expect(mistakes()).toBeGreaterThan(0))
  for (const seat of seats) await writeTraveller(seat, 'Adaeze Okonkwo')
  expect(mistakes()).toBe(0)
  await hand.click(button('Next: contact'))
  await waitFor(() =>
    expect(document.activeElement?.closest('[data-section=contact]')).not.toBeNull(),
  )
  expect(mistakes()).toBe(0)
  expect(isFolded(contact(), 'Contact')).toBe(false)
  await hand.click(button('Next: next of kin'))
  const phone = contact().getByLabelText(/^Your phone/)
  await waitFor(() => expect(document.activeElement).toBe(phone))
  expect(
    kin()
      .getByLabelText(/^Full name/)
      .getAttribute('aria-invalid'),
  ).not.toBe('true')
  await write(phone, '0803 123 4567')
  await hand.click(button('Next: next of kin'))
  expect(mistakes()).toBe(0)
  expect(button('Go to payment')).toBeDefined()
})

test("the server's errors land on their fields, and the focus goes to the first", async () => {
  await aTrip(world.db)
  await sql`insert into passenger_type (code, name, fare_percent, position) values ('student', 'Student', 80, 7)`.execute(
    world.db,
  )
  const { seats } = await openPassengers()
  for (const seat of seats) await writeTraveller(seat, 'Adaeze Okonkwo')
  await writeOthers()
  const type = traveller(seats[1]).getByLabelText('Traveller type')
  await hand.selectOptions(type, 'student')
  await sql`delete from passenger_type where code = 'student'`.execute(world.db)
  await goOn()
  await waitFor(() => expect(saidOf(type)).toBe('This is not one of our traveller types.'))
  await waitFor(() => expect(document.activeElement).toBe(type))
  expect(contact().getByLabelText(/^Your phone/)).toHaveProperty('value', '0803 123 4567')
})

test('a baby needs the lap of an adult, and stands beside them in the booking', async () => {
  const { seats, reference } = await openPassengers()
  for (const seat of seats) await writeTraveller(seat, 'Adaeze Okonkwo')
  await writeOthers()
  const baby = traveller(seats[1]).getByLabelText(/^Baby on the lap/)
  await write(baby, 'Tobi Okonkwo')
  const type = traveller(seats[1]).getByLabelText('Traveller type')
  await hand.selectOptions(type, 'child')
  await goOn()
  await waitFor(() => expect(saidOf(baby)).toBe('A baby travels on the lap of an adult.'))
  await hand.selectOptions(type, 'adult')
  await goOn()
  expect(await screen.findByRole('region', { name: 'How do you want to pay?' })).toBeDefined()
  await world.open(`/profile/trip?booking=${reference}`)
  const words = `Seat ${seats[1]}: Adaeze Okonkwo and baby Tobi Okonkwo`
  expect(await screen.findByText(words)).toBeDefined()
})

test('without a network nothing typed is lost, and with it the same tap goes on to the payment', async () => {
  const { seats } = await openPassengers()
  for (const seat of seats) await writeTraveller(seat, 'Adaeze Okonkwo')
  await writeOthers()
  world.goOffline()
  await goOn()
  expect(await screen.findByText(/^No network\. Your details stay on this phone\./)).toBeDefined()
  world.goOnline()
  await goOn()
  expect(await screen.findByRole('region', { name: 'How do you want to pay?' })).toBeDefined()
  expect(location.pathname).toBe('/bookride/pay')
  await world.reload()
  expect(await screen.findByRole('region', { name: 'How do you want to pay?' })).toBeDefined()
  expect(screen.queryByText('Enter the travellers first.')).toBeNull()
})

test('a traveller gets to the payment at once, though a name for next time is still being saved', async () => {
  const owner = await aUser(world.server)
  world.enter(owner)
  const trip = await aTrip(world.db)
  const [seat = 0] = trip.sellable
  const { booking } = await aHold(world.server, trip.id, [seat], owner.as)
  await world.open(`/bookride/passenger-details?booking=${booking.reference}`)
  await screen.findByRole('region', { name: `Traveller on seat ${seat}` })
  await writeTraveller(seat, 'Amaka Bello')
  await hand.click(traveller(seat).getByLabelText('Save this traveller for next time'))
  await writeOthers()
  world.silenceAt('/profile/travellers')
  await goOn()
  expect(await screen.findByRole('region', { name: 'How do you want to pay?' })).toBeDefined()
  expect(world.sent).toContain('POST /api/v1/waka/profile/travellers')
})

test('whose login has ended reads so at the payment, with the way to log in, and finds what was typed', async () => {
  const owner = await aUser(world.server)
  world.enter(owner)
  const trip = await aTrip(world.db)
  const [seat = 0] = trip.sellable
  const { booking } = await aHold(world.server, trip.id, [seat], owner.as)
  await world.open(`/bookride/passenger-details?booking=${booking.reference}`)
  await screen.findByRole('region', { name: `Traveller on seat ${seat}` })
  await writeTraveller(seat, 'Amaka Bello')
  await writeOthers()
  localStorage.setItem('token', 'ended')
  await goOn()
  const refusal = within(await screen.findByRole('alert', { name: 'Please log in first.' }))
  const login = refusal.getByRole('link', { name: 'Log in' })
  expect(login.getAttribute('href')).toBe(
    `/login?next=${encodeURIComponent(location.pathname + location.search)}`,
  )
  world.enter(owner)
  await world.reload()
  await screen.findByRole('region', { name: `Traveller on seat ${seat}` })
  await waitFor(() =>
    expect(traveller(seat).getByLabelText(/^Full name/)).toHaveProperty('value', 'Amaka Bello'),
  )
})

test('when the time is over and others have the seats, it says so and offers to pick again', async () => {
  const { reference, trip, seats } = await openPassengers()
  await expireHold(world.server, reference)
  await sellToOthers(world.db, trip.trip_id, [...seats])
  globalThis.indexedDB = new IDBFactory()
  await world.reload()
  expect(await screen.findByText(/The seats went back on sale\./)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Pick again' }).getAttribute('href')).toContain(trip.id)
  expect(screen.getByRole('button', { name: 'Go to payment' })).toHaveProperty('disabled', true)
})
