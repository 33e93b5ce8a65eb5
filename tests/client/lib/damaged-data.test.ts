import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { fetchProfile } from '#contract/profile/endpoints'
import { read, listStorageKeys, type StorageName, write } from '#lib/device'
import { openStore } from '#lib/device/store'
import { openQueryPersister } from '#lib/queries/persister'
import { retention } from '#lib/queries/retention'
import { repairDraft } from '#lib/repair-draft'
import { readStoredUser } from '#lib/session'
import { listParcels, listTickets } from '#lib/vault'
import { registerAllRooms } from '#tests/client/fixtures/with-rooms'

await registerAllRooms()
beforeEach(() => localStorage.clear())

const wrong = ['null', '[]', '{}', '"x"', '7', 'true', '[null]', '[{}]', '{"data":null}', '<h1>']

describe('a key of local storage', () => {
  const keys = [...listStorageKeys()].filter(
    ([, { in: place, shape }]) => place !== 'cookie' && shape !== 'any',
  )

  test.for(keys)(
    '%s: a value of another shape is not read, and stays until it is replaced',
    ([spot, key]) => {
      const area = key.in === 'local' ? localStorage : sessionStorage
      let refused = 0
      for (const text of wrong) {
        area.setItem(key.name, text)
        if (read(spot as StorageName) !== undefined) continue
        refused += 1
        expect(area.getItem(key.name), text).toBe(text)
      }
      expect(refused).toBeGreaterThan(wrong.length / 2)
    },
  )

  test('a user that is no object is nobody, and the specification’s word stays', () => {
    for (const text of [...wrong, 'no user']) {
      localStorage.setItem('user', text)
      expect(readStoredUser(), text).toBeUndefined()
    }
    expect(localStorage.getItem('user')).toBe('no user')
  })

  test('a clock that no server can have told does not stop the app', async () => {
    write('clock_skew', 8e15)
    const { serverNow } = await import('#lib/clock')
    expect(() => new Date(serverNow()).toISOString()).not.toThrow()
  })
})

test('one damaged entry of a list or a record costs no other one', async () => {
  const proofs = { GOOD: { token: 'x' }, BAD: null }
  localStorage.setItem('guest-proofs', JSON.stringify(proofs))
  expect(read('guest_proofs')).toEqual({ GOOD: { token: 'x' } })
  const end = { code: 'lagos', name: 'Lagos' }
  const search = { from: end, to: end, date: '2026-11-21', passengers: 1 }
  localStorage.setItem('recent-searches', JSON.stringify([search, { ...search, from: 7 }]))
  expect(read('recent_searches')).toEqual([search])
})

test('damaged entries of the vault are left out, and stay for a version that can read them', async () => {
  const vault = openStore('vault')
  const values = wrong.slice(0, -1).map((text): unknown => JSON.parse(text))
  for (const [at, value] of values.entries()) {
    await vault.set(`TICKET${at}`, value)
    await vault.set(`parcel:P${at}`, value)
  }
  expect(await listTickets()).toEqual([])
  expect(await listParcels()).toEqual([])
  const { get, createStore } = await import('idb-keyval')
  expect(await get('TICKET1', createStore('vault-guest', 'vault'))).toEqual([])
})

test.for(wrong.slice(0, -1).map((text): unknown => JSON.parse(text)))(
  'a stored answer that became %j is asked for again and replaced',
  async (damaged) => {
    localStorage.clear()
    const persister = openQueryPersister('damaged')
    const user = { id: 'x' }
    const ask = () => {
      const client = new QueryClient({
        defaultOptions: {
          queries: {
            retry: false,
            persister: (get, ctx, query) => persister.persist(get, ctx, query),
          },
        },
      })
      const { meta } = retention.month({ id: 'string' })
      return client.fetchQuery({
        queryKey: ['fetchProfile'],
        queryFn: () => Promise.resolve(user),
        meta,
      })
    }
    await ask()
    const store = openStore('answers', 'damaged')
    await expect.poll(async () => (await store.entries()).length).toBe(1)
    for (const whole of [false, true]) {
      const [[key, entry] = ['', {}]] = await store.entries<{ state?: object }>()
      await store.set(key, whole ? damaged : { ...entry, state: { ...entry.state, data: damaged } })
      expect(await ask()).toEqual(user)
      await expect.poll(async () => (await store.entries()).length).toBe(1)
    }
  },
)

describe('a draft', () => {
  const initial = { name: '', ends: [{ city: '' }], kin: { phone: '' }, agreed: false }

  test('keeps what fits, and has the form’s own value for the rest', () => {
    const kept = { name: 'Ada', ends: [{ city: 'Lagos' }, null, { city: 4 }], kin: 'x', extra: 'y' }
    expect(repairDraft(initial, kept)).toEqual({
      name: 'Ada',
      ends: [{ city: 'Lagos' }, { city: '' }],
      kin: { phone: '' },
      agreed: false,
      extra: 'y',
    })
  })

  test('is ignored if nothing of it fits', () => {
    for (const kept of [undefined, null, 'x', 7, []])
      expect(repairDraft(initial, kept)).toBeUndefined()
  })
})

test('an endpoint’s shape refuses what is no profile', () => {
  expect(fetchProfile.shape).toMatchObject({ id: 'string', full_name: 'string' })
})
