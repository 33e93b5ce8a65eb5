import { screen, waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
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
  await hand.click(screen.getByRole('button', { name: 'Hold seats' }))
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

test('one phone has one id, even if it can store none', async () => {
  storage.isBlocked = true
  const { deviceId } = await import('#lib/device/id')
  expect(deviceId()).toBe(deviceId())
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
  // The server does not go on listing a login that nobody has.
  expect(world.sent).toContain('POST /api/v1/waka/auth/logout')
  expect([...world.jar]).toEqual([])
})

test('who signs up in a browser that keeps no login reads that the account is made', async () => {
  storage.isBlocked = true
  await world.open('/signup')
  await hand.type(await screen.findByLabelText('Full name'), 'Ada Eze')
  await hand.type(screen.getByLabelText('Email'), `ada-${crypto.randomUUID()}@example.com`)
  await hand.type(screen.getByLabelText('Password'), 'a long and unusual sentence of mine')
  await hand.click(screen.getByRole('button', { name: 'Sign up' }))
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
