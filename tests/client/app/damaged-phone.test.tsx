import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { registerAllRooms } from '#tests/client/fixtures/with-rooms'
import { aClientWorld } from '#tests/client/fixtures/world'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aUser } from '#tests/support/makers/people'
import { aTrip } from '#tests/support/makers/trips'

const world = await aClientWorld({ country: true })

/** Texts of local storage that a network, an earlier version or a broken disk may have left. */
const wrong = ['null', '[]', '{}', '"x"', '7', 'true', '[null]', '[{}]', '{"data":null}', '<h1>']
const screens = ['/', '/profile/trip', '/fuel-price', '/send-parcel', '/phone/outbox', '/wallet']

const settled = <T,>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(new Error('IndexedDB refused'))
  })

/** Returns the value of a text of local storage, or the text if it is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Replaces every value of local and session storage, and every entry of every store of the phone. */
async function damagePhone(damage: (value: unknown) => unknown): Promise<void> {
  await registerAllRooms()
  const { listStorageKeys } = await import('#lib/device')
  for (const { in: place, name } of listStorageKeys().values()) {
    if (place === 'cookie') continue
    const area = place === 'local' ? localStorage : sessionStorage
    const damaged = damage(parse(area.getItem(name) ?? 'null'))
    area.setItem(name, typeof damaged === 'string' ? damaged : JSON.stringify(damaged))
  }
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const entries = () => database.transaction(store, 'readwrite').objectStore(store)
      for (const key of await settled(entries().getAllKeys())) {
        const value = await settled<unknown>(entries().get(key))
        await settled(entries().put(damage(value), key))
      }
    }
    database.close()
  }
}

async function openScreens(...more: readonly string[]): Promise<void> {
  for (const path of [...screens, ...more]) {
    await world.open(path)
    await screen.findAllByRole('heading', { level: 1 })
    expect(screen.queryByText(/This screen stopped|does not work\./), path).toBeNull()
  }
}

/** Fills the phone: answers of several screens, a ticket, an unsent item. */
async function fillPhone(): Promise<void> {
  world.enter(await aUser(world.server))
  await openScreens()
  const { openOwnerStore } = await import('#lib/device/owner-store')
  for (const name of ['vault', 'outbox', 'drafts'] as const)
    await openOwnerStore(name).set(name, { any: name })
  await openOwnerStore('drafts').set('parcel-request', {})
}

beforeEach(() => world.restart())

test.for(wrong)('whatever is stored as %s, the app starts and no screen stops', async (text) => {
  await fillPhone()
  await damagePhone(() => parse(text))
  await openScreens()
})

/** Returns a copy of a value in which one part has become another; `nth` chooses which, and what it becomes. */
function damagePart(value: unknown, nth: number): unknown {
  const copy = { value: structuredClone(value) }
  const parts: [object, string][] = []
  const collect = (whole: object) => {
    for (const [name, part] of Object.entries(whole)) {
      parts.push([whole, name])
      if (typeof part === 'object' && part !== null) collect(part as object)
    }
  }
  collect(copy)
  const [whole, name] = parts[(nth * 7919) % parts.length] ?? [copy, 'value']
  Object.assign(whole, { [name]: [null, 'x', 7, [], {}, [null], undefined, 1e300][nth % 8] })
  return copy.value
}

test.for(Array.from({ length: 8 }, (_, nth) => nth))(
  'whatever part of everything stored is damaged (%i), the app starts and no screen stops',
  async (nth) => {
    await fillPhone()
    const trip = await aTrip(world.db)
    const { booking, as } = await aPaidBooking(world.server, trip.id, trip.sellable.slice(0, 2))
    world.remember(booking.reference, { token: as.guest_token ?? '' })
    const own = [`/ticket/${booking.reference}`, `/profile/trip?booking=${booking.reference}`]
    await openScreens(...own)
    await damagePhone((value) => damagePart(value, nth))
    await openScreens(...own)
    world.goOffline()
    await openScreens(...own)
  },
)

test.for([{ data: null }, { data: [null] }, { data: {} }, { data: 'x' }])(
  'the answer %j to a list is neither kept nor read, and the list is asked for again',
  async (answer) => {
    const lists = ['generals/cities', 'announcements?per_page=10&page=1', 'fuel-monitors']
    const restore = lists.map((list) => {
      const question = `GET /api/v1/waka/${list}`
      world.answerOnce(question, answer)
      return question
    })
    await world.open('/fuel-price')
    await screen.findAllByRole('heading', { level: 1 })
    await world.open('/')
    const { citiesQuery } = await import('#src/features/lookups/queries.ts')
    const { announcementsQuery } = await import('#src/features/lookups/list-queries.ts')
    const { queryClient } = await import('#src/app/query-client.ts')
    await queryClient.fetchQuery(citiesQuery).catch(() => undefined)
    await queryClient.fetchQuery(announcementsQuery).catch(() => undefined)
    for (const key of ['cities', 'announcements', 'fuel-monitor'])
      expect([key, localStorage.getItem(key)]).not.toEqual([key, JSON.stringify(answer.data)])
    await waitFor(() => expect(world.sent).toEqual(expect.arrayContaining(restore)))
    await openScreens()
    await queryClient.refetchQueries({ queryKey: ['cities'] })
    await waitFor(() =>
      expect(JSON.parse(localStorage.getItem('cities') ?? '[]')).toContainEqual(
        expect.objectContaining({ name: 'Lagos' }),
      ),
    )
  },
)
