import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { releaseHold } from '#contract/bookings/endpoints'
import { fetchProfile, listTravellers, updateProfile } from '#contract/profile/endpoints'
import type { User } from '#contract/profile/model'
import { listMessages } from '#demo/sandbox/message-repository'
import { aHold, aPaidBooking } from '#tests/support/makers/bookings'
import { aTrip } from '#tests/support/makers/trips'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aBookingForPerson, moveTripToPast } from '#tests/support/makers/travels'
import { fillWallet, fetchWalletBalance } from '#tests/support/makers/wallets'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, hand, server, pressButton: press } = world

const narrow = globalThis.matchMedia

const part = async (name: string | RegExp) => within(await screen.findByRole('region', { name }))
async function write(field: HTMLElement, words: string) {
  await hand.clear(field)
  await hand.click(field)
  await hand.paste(words)
}

/** Resolves when the profile is in the phone's database, from which the next start reads it. */
const waitUntilProfileIsStored = () =>
  waitFor(async () => {
    const { openOwnerStore } = await import('#lib/device/owner-store')
    const answers = await openOwnerStore('answers').entries()
    expect(answers.some(([key]) => key.includes('fetchProfile'))).toBe(true)
  })

/** Loads the profile again, as every screen does with one that is older than half a minute. */
async function loadProfileAgain(): Promise<void> {
  const { queryClient } = await import('#src/app/query-client.ts')
  await queryClient.invalidateQueries({ queryKey: ['fetchProfile'] })
}

/** Logs somebody in on this phone. */
async function here(options: Parameters<typeof aUser>[1] = {}): Promise<MadeUser> {
  const owner = await aUser(server, options)
  world.enter(owner)
  return owner
}

const profileOf = async ({ as }: MadeUser): Promise<User> =>
  (await server.call(fetchProfile, {}, { as })).data

async function codeSentTo(address: string): Promise<string> {
  await world.doJobs()
  const [letter] = await listMessages(db, 'sms', address)
  return /\d{6}/.exec(letter?.body ?? '')?.[0] ?? 'none'
}

async function fillTraveller(name: string) {
  await write(await screen.findByLabelText(/^Full name/, { selector: '[name="full_name"]' }), name)
  const form = within(await screen.findByRole('region', { name: 'New traveller' }))
  await hand.click(form.getByLabelText('Female'))
  await write(form.getByLabelText(/^Address/), '12 Allen Avenue, Ikeja')
}

test('a second phone knows the trip that another phone bought, and says so only from an answer', async () => {
  const owner = await here()
  await world.open('/profile')
  // Until the answer has come, there must be no link to tap, since the answer may lead elsewhere.
  expect((await screen.findByText('Looking for your trips…')).closest('a')).toBeNull()
  expect(await screen.findByText('You have no upcoming trips')).toBeDefined()

  await aBookingForPerson(server, owner)
  await aBookingForPerson(server, owner)
  expect(localStorage.getItem('next-trips')).toBeNull()
  // The stored list was empty a moment ago, but the phone must not claim that it is still empty.
  world.loseServer()
  await world.reload()
  expect(await screen.findByText('No ticket on this phone')).toBeDefined()
  expect(screen.queryByText('You have no upcoming trips')).toBeNull()
  world.goOnline()
  await world.reload()
  const next = await screen.findByRole('link', { name: /^Your next trip.* 1 more trip/ })
  expect(next.getAttribute('href')).toMatch(/^\/ticket\//)
  expect(screen.queryByText('You have no upcoming trips')).toBeNull()
})

test('on a wide screen the profile also has the last trips and movements, on a phone it asks for neither', async () => {
  const owner = await here()
  const trip = await aBookingForPerson(server, owner)
  await moveTripToPast(server, trip)
  await fillWallet(db, owner.user.id, 250_000)
  await world.open('/profile')
  await screen.findByText('You have no upcoming trips')
  expect(screen.queryByText('Last trips')).toBeNull()
  const asked = vi.spyOn(globalThis, 'matchMedia')
  asked.mockImplementation((media) =>
    Object.assign(narrow(media), { matches: media === '(min-width: 900px)' }),
  )
  await world.reload()
  const trips = await part('Last trips')
  const link = await trips.findByRole('link', { name: 'Lagos → Ibadan' })
  expect(link.getAttribute('href')).toBe(`/profile/trip?booking=${trip.reference}`)
  expect(await (await part('Wallet')).findByText('₦2,500 left')).toBeDefined()
  world.goOffline()
  await world.reload()
  await (await part('Last trips')).findByRole('link', { name: 'Lagos → Ibadan' })
  asked.mockRestore()
})

test('a held seat that waits for payment is not “no upcoming trips”', async () => {
  const owner = await here()
  const trip = await aTrip(db)
  await aHold(server, trip.id, trip.sellable.slice(0, 1), owner.as)
  await world.open('/profile')
  const link = await screen.findByRole('link', { name: /^Not paid yet/ })
  expect(link.getAttribute('href')).toBe('/profile/trip')
})

test('a new phone is proved by its code, and finds the trip booked with it', async () => {
  const owner = await here()
  const trip = await aTrip(db)
  const contact = { full_name: 'Ngozi Bello', phone: '+2348034445555' }
  await aPaidBooking(server, trip.id, trip.sellable.slice(0, 1), { contact })
  await world.open('/profile/details')
  await write(await screen.findByLabelText(/^Phone/), '0803 444 5555')
  await write(screen.getByLabelText('Your password'), 'not the one')
  await press('Save')
  await waitFor(() => expect(screen.getByLabelText('Your password')).toBe(document.activeElement))
  await write(screen.getByLabelText('Your password'), owner.password)
  await press('Save')
  await press('Verify')
  await press('Send the code')
  await write(await screen.findByLabelText(/^Code/), await codeSentTo('+2348034445555'))
  await press('Verify')
  await waitFor(() => expect(screen.getAllByText('✓ Verified')).toHaveLength(2))
  expect(await profileOf(owner)).toMatchObject({ phone: '+2348034445555', phone_verified: true })

  await hand.click(within(screen.getByRole('main')).getByRole('link', { name: 'Profile' }))
  expect(await screen.findByText('A booking made without an account is yours.')).toBeDefined()
  await press('Add to my trips')
  await screen.findByText('It is in your trips now.')
  await world.open('/profile/trip')
  expect(await screen.findByRole('link', { name: 'Show ticket' })).toBeDefined()
})

test('new details that were typed when the login ended are there after the next one, but not the password', async () => {
  const owner = await here()
  await world.open('/profile/details')
  await write(await screen.findByLabelText(/^Full name/), 'Ngozi Obi')
  await write(screen.getByLabelText(/^Phone/), '0803 444 5556')
  await write(screen.getByLabelText('Your password'), owner.password)
  await world.reload()
  await waitFor(async () =>
    expect(await screen.findByLabelText(/^Full name/)).toHaveProperty('value', 'Ngozi Obi'),
  )
  expect(screen.getByLabelText(/^Phone/)).toHaveProperty('value', '0803 444 5556')
  expect(screen.getByLabelText('Your password')).toHaveProperty('value', '')
  await write(screen.getByLabelText('Your password'), owner.password)
  await press('Save')
  await screen.findByText('Saved.')
  expect(await profileOf(owner)).toMatchObject({ full_name: 'Ngozi Obi', phone: '+2348034445556' })
  const { listDraftNames } = await import('#lib/drafts')
  expect(await listDraftNames()).toEqual([])
})

test('travellers are saved, changed and removed, and half a form survives a reload', async () => {
  const owner = await here()
  await world.open('/profile/travellers')
  await press('Add a traveller')
  await fillTraveller('Chisom Bello')
  await world.reload()
  await press('Add a traveller')
  const name = await screen.findByLabelText(/^Full name/, { selector: '[name="full_name"]' })
  await waitFor(() => expect(name).toHaveProperty('value', 'Chisom Bello'))
  await press('Save')
  await press('Edit Chisom Bello')
  await write(screen.getAllByLabelText(/^Full name/)[0] ?? name, 'Chisom Ada Bello')
  await press('Save')
  await screen.findByRole('button', { name: 'Edit Chisom Ada Bello' })
  const { data } = await server.call(listTravellers, {}, { as: owner.as })
  expect(data).toMatchObject([{ full_name: 'Chisom Ada Bello', gender: 'female' }])
  await press('Remove Chisom Ada Bello')
  await press('Yes, remove Chisom Ada Bello')
  await waitFor(() => expect(screen.queryByText('Chisom Ada Bello')).toBeNull())
})

test('details, a traveller and the next of kin are checked when a field is left', async () => {
  const isWrong = async (field: HTMLElement) => {
    await write(field, '0803')
    expect(field.getAttribute('aria-invalid')).toBe('false')
    await hand.tab()
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  }
  await here()
  await world.open('/profile/details')
  await isWrong(await screen.findByLabelText(/^Phone/))
  await world.open('/profile/travellers')
  await isWrong((await part('Next of kin')).getByLabelText(/^Phone/))
  await press('Add a traveller')
  await isWrong((await part('New traveller')).getByLabelText(/^Phone/))
})

test('the next of kin and the contact are filled in, and somebody new is saved for next time', async () => {
  const owner = await here({ full_name: 'Ngozi Bello' })
  await world.open('/profile/travellers')
  const kin = await part('Next of kin')
  await write(kin.getByLabelText(/^Full name/), 'Chidi Bello')
  await write(kin.getByLabelText(/^Phone/), '0803 987 6543')
  await hand.selectOptions(kin.getByLabelText(/^Relationship to/), 'sibling')
  await press('Save next of kin')
  await screen.findByText('Saved.')

  const open = async () => {
    const trip = await aTrip(db)
    const [seat = 0] = trip.sellable
    const { booking } = await aHold(server, trip.id, [seat], owner.as)
    await world.open(`/bookride/passenger-details?booking=${booking.reference}`)
    return { ...(await part(`Traveller on seat ${seat}`)), reference: booking.reference }
  }
  const first = await open()
  await write(first.getByLabelText(/^Full name/), 'Amaka Bello')
  await hand.click(first.getByLabelText('Female'))
  await write(first.getByLabelText(/^Address/), '12 Allen Avenue, Ikeja')
  await hand.click(first.getByLabelText('Save this traveller for next time'))
  expect((await part('Contact')).queryByLabelText(/^Your name/)).toBeNull()
  expect((await part('Contact')).getByLabelText(/^Email/)).toHaveProperty('value', owner.user.email)
  expect((await part('Next of kin')).getByLabelText(/^Full name/)).toHaveProperty(
    'value',
    'Chidi Bello',
  )
  await press('Go to payment')
  await screen.findByRole('region', { name: 'How do you want to pay?' })

  const second = await open()
  await hand.click(await second.findByRole('button', { name: 'Amaka Bello' }))
  expect(second.getByLabelText(/^Address/)).toHaveProperty('value', '12 Allen Avenue, Ikeja')
  expect(second.queryByLabelText('Save this traveller for next time')).toBeNull()
  await hand.click(second.getByRole('button', { name: 'I am travelling' }))
  expect(second.getByLabelText(/^Full name/)).toHaveProperty('value', 'Ngozi Bello')
  expect(second.getByLabelText('Save this traveller for next time')).toHaveProperty('checked', true)
  await press('Go to payment')
  await screen.findByRole('region', { name: 'How do you want to pay?' })

  await server.call(releaseHold, { reference: first.reference }, { as: owner.as })
  const third = await open()
  expect(screen.getByText(/^₦/, { selector: 'b' })).toBeDefined()
  // Who has saved their own details travels themselves, unless they say otherwise.
  expect(await third.findByDisplayValue('Ngozi Bello')).toBe(third.getByLabelText(/^Full name/))
  expect(third.getByLabelText('Female')).toHaveProperty('checked', true)
  expect(third.getByLabelText(/^Address/)).toHaveProperty('value', '12 Allen Avenue, Ikeja')
  await hand.click(third.getByRole('button', { name: 'Somebody else' }))
  expect(third.getByLabelText(/^Full name/)).toHaveProperty('value', '')
  expect(third.getByRole('button', { name: 'I am travelling' })).toBeDefined()
})

test('settings are kept, and everything held about a person can be taken along', async () => {
  const owner = await here()
  await world.open('/profile/settings')
  await hand.click(await screen.findByLabelText(/^Data saver/))
  expect(screen.getByText(/a reminder the evening before a trip, delays/)).toBeDefined()
  // The product sends no offers, so there is no setting for them.
  expect(screen.queryByLabelText(/^Offers/)).toBeNull()
  await hand.click(screen.getByLabelText(/^News about my trips and parcels by SMS/))
  await press('Save settings')
  await screen.findByText('Saved.')
  expect(await profileOf(owner)).toMatchObject({
    data_saver: true,
    notifications: { trip_news_sms: false },
  })
  const files = world.keepFiles()
  await world.open('/profile/privacy')
  await press('JSON, for programs')
  await waitFor(() => expect(files).toEqual(['waka-my-data.json']))
  await press('PDF, to read')
  await waitFor(() => expect(files).toHaveLength(2))
})

test('a setting that another phone has changed is shown and stays when another one is saved', async () => {
  const owner = await here()
  await world.open('/profile/settings')
  await screen.findByLabelText(/^Data saver/)
  await waitUntilProfileIsStored()
  const { trip_news_email, offers_email } = owner.user.notifications
  const notifications = { trip_news_sms: false, trip_news_email, offers_email }
  await server.call(updateProfile, { full_name: 'Ada Obi', notifications }, { as: owner.as })
  await world.reload()
  expect(await screen.findByLabelText(/by SMS/)).toHaveProperty('checked', true)
  await loadProfileAgain()
  await waitFor(() => expect(screen.getByLabelText(/by SMS/)).toHaveProperty('checked', false))
  await hand.click(screen.getByLabelText(/^Data saver/))
  await press('Save settings')
  await screen.findByText('Saved.')
  expect(await profileOf(owner)).toMatchObject({
    data_saver: true,
    notifications: { trip_news_sms: false },
  })
})

test('a name that another phone has changed is shown, since what is shown is saved', async () => {
  const owner = await here()
  await world.open('/profile/details')
  const name = () => screen.findByLabelText(/^Full name/)
  await name()
  await waitUntilProfileIsStored()
  await server.call(updateProfile, { full_name: 'Ada Obi' }, { as: owner.as })
  await world.reload()
  expect(await name()).toHaveProperty('value', owner.user.full_name)
  await loadProfileAgain()
  await waitFor(async () => expect(await name()).toHaveProperty('value', 'Ada Obi'))
})

test('a next of kin that another phone has changed is shown until something is typed', async () => {
  const owner = await here()
  const setKin = (full_name: string) => {
    const default_kin = { full_name, phone: '+2348031234567', relationship: 'sibling' } as const
    return server.call(updateProfile, { default_kin }, { as: owner.as })
  }
  await setKin('Chidi Eze')
  await world.open('/profile/travellers')
  const kin = async () => (await part('Next of kin')).getByLabelText(/^Full name/)
  await kin()
  await waitUntilProfileIsStored()
  await setKin('Emeka Eze')
  await world.reload()
  expect(await kin()).toHaveProperty('value', 'Chidi Eze')
  await loadProfileAgain()
  await waitFor(async () => expect(await kin()).toHaveProperty('value', 'Emeka Eze'))
  await hand.type(await kin(), ' Obi')
  await loadProfileAgain()
  expect(await kin()).toHaveProperty('value', 'Emeka Eze Obi')
})

test('an account is erased only with the password and after giving up what is left, and can be kept', async () => {
  const owner = await here()
  await fillWallet(db, owner.user.id, 250_000)
  await world.open('/profile/privacy')
  await press('Erase my account')
  const erase = await part('Erase my account')
  expect(await erase.findByText('₦2,500')).toBeDefined()
  const wayBack = /log in .* and tap “Keep my account” in your profile\./
  expect(erase.getByText(wayBack)).toBeDefined()
  await write(erase.getByLabelText('Your password'), owner.password)
  await press('Erase in 14 days')
  await hand.click(await erase.findByLabelText(/^I give up/))
  await press('Erase in 14 days')
  expect(await screen.findByText(/^Your account will be erased on /)).toBeDefined()
  expect(screen.getAllByText(wayBack)).toHaveLength(2)
  await press('Clear this phone')
  await waitFor(() => expect(localStorage.getItem('user')).toBe('no user'))

  await world.open('/login?next=/profile')
  await write(await screen.findByLabelText('Email or phone'), owner.user.email ?? '')
  await write(screen.getByLabelText('Password'), owner.password)
  await press('Log in')
  expect(await screen.findByText(/^Your account will be erased on /)).toBeDefined()
  await press('Keep my account')
  await waitFor(() => expect(screen.queryByText(/^Your account will be erased on /)).toBeNull())
})

test('a trip is cancelled into the wallet and can be booked again', async () => {
  const owner = await here()
  await aBookingForPerson(server, owner)
  await world.open('/profile/trip')
  await hand.click(await screen.findByRole('link', { name: 'Lagos → Ibadan' }))
  await press('Cancel')
  expect(await screen.findByLabelText('To my wallet')).toHaveProperty('checked', true)
  await press(/^Cancel and get/)
  const refunds = await screen.findByRole('region', { name: 'Refunds' })
  await within(refunds).findByText('refunded', { exact: false })
  expect((await fetchWalletBalance(server, owner)).balance_kobo).toBeGreaterThan(0)
  await hand.click(within(screen.getByRole('main')).getByRole('link', { name: 'My trips' }))
  await hand.click(await screen.findByLabelText('Cancelled'))
  const again = await screen.findByRole('link', { name: 'Book again' })
  expect(again.getAttribute('href')).toMatch(/^\/bookride\?from=lagos&to=ibadan&date=/)
})

test('the menu keeps its focus and its question when the profile comes', async () => {
  await here()
  const answer = world.silenceAt('/profile')
  await world.open('/profile')
  const way = await screen.findByRole('button', { name: 'Log out' })
  way.focus()
  answer()
  expect(await screen.findByText('You have no upcoming trips')).toBeDefined()
  expect(document.activeElement).toBe(way)
})

test('without a network the profile opens as it was kept', async () => {
  const owner = await here({ full_name: 'Ngozi Bello' })
  await world.open('/profile')
  // Name and menu are displayed before the profile is loaded, this sentence only with it.
  await screen.findByText('You have no upcoming trips')
  world.goOffline()
  await world.reload()
  expect(await screen.findByRole('heading', { name: owner.user.full_name })).toBeDefined()
  expect(await screen.findByText(/^No network\. Saved on this phone/)).toBeDefined()
})
