import { screen, waitFor, within } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { cancelBooking, holdSeats, previewCancellation } from '#contract/bookings/endpoints'
import { aHold, aPaidBooking } from '#tests/support/makers/bookings'
import { aUser } from '#tests/support/makers/people'
import { aTrip } from '#tests/support/makers/trips'
import { registerAllRooms } from '#tests/client/fixtures/with-rooms'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand } = world
/** How the browser refuses: local storage is full, or all site data is blocked. */
const storage = { isFull: false, isBlocked: false }
const real = {
  get: Storage.prototype.getItem,
  set: Storage.prototype.setItem,
  open: IDBFactory.prototype.open,
}

beforeEach(() => {
  Object.assign(storage, { isFull: false, isBlocked: false })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, name, value) {
    if (storage.isFull || storage.isBlocked)
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    real.set.call(this, name, value)
  })
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(function (this: Storage, name) {
    if (storage.isBlocked) throw new DOMException('Access is denied.', 'SecurityError')
    return real.get.call(this, name)
  })
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...name) {
    if (storage.isBlocked) throw new DOMException('Access is denied.', 'SecurityError')
    return real.open.apply(this, name)
  })
})

async function openTrip() {
  const trip = await aTrip(world.db)
  await world.open(`/bookride/details?trip=${trip.id}&passengers=1`)
  return trip.sellable[0] ?? 0
}

async function hold(seat: number) {
  await hand.click(await screen.findByRole('button', { name: new RegExp(`^Seat ${seat},`) }))
  await hand.click(screen.getByRole('button', { name: /^Hold seats?$/ }))
  await screen.findByRole('region', { name: `Traveller on seat ${seat}` })
}

async function fillIn() {
  const [name] = await screen.findAllByLabelText(/^Full name/)
  await hand.type(name as HTMLElement, 'Adaeze Okonkwo')
  await hand.type(screen.getByLabelText('Your phone'), '08031234567')
}

/** Loads everything on the screen from the server again. */
const queriesAgain = async () =>
  (await import('#src/app/query-client.ts')).queryClient.refetchQueries()

const gone = 'This booking is not on this phone'

test('a guest whose local storage is full holds a seat, and the booking opens after a reload', async () => {
  const seat = await openTrip()
  storage.isFull = true
  await hold(seat)
  await fillIn()
  await world.reload()
  await screen.findByRole('region', { name: `Traveller on seat ${seat}` })
  expect(screen.queryByText(new RegExp(gone))).toBeNull()
  expect(screen.queryByText('This browser saves nothing on this phone.')).toBeNull()
})

/** Stores proofs where they are if local storage did not take them. */
async function keepProofs(proofs: Record<string, { token: string }>) {
  world.restart()
  const { openStore } = await import('#lib/device/store')
  await openStore('proofs').set('all', proofs)
}

test('the proof of the way there is found for the way back, also where local storage did not take it', async () => {
  const there = await aTrip(world.db)
  const { booking, as } = await aHold(world.server, there.id, there.sellable.slice(0, 1))
  const { reference } = booking
  const back = await aTrip(world.db, { stops: ['ibadan', 'lagos'], departs_in_hours: 99 })
  await keepProofs({ [reference]: { token: as.guest_token } })
  // Simulate that local storage had space again when the phone number was stored.
  world.remember(reference, { phone: '+2348031234567' })
  const { call } = await import('#lib/api')
  const input = { trip_id: back.id, seats: back.sellable.slice(0, 1), way_out: reference }
  expect((await call(holdSeats, input, { key: crypto.randomUUID() })).return_trip?.other).toBe(
    reference,
  )
})

test('a proof that another tab stored a moment ago is found', async () => {
  const { restoreProofs } = await import('#lib/session/proofs')
  const { openStore } = await import('#lib/device/store')
  const { read } = await import('#lib/device')
  const proofs = openStore('proofs')
  await proofs.set('all', { FIRST: { token: 'first' } })
  await restoreProofs()
  await proofs.change('all', (kept) => ({ ...(kept as object), SECOND: { token: 'second' } }))
  await restoreProofs()
  expect(read('guest_proofs')).toEqual({ FIRST: { token: 'first' }, SECOND: { token: 'second' } })
})

test.for([null, 5, 'proofs', { ABC: 7 }])(
  '%j in the place of proofs harms nothing',
  async (odd) => {
    world.restart()
    const { restoreProofs, storeProof } = await import('#lib/session/proofs')
    const { openStore } = await import('#lib/device/store')
    const { read } = await import('#lib/device')
    await openStore('proofs').set('all', odd)
    await restoreProofs()
    storeProof('DEF', { token: 'mine' })
    expect(read('guest_proofs')?.['DEF']).toEqual({ token: 'mine' })
  },
)

test('a token is not lost for a phone number that was stored later', async () => {
  world.restart()
  const { restoreProofs, storeProof } = await import('#lib/session/proofs')
  const { openStore } = await import('#lib/device/store')
  const { read } = await import('#lib/device')
  await openStore('proofs').set('all', { ABC: { token: 'mine' } })
  storeProof('ABC', { phone: '+2348031234567' })
  await restoreProofs()
  expect(read('guest_proofs')).toEqual({ ABC: { token: 'mine', phone: '+2348031234567' } })
})

test('My trips list what a guest has cancelled, also where local storage did not take the proof', async () => {
  const trip = await aTrip(world.db)
  const seats = trip.sellable.slice(0, 1)
  const { booking, as } = await aPaidBooking(world.server, trip.id, seats)
  const { reference } = booking
  const preview = await world.server.call(
    previewCancellation,
    { reference, seats: seats.join() },
    { as },
  )
  const { refund_kobo } = preview.data
  const cancelling = { reference, seats, refund_to: 'source', refund_kobo } as const
  expect((await world.server.call(cancelBooking, cancelling, { as })).status).toBe(200)
  await keepProofs({ [reference]: { token: as.guest_token } })
  await world.open('/profile/trip')
  const item = within(await screen.findByRole('listitem', { name: 'Lagos to Ibadan' }))
  expect(item.getByText('Cancelled')).toBeDefined()
})

test('a full phone drops lists that can be downloaded again before a proof', async () => {
  const { storeProof } = await import('#lib/session/proofs')
  await registerAllRooms()
  const { write } = await import('#lib/device')
  write('cities', [])
  const isThere = () => real.get.call(localStorage, 'cities') !== null
  expect(isThere()).toBe(true)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, name, value) {
    if (isThere()) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    real.set.call(this, name, value)
  })
  storeProof('ABC', { token: 'proof' })
  expect(localStorage.getItem('guest-proofs')).toContain('proof')
  expect(isThere()).toBe(false)
})

test('a browser that keeps nothing says so before the form, and the booking works in its window', async () => {
  storage.isBlocked = true
  const seat = await openTrip()
  expect(await screen.findByText('This browser saves nothing on this phone.')).toBeDefined()
  await hold(seat)
  expect(await screen.findByText('This browser saves nothing on this phone.')).toBeDefined()
  await fillIn()
  await queriesAgain()
  expect((await screen.findByRole('timer')).textContent).toMatch(/^\d+:\d\d$/)
  expect(screen.queryByText(new RegExp(gone))).toBeNull()
})

test('a browser that keeps nothing does not say that the ticket is saved', async () => {
  const trip = await aTrip(world.db)
  const seats = trip.sellable.slice(0, 1)
  const { booking, as } = await aPaidBooking(world.server, trip.id, seats)
  world.restart()
  storage.isBlocked = true
  await world.open(`/thanks-for-booking?booking=${booking.reference}`)
  const { storeProof } = await import('#lib/session/proofs')
  storeProof(booking.reference, { token: as.guest_token })
  await queriesAgain()
  expect(await screen.findByText('This phone could not save the ticket.')).toBeDefined()
  expect(screen.queryByText('The ticket is saved on this phone.')).toBeNull()
})

test('one phone has one id, even if it can store none', async () => {
  storage.isBlocked = true
  const { getDeviceId } = await import('#lib/device/id')
  expect(getDeviceId()).toBe(getDeviceId())
})

async function logIn(login: string, password: string) {
  await hand.type(await screen.findByLabelText('Email or phone'), login)
  await hand.type(await screen.findByLabelText('Password'), password)
  await hand.click(screen.getByRole('button', { name: 'Log in' }))
}

test('a login that the browser does not keep says why, and is not pretended', async () => {
  const { user, password } = await aUser(world.server)
  storage.isBlocked = true
  await world.open('/login')
  expect(await screen.findByText('This browser does not keep logins.')).toBeDefined()
  await logIn(user.email ?? '', password)
  expect(
    await screen.findByText(/^You are not logged in: this browser keeps no logins/),
  ).toBeDefined()
  expect(location.pathname).toBe('/login')
  // The server no longer lists a login that nobody has.
  expect(world.sent).toContain('POST /api/v1/waka/auth/logout')
  expect([...world.jar]).toEqual([])
})

test('who signs up in a browser that keeps no login reads that the account is made', async () => {
  storage.isBlocked = true
  await world.open('/signup')
  await hand.type(await screen.findByLabelText('Full name'), 'Ada Eze')
  await hand.type(screen.getByLabelText('Email'), `ada-${crypto.randomUUID()}@example.com`)
  await hand.type(screen.getByLabelText('Password'), 'a long and unusual sentence of mine')
  await hand.click(screen.getByRole('button', { name: 'Join Waka' }))
  expect(
    await screen.findByText(/^Your account is made, but you are not logged in: this browser keeps/),
  ).toBeDefined()
  expect(world.sent).toContain('POST /api/v1/waka/auth/logout')
})

test('a login without cookies works, and says how long', async () => {
  const { user, password } = await aUser(world.server)
  vi.spyOn(Document.prototype, 'cookie', 'get').mockReturnValue('')
  await world.open('/login')
  await logIn(user.email ?? '', password)
  await waitFor(() => expect(location.pathname).toBe('/'))
  expect(await screen.findByText(/refuses our cookies, so this login ends after/)).toBeDefined()
})
