import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { User } from '#contract/profile/model'
import { listMessages } from '#demo/sandbox/message-repository'
import { sql } from '#server/db/sql'
import { readStoredRows } from '#tests/support/browser/stored-rows'
import { aUser } from '#tests/support/makers/people'
import { aBookingForPerson } from '#tests/support/makers/travels'
import { aClientWorld } from '#tests/client/fixtures/world'
import { phoneFormatMessage } from '#contract/phone'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const stored = () => JSON.parse(localStorage.getItem('user') ?? 'null') as User
const here = () => location.pathname + location.search

/** The code in the newest email or SMS to an email address or phone number; 'none' if there is none. */
async function codeSentTo(address: string): Promise<string> {
  await world.doJobs()
  const [letter] = await listMessages(world.db, address.includes('@') ? 'mail' : 'sms', address)
  return /\d{6}/.exec(letter?.body ?? '')?.[0] ?? 'none'
}

async function logIn(login: string, password: string) {
  const name = await field('Email or phone')
  await hand.clear(name)
  await hand.type(name, login)
  await hand.type(await field('Password'), password)
  await press('Log in')
}

test('a traveller logs in by their phone as they write it, and goes on where they were', async () => {
  const { user, password } = await aUser(server)
  await world.open('/login?next=%2Fprofile%2Fchangepassword')
  await logIn(`0${user.phone?.slice(4)}`, password)
  await waitFor(() => expect(here()).toBe('/profile/changepassword'))
  await screen.findByText('This device')
  expect(stored().id).toBe(user.id)
  expect(document.cookie).toContain(`jwt=${localStorage.getItem('token')}`)
})

test('a login brings the ticket of a trip that is under way onto this phone', async () => {
  const ada = await aUser(server)
  const { reference } = await aBookingForPerson(server, ada)
  await sql`update booking set status = 'travelled' where reference = ${reference}`.execute(
    world.db,
  )
  await world.open('/login')
  await logIn(ada.user.email ?? '', ada.password)
  await waitFor(() => expect(here()).toBe('/'))
  expect(localStorage.getItem('next-trips')).toContain(reference)
})

test.for([
  'https://evil.example/',
  '//',
  '//evil.example/',
  '/\\evil.example',
  '/.//evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/login',
])('a login leads to no other site and not back to itself: %s', async (next) => {
  const { user, password } = await aUser(server)
  await world.open(`/login?next=${encodeURIComponent(next)}`)
  await logIn(user.email ?? '', password)
  await waitFor(() => expect(here()).toBe('/'))
  expect(location.host).toBe('localhost:3000')
})

test('what is wrong is said beside its field, and gone when it is written anew', async () => {
  await world.open('/login')
  await logIn('not an address', 'x')
  await screen.findByText('Enter an email address or a phone number.')
  expect(document.activeElement).toBe(await field('Email or phone'))
  await hand.type(await field('Email or phone'), '!')
  expect(screen.queryByText('Enter an email address or a phone number.')).toBeNull()
})

test('a wrong password is said in plain words; nothing is stored', async () => {
  const { user } = await aUser(server)
  await world.open('/login')
  await logIn(user.email ?? '', 'not their password')
  await screen.findByText(/Wrong email, phone or password/)
  expect(localStorage.getItem('token')).toBeNull()
})

test('without a network the login says so beforehand, and keeps the address, never the password', async () => {
  await world.open('/login')
  world.goOffline()
  await screen.findByText('Logging in needs a network.')
  await logIn('ada@people.example', 'a secret of mine')
  await screen.findByText(/Your email or phone stays here/)
  expect(screen.getByRole('button', { name: 'Continue with Google' })).toHaveProperty(
    'disabled',
    true,
  )
  await world.reload()
  await waitFor(async () =>
    expect((await field('Email or phone')).value).toBe('ada@people.example'),
  )
  expect((await field('Password')).value).toBe('')
})

test('the fields of a login and of a sign-up are checked when they are left', async () => {
  await world.open('/login')
  await hand.type(await field('Email or phone'), '0803')
  expect(screen.queryByText('Enter an email address or a phone number.')).toBeNull()
  await hand.tab()
  await screen.findByText('Enter an email address or a phone number.')
  await world.open('/signup')
  await hand.type(await field('Phone'), '0803')
  await hand.tab()
  await waitFor(async () =>
    expect((await field('Phone')).getAttribute('aria-invalid')).toBe('true'),
  )
  await hand.type(await field('Password'), 'short')
  await hand.tab()
  await waitFor(async () =>
    expect((await field('Password')).getAttribute('aria-invalid')).toBe('true'),
  )
  expect((await field('Full name')).getAttribute('aria-invalid')).toBe('false')
})

test('a password can be looked at', async () => {
  await world.open('/login')
  await hand.type(await field('Password'), 'a secret')
  expect((await field('Password')).type).toBe('password')
  await press('Show password')
  expect((await field('Password')).type).toBe('text')
})

test('a new traveller joins, proves their address by code, and is thanked with the way on', async () => {
  const friend = await aUser(server)
  await world.open(`/signup?ref=${friend.user.referral_code}&next=%2Fprofile%2Ftrip`)
  await hand.type(await field('Full name'), 'Halima Sani')
  await hand.type(await field('Email'), 'halima@people.example')
  await hand.type(await field('Phone'), '0803 555 7788')
  expect((await field('Referral code (optional)')).value).toBe(friend.user.referral_code)
  await hand.type(await field('Password'), 'halima123')
  await screen.findByText(/Easy to guess/)
  await hand.clear(await field('Password'))
  await hand.type(await field('Password'), 'yellow bus to Jos')
  await screen.findByText('Strong.')
  await press('Join Waka')
  await screen.findByRole('heading', { name: 'Verify your email address' })
  expect(screen.getByText('halima@people.example')).toBeDefined()
  await hand.type(await field('Code'), '000000')
  await press('Verify')
  await screen.findByText(/This code is wrong/)
  await hand.clear(await field('Code'))
  await hand.type(await field('Code'), await codeSentTo('halima@people.example'))
  await press('Verify')
  const step = await screen.findByRole('heading', { name: 'Verify your phone number' })
  expect(screen.getByRole('status', { name: 'Your email address is verified.' })).toBeDefined()
  expect(document.activeElement).toBe(step)
  expect(stored()).toMatchObject({ email_verified: true, phone_verified: false })
  await press('Later')
  await waitFor(() => expect(here()).toBe('/profile/trip'))
})

test('who joins without an address or with a weak password is told where', async () => {
  await world.open('/signup')
  await hand.type(await field('Full name'), 'Halima Sani')
  await hand.type(await field('Password'), 'short')
  await press('Join Waka')
  await screen.findByText('Enter an email address, or a phone number below.')
  await screen.findByText('Use at least 8 characters.')
  await hand.type(await field('Phone'), '12')
  await press('Join Waka')
  await screen.findByText(phoneFormatMessage)
})

test('a leaked password is refused by the server, beside its field', async () => {
  await world.open('/signup')
  await hand.type(await field('Full name'), 'Halima Sani')
  await hand.type(await field('Email'), 'leaked@people.example')
  await hand.type(await field('Password'), 'password123')
  await press('Join Waka')
  await waitFor(async () =>
    expect((await field('Password')).getAttribute('aria-invalid')).toBe('true'),
  )
})

test('a forgotten password is set anew with a code; a reload in between loses nothing', async () => {
  const { user } = await aUser(server)
  await world.open('/forgotten-password')
  await hand.type(await field('Email or phone'), user.email ?? '')
  await press('Send the code')
  await field('Code')
  await world.reload()
  await hand.type(await field('Code'), await codeSentTo(user.email ?? ''))
  await hand.type(await field('New password'), 'brown goat at Ojota')
  await press('Set password and log in')
  await waitFor(() => expect(here()).toBe('/'))
  expect(stored().id).toBe(user.id)
})

test('a code that is over is not said to be on its way, and nobody reads where it went', async () => {
  await world.open('/forgotten-password')
  const { openOwnerStore } = await import('#lib/device/owner-store')
  const asked_at = Date.now() - 11 * 60_000
  const request = { login: 'ada@example.com', minutes: 10, asked_at }
  await openOwnerStore('drafts').set('forgotten-password', request)
  await world.reload()
  expect(await field('Email or phone')).toHaveProperty('value', '')
  await openOwnerStore('drafts').set('forgotten-password', { ...request, asked_at: Date.now() })
  await world.reload()
  await field('Code')
  expect(screen.getByText('ada@example.com')).toBeDefined()
})

/** A phone on which somebody is logged in. */
async function loggedIn() {
  const made = await aUser(server)
  await world.open('/login?next=%2Fprofile%2Fchangepassword')
  await logIn(made.user.email ?? '', made.password)
  await screen.findByText('This device')
  return made
}

test('who changes their password has their other devices logged out', async () => {
  const { password } = await loggedIn()
  await hand.type(await field('Current password'), 'not this one')
  await hand.type(await field('New password'), 'brown goat at Ojota')
  await press('Change password')
  await screen.findByText(/This is not your password/)
  expect(document.activeElement).toBe(await field('Current password'))
  await hand.clear(await field('Current password'))
  await hand.type(await field('Current password'), password)
  await press('Change password')
  await screen.findByText('Your new password is set.')
  await screen.findByText('You were logged out on 1 other device.')
})

test('a person logs out one device, or all the others', async () => {
  const { user, password } = await loggedIn()
  const others = () => screen.queryAllByRole('button', { name: /^Log out on/ })
  await waitFor(() => expect(others()).toHaveLength(1))
  await press(/^Log out on/)
  await waitFor(() => expect(others()).toHaveLength(0))
  world.jar.clear()
  await world.open('/login?again&next=%2Fprofile%2Fchangepassword')
  await logIn(user.email ?? '', password)
  await press('Log out everywhere else')
  await press('Yes, log out there')
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Yes, log out there' })).toBeNull(),
  )
  await screen.findByText('This device')
})

test('who must log in again for a step reads so, and not that their login has ended', async () => {
  await loggedIn()
  await world.open('/login?again&next=%2Fprofile%2Fchangepassword')
  await screen.findByText('Log in once more.')
  expect(screen.queryByText('Your login has ended.')).toBeNull()
})

test('who logs in after another person finds nothing of theirs, not even what they stored as a guest', async () => {
  const { user } = await loggedIn()
  const { openStore } = await import('#lib/device/store')
  for (const owner of ['guest', user.id])
    await openStore('proofs', owner).set('all', { ABC: { token: 'hers' } })
  await openStore('drafts', 'guest').set('a-form', { text: 'typed as a guest' })
  // Her login ends, but she has not logged out.
  world.jar.clear()
  localStorage.setItem('user', 'no user')
  localStorage.removeItem('token')
  const other = await aUser(server)
  await world.open('/login')
  await logIn(other.user.email ?? '', other.password)
  await waitFor(() => expect(here()).toBe('/'))
  expect(stored().id).toBe(other.user.id)
  const rows = await readStoredRows('')
  expect(rows.filter(({ database }) => database.startsWith('proofs-'))).toEqual([])
  const drafts = rows.filter(({ database }) => database.startsWith('drafts-'))
  expect(drafts.map(({ database, key }) => [database, key])).toEqual([
    [`drafts-${user.id}`, 'a-form'],
  ])
})

test('who logs in again finds what is theirs, and the proofs of their bookings', async () => {
  const { user, password } = await loggedIn()
  const { openStore } = await import('#lib/device/store')
  await openStore('proofs', 'guest').set('all', { ABC: { token: 'hers' } })
  await world.open('/login?again')
  await logIn(user.email ?? '', password)
  await waitFor(() => expect(here()).toBe('/'))
  expect(await readStoredRows('proofs-')).toMatchObject([{ database: 'proofs-guest', key: 'all' }])
})

test('what only a user sees leads a guest to the login, and back', async () => {
  await world.open('/profile/changepassword')
  await field('Email or phone')
  expect(here()).toBe('/login?next=%2Fprofile%2Fchangepassword')
})

test('a login that the server ended says so, and what is on the phone still opens', async () => {
  await loggedIn()
  world.jar.clear()
  localStorage.setItem('token', 'spent')
  await world.open('/profile/changepassword')
  await screen.findByText('Your login has ended.')
  expect(screen.getByText(/your tickets still open/)).toBeTruthy()
  expect(localStorage.getItem('user')).toBe('no user')
})

test('a spent token is renewed by the cookie, and nobody notices', async () => {
  const { user } = await loggedIn()
  localStorage.setItem('token', 'spent')
  await world.open('/profile/changepassword')
  await screen.findByText('This device')
  expect(localStorage.getItem('token')).not.toBe('spent')
  expect(stored().id).toBe(user.id)
})

test('who logs out is asked about half-filled forms first; then nothing of theirs is left', async () => {
  const { user } = await loggedIn()
  await world.open('/signup')
  await press('Not you? Log out')
  await waitFor(() => expect(here()).toBe('/'))
  expect(localStorage.getItem('user')).toBe('no user')
  localStorage.setItem('left-drafts', JSON.stringify({ 'passengers-ABC': { name: 'Ngozi' } }))
  await world.open('/login')
  await logIn(user.email ?? '', 'four words in a row')
  await waitFor(() => expect(here()).toBe('/'))
  await world.open('/login')
  await press('Not you? Log out')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('1 form you have begun to fill in')).toBeTruthy()
  await hand.click(dialog.getByRole('button', { name: 'Stay logged in' }))
  expect(stored().id).toBe(user.id)
  await press('Not you? Log out')
  await press('Delete and log out')
  await waitFor(() => expect(localStorage.getItem('user')).toBe('no user'))
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).not.toContain(user.full_name))
  const told = () => world.sent.filter((sent) => sent.endsWith('/auth/logout'))
  await waitFor(() => expect(told()).toHaveLength(2))
})
