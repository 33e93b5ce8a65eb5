import { QueryClient } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPassengers } from '#contract/bookings/endpoints'
import { sql } from '#server/db/sql'
import { aHold, payBooking, makeTravellers } from '#tests/support/makers/bookings'
import { aStaffMember } from '#tests/support/makers/members'
import { aTrip } from '#tests/support/makers/trips'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { registerAllRooms } from '#tests/client/fixtures/with-rooms'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
let ada: MadeUser

// The room is added by its folder and its line in the list of rooms; no other code refers to it.
beforeEach(async () => {
  ada = await aUser(world.server)
  vi.doMock('#src/app/rooms.ts', async (original) => ({
    ...(await original<typeof import('#src/app/rooms.ts')>()),
    planted: (await import('#tests/client/app/planted-room/room')).room,
  }))
  vi.doMock('#src/desk/rooms.ts', async (original) => ({
    ...(await original<typeof import('#src/desk/rooms.ts')>()),
    planted: (await import('#tests/client/app/planted-room/desk/room')).plantedDeskRoom,
  }))
})
afterEach(() => {
  vi.doUnmock('#src/app/rooms.ts')
  vi.doUnmock('#src/desk/rooms.ts')
})

test('a planted room is routed, with what it says of its screen', async () => {
  await world.open('/planted')
  expect(await screen.findByRole('heading', { name: 'It grows' })).toBeDefined()
  const { findRoute } = await import('#src/app/find-route.ts')
  expect(findRoute('/planted').needs_login).toBe(true)
  const { listScreens } = await import('#src/app/prerenderer.tsx')
  expect((await listScreens()).map(({ path }) => path)).toContain('/planted')
})

test('it stands in the navigation, in the footer and among what is mine', async () => {
  world.enter(ada)
  await world.open('/profile')
  const main = await screen.findByRole('navigation', { name: 'Main', hidden: true })
  expect(within(main).getByText('Planted').getAttribute('href')).toBe('/planted')
  expect(await screen.findByText('My plants')).toBeDefined()
  await world.open('/about')
  const footer = within(await screen.findByRole('contentinfo'))
  expect(footer.getByText('See what was planted').getAttribute('href')).toBe('/planted')
})

test('what is written there waits in the outbox under its own word, and is changed where it says', async () => {
  world.goOffline()
  world.restart()
  await registerAllRooms()
  const { addToOutbox } = await import('#lib/outbox')
  await addToOutbox({ kind: 'planted', input: {}, title: 'A seed' })
  await world.open('/phone/outbox')
  const row = within((await screen.findByText('A seed')).closest('li') ?? document.body)
  expect(row.getByText(/^Planted thing/)).toBeDefined()
  expect(row.getByRole('link', { name: 'Edit' }).getAttribute('href')).toMatch(
    /^\/planted\?waiting=/,
  )
})

test('a logout takes what it keeps of a person, and leaves what is of the phone', async () => {
  world.enter(ada)
  world.restart()
  await registerAllRooms()
  const { read, write } = await import('#lib/device')
  const { openOwnerStore } = await import('#lib/device/owner-store')
  write('planted_note', 'theirs')
  write('planted_look', 'dark')
  await openOwnerStore('planted').set('seed', 'theirs')
  expect(await openOwnerStore('planted').get('seed')).toBe('theirs')
  const { logOut } = await import('#lib/session/lifecycle')
  await logOut(new QueryClient())
  expect([read('planted_note'), read('planted_look')]).toEqual([undefined, 'dark'])
  const names = (await indexedDB.databases()).map(({ name }) => name)
  expect(names.filter((name) => name === `planted-${ada.user.id}`)).toEqual([])
})

test('somebody else’s login takes what one person left', async () => {
  world.restart()
  await registerAllRooms()
  const { read, write } = await import('#lib/device')
  const { storeUser } = await import('#lib/session')
  storeUser(ada.user)
  write('planted_note', 'theirs')
  storeUser({ ...ada.user, id: crypto.randomUUID() })
  expect(read('planted_note')).toBeUndefined()
})

test('its work is done in an idle moment', async () => {
  world.enter(ada)
  world.restart()
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const { prefetched } = await import('#tests/client/app/planted-room/room')
  await import('#src/app/routes.tsx')
  const { startApp } = await import('#src/app/start-app.ts')
  startApp()
  await waitFor(() => expect(prefetched).toHaveLength(1), { timeout: 8000 })
})

/** Makes a payment that has succeeded; returns its reference. */
async function aLandedPayment(): Promise<string> {
  const trip = await aTrip(world.db)
  const seats = trip.sellable.slice(0, 1)
  const { booking, as } = await aHold(world.server, trip.id, seats, ada.as)
  const input = { reference: booking.reference, ...makeTravellers(seats) }
  await payBooking(world.server, (await world.server.call(setPassengers, input, { as })).data)
  const { rows } = await sql<{ reference: string }>`
    select reference from payment
    where payable_id = (select id from booking where reference = ${booking.reference})`.execute(
    world.db,
  )
  return rows[0]?.reference ?? ''
}

/**
 * Checks this phone's pending payment for an item of the fixture room while the person is at `path`; returns what the
 * room noted.
 */
async function lookAfter(path: string) {
  const reference = await aLandedPayment()
  world.enter(ada)
  localStorage.setItem('pending-payment', JSON.stringify({ planted: 'seed-1', reference }))
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response('waka')))
  await world.open(path)
  const [{ settlePendingPayment }, { queryClient }, { notedPayments }] = await Promise.all([
    import('#src/features/payments/check-pending.ts'),
    import('#src/app/query-client.ts'),
    import('#tests/client/app/planted-room/room'),
  ])
  await settlePendingPayment(queryClient)
  return notedPayments
}

test('what it sells is looked after: the payments have its newest state noted and say its sentence', async () => {
  const noted = await lookAfter('/about')
  expect(await screen.findByText('Your payment has landed. The plant is yours.')).toBeDefined()
  expect(noted).toEqual([['seed-1', true]])
  expect(localStorage.getItem('pending-payment')).toBeNull()
})

test('where its own screen asks about a payment, the payments do not', async () => {
  expect(await lookAfter('/planted?plant=seed-1')).toEqual([])
  expect(localStorage.getItem('pending-payment')).toContain('seed-1')
})

test('its screen at the desk is for those whom it names, among the others', async () => {
  const [admin, support] = [
    await aStaffMember(world.server),
    await aStaffMember(world.server, 'support'),
  ]
  await openDesk(world, admin, '/planted/7')
  await screen.findByRole('heading', { name: 'It is watered' })
  // Beside a label may be how much waits there.
  const labels = screen
    .getAllByRole('link')
    .map(({ textContent }) => textContent.split(/\d/)[0]?.trim())
  expect(labels.slice(labels.indexOf('Claims'), labels.indexOf('Refunds') + 1)).toEqual([
    'Claims',
    'Plants',
    'Refunds',
  ])
  const link = screen.getByRole('link', { name: 'Plants' })
  expect(link.getAttribute('aria-current')).toBe('page')
  const { startedMembers } = await import('#tests/client/app/planted-room/desk/room')
  expect(startedMembers).toEqual([admin.user.full_name])

  await openDesk(world, support, '/planted')
  await screen.findByRole('heading', { name: 'Inbox' })
  expect(screen.queryByRole('link', { name: 'Plants' })).toBeNull()
})

test('without its line nobody knows it', async () => {
  vi.doUnmock('#src/app/rooms.ts')
  vi.doUnmock('#src/desk/rooms.ts')
  await openDesk(world, await aStaffMember(world.server), '/planted')
  await screen.findByRole('heading', { name: 'Inbox' })
  expect(screen.queryByRole('link', { name: 'Plants' })).toBeNull()
  await world.open('/planted')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined()
  const { addToOutbox } = await import('#lib/outbox')
  await expect(addToOutbox({ kind: 'planted', input: {}, title: 'A seed' })).rejects.toThrow(
    'sent by no room',
  )
})
