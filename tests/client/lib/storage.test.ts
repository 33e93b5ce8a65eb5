import 'fake-indexeddb/auto'
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Booking } from '#contract/bookings/model'
import type { Ticket } from '#contract/tickets/model'
import { updateClockSkew } from '#lib/clock'
import { read, write } from '#lib/device'
import { openStore } from '#lib/device/store'
import { openQueryPersister } from '#lib/queries/persister'
import { retention } from '#lib/queries/retention'
import type { Tracking } from '#contract/parcels/tracking'
import type { Parcel } from '#contract/parcels/model'
import {
  deleteParcel,
  listParcels,
  listTickets,
  readNextTrips,
  onParcelChange,
  readParcel,
  readTicket,
  saveParcel,
  saveTicket,
} from '#lib/vault'
import { registerAllRooms } from '#tests/client/fixtures/with-rooms'

await registerAllRooms()
beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

const queryKey = ['getTrip', 'one']

/** A phone that was just switched on: empty memory, and what is stored. */
function phone(keeper: ReturnType<typeof openQueryPersister>) {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, persister: (ask, ctx, query) => keeper.persist(ask, ctx, query) },
    },
  })
  const ask = (answer: () => Promise<string>, more: object = retention.month()) =>
    client.fetchQuery({ queryKey, queryFn: answer, ...more })
  return { client, ask }
}
const stored = (owner: string) =>
  openStore('answers', owner).entries<{ state: { dataUpdatedAt: number } }>()
const offline = () => Promise.reject(new Error('no network'))
const answered = (owner: string) =>
  vi.waitFor(async () => expect(await stored(owner)).toHaveLength(1))

test('an answer that is kept opens without a network, however old it is', async () => {
  await phone(openQueryPersister('old')).ask(() => Promise.resolve('first'))
  await answered('old')
  const [[key, query] = ['', { state: { dataUpdatedAt: 0 } }]] = await stored('old')
  const yearAgo = {
    ...query,
    state: { ...query.state, dataUpdatedAt: Date.now() - 365 * 86_400_000 },
  }
  await openStore('answers', 'old').set(key, yearAgo)
  expect(await phone(openQueryPersister('old')).ask(offline)).toBe('first')
})

test('an answer that nobody asked to keep is not kept', async () => {
  await phone(openQueryPersister('none')).ask(() => Promise.resolve('secret'), {})
  expect(await stored('none')).toEqual([])
})

test('what is past its time is swept, what is not stays', async () => {
  const keeper = openQueryPersister('swept')
  await phone(keeper).ask(() => Promise.resolve('first'), retention.day())
  await answered('swept')
  await keeper.sweep()
  expect(await stored('swept')).toHaveLength(1)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 86_400_000)
  await keeper.sweep()
  expect(await stored('swept')).toEqual([])
})

test('an answer from the future, of a phone whose clock was wrong, is shown and asked for again', async () => {
  await phone(openQueryPersister('future')).ask(() => Promise.resolve('old'))
  await answered('future')
  const [[key, query] = ['', { state: { dataUpdatedAt: 0 } }]] = await stored('future')
  const at = Date.now() + 3 * 86_400_000
  const later = { ...query, told_at: at, state: { ...query.state, dataUpdatedAt: at } }
  await openStore('answers', 'future').set(key, later)
  const { client } = phone(openQueryPersister('future'))
  const seen: unknown[] = []
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => Promise.resolve('new'),
    staleTime: 60_000,
    ...retention.month(),
  })
  const stop = observer.subscribe(({ data }) => seen.push(data))
  await vi.waitFor(() => expect(seen).toContain('new'))
  stop()
  expect(seen).toContain('old')
  // The answer was proof that the clock is behind, until the server says otherwise.
  updateClockSkew(new Date().toUTCString())
})

test('after a logout nothing is written any more, not even an answer on its way', async () => {
  const keeper = openQueryPersister('leaving')
  let arrive: (answer: string) => void = () => undefined
  const onItsWay = phone(keeper).ask(() => new Promise((resolve) => (arrive = resolve)))
  await vi.waitFor(() => expect(arrive.length).toBe(1))
  keeper.close()
  await keeper.clear()
  arrive('personal')
  expect(await onItsWay).toBe('personal')
  // Writes happen in order: once this later one is stored, the earlier one would be, too.
  await phone(openQueryPersister('staying')).ask(() => Promise.resolve('later'))
  await answered('staying')
  expect(await stored('leaving')).toEqual([])
})

test('a storage that throws, and one that never answers, leave the network alone', async () => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new Error('Internal error opening backing store')
  })
  expect(await phone(openQueryPersister('broken')).ask(() => Promise.resolve('fresh'))).toBe(
    'fresh',
  )
  vi.mocked(IDBFactory.prototype.open).mockImplementation(
    () => new EventTarget() as IDBOpenDBRequest,
  )
  expect(await phone(openQueryPersister('hanging')).ask(() => Promise.resolve('fresh'))).toBe(
    'fresh',
  )
})

const booking = (reference: string, departs_at: string) =>
  ({
    reference,
    trip: {
      from: { city: { name: 'Lagos' } },
      to: { city: { name: 'Abuja' } },
      operator: { name: 'Niger Bridge Motors' },
      departs_at,
      zone: 'Africa/Lagos',
    },
  }) as Booking
const tickets = [{ seat: 4, passenger: 'Ngozi Eze', payload: 'T1:ABC' }] as Ticket[]
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('what is deleted while its writing is slow does not come back', async () => {
  const store = openStore('drafts', 'slow')
  expect(await store.set('form', 'before')).toBe(true)
  const real = IDBObjectStore.prototype.put
  let isBusy = true
  // The database takes longer than a write waits for it.
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value,
    key,
  ) {
    const spin = () => {
      if (isBusy) this.get('').onsuccess = spin
    }
    spin()
    return real.call(this, value, key)
  })
  const writing = store.set('form', 'typed')
  const deleting = store.delete('form')
  await Promise.all([writing, deleting])
  isBusy = false
  expect(await openStore('drafts', 'slow').entries()).toEqual([])
  expect(read('spare')).toBeUndefined()
})

test('a ticket lies in the vault and, in outline, beside it', async () => {
  await openStore('vault').clear()
  expect(await saveTicket(booking('LATER', inDays(9)), tickets)).toBe(true)
  await saveTicket(booking('SOONER', inDays(2)), tickets)
  await saveTicket(booking('PAST', inDays(-9)), tickets)
  expect((await readTicket('SOONER'))?.tickets).toEqual(tickets)
  expect((await listTickets()).map(({ reference }) => reference)).toEqual([
    'PAST',
    'SOONER',
    'LATER',
  ])
  expect(readNextTrips().map(({ reference }) => reference)).toEqual(['SOONER', 'LATER'])
  expect(readNextTrips()[0]?.tickets).toEqual(tickets)
})

test('a ticket survives the loss of either store', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await saveTicket(booking('ONLYHERE', inDays(1)), tickets)).toBe(true)
  expect(readNextTrips().map(({ reference }) => reference)).toContain('ONLYHERE')
  vi.restoreAllMocks()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await saveTicket(booking('VAULTED', inDays(1)), tickets)).toBe(true)
  expect((await readTicket('VAULTED'))?.reference).toBe('VAULTED')
})

test('the device never throws: not without storage, not on what others wrote there', () => {
  localStorage.setItem('user', 'no user')
  expect(read('user')).toBe('no user')
  write('vehicle_types', [])
  expect(localStorage.getItem('vehicle-type')).toBe('[]')
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  expect(read('user')).toBeUndefined()
})

test("the specification's names are kept to the letter", () => {
  write('parcel_sizes', [])
  write('parcel_locations', [])
  write('parcel_routes', [])
  write('parcel_types', [])
  write('parcel_add_ons', [])
  write('fuel_stations', [])
  write('fuel_monitors', [])
  write('currencies', [])
  write('service_types', [])
  write('announcements', [])
  const names = ['parcel-size', 'parcel-locations', 'parcel-route', 'parcel-type', 'parcel-addon']
  const more = ['fuel-stations', 'fuel-monitor', 'currency-type', 'service-type', 'announcements']
  expect(Object.keys(localStorage).toSorted()).toEqual([...names, ...more].toSorted())
})

const minutes = (count: number) => new Date(Date.UTC(2026, 10, 21, 10, count)).toISOString()
const parcel = (tracking_id: string, at: number, state: Tracking['state'] = 'in_transit') =>
  ({ tracking_id, state, server_time: minutes(at), events: [] as object[] }) as Tracking

async function noParcels() {
  for (const { tracking_id } of await listParcels()) await deleteParcel(tracking_id)
}

test('a parcel lies in the vault beside the tickets and is none of them', async () => {
  await noParcels()
  await saveTicket(booking('SOONER', inDays(2)), tickets)
  const before = await listTickets()
  expect(await saveParcel(parcel('A', 1))).toBe(true)
  await saveParcel(parcel('B', 2))
  expect(await listTickets()).toEqual(before)
  expect((await listParcels()).map(({ tracking_id }) => tracking_id)).toEqual(['B', 'A'])
  await deleteParcel('B')
  expect(await readParcel('B')).toBeUndefined()
  expect((await readParcel('A'))?.saved_at).toBe(Date.parse(minutes(1)))
})

test('an older answer about a parcel replaces no newer one, and what is mine of it stays', async () => {
  await noParcels()
  await saveParcel(parcel('A', 1), { waybill: 'LA12345678X' } as Parcel)
  await saveParcel(parcel('A', 5, 'ready_for_pickup'))
  await saveParcel(parcel('A', 3))
  expect(await readParcel('A')).toEqual({
    tracking_id: 'A',
    tracking: parcel('A', 5, 'ready_for_pickup'),
    mine: { waybill: 'LA12345678X', tracking: parcel('A', 5, 'ready_for_pickup') },
    saved_at: Date.parse(minutes(5)),
  })
})

test('a phone keeps thirty parcels; those that have arrived go first, then the oldest', async () => {
  await noParcels()
  for (let at = 0; at < 29; at++) await saveParcel(parcel(`P${at}`, at))
  await saveParcel(parcel('ARRIVED', 50, 'delivered'))
  await saveParcel(parcel('P30', 30))
  expect(await readParcel('ARRIVED')).toBeUndefined()
  await saveParcel(parcel('P31', 31))
  expect(await readParcel('P0')).toBeUndefined()
  expect(await listParcels()).toHaveLength(30)
})

test('news of a parcel are heard by who shows it, news of others are not', async () => {
  await noParcels()
  await saveParcel(parcel('A', 60))
  const heard: string[] = []
  const stop = onParcelChange(({ tracking_id }) => heard.push(tracking_id))
  const worker = new BroadcastChannel('news')
  for (const reference of ['B', 'SOONER', 'A']) worker.postMessage(reference)
  await vi.waitFor(() => expect(heard).toEqual(['A']))
  worker.close()
  stop()
})
