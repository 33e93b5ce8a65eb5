import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { User } from '#contract/profile/model'
import type { ApiResponse, ApiRequest } from '#lib/api/types'
import type { StorageName, StorageKey } from '#lib/device'
import { readStoredRows } from '#tests/support/browser/stored-rows'
import { registerAllRooms } from '#tests/client/fixtures/with-rooms'

/** The server's next answers, by the end of the URL; without an entry there is no network. */
let answers: Record<string, (question: ApiRequest) => [status: number, body: unknown] | undefined>
const asked: { url: string; token: string | undefined }[] = []
let gone: string[] = []
let latency_ms = 0

let session: typeof import('#lib/session')
let loginAuth: typeof import('#lib/session/login').loginAuth
let cookies: typeof import('#lib/device/cookies')
let api: typeof import('#lib/api')
let device: typeof import('#lib/device')
let contract: typeof import('#contract/accounts/endpoints')
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

/** Restarts the phone: only stored data is left. */
async function start() {
  vi.resetModules()
  // Listeners of an earlier start write to their own list.
  const places: string[] = []
  gone = places
  const isNow = () => gone === places
  vi.doMock('#lib/api/http', () => ({
    sendApiRequest: (question: ApiRequest) => send(question, isNow),
  }))
  vi.doMock('#lib/browser', () => ({ loadDocument: (path: string) => places.push(path) }))
  await registerAllRooms()
  session = await import('#lib/session')
  ;({ loginAuth } = await import('#lib/session/login'))
  cookies = await import('#lib/device/cookies')
  api = await import('#lib/api')
  device = await import('#lib/device')
  contract = await import('#contract/accounts/endpoints')
}

/** Requests of an earlier start are neither counted nor answered. */
async function send(question: ApiRequest, isNow: () => boolean): Promise<ApiResponse> {
  if (!isNow()) throw new Error('no network')
  const name = question.url.split('/').at(-1) ?? ''
  asked.push({ url: name, token: question.headers['Authorization']?.slice(7) })
  await new Promise((resolve) => setTimeout(resolve, latency_ms))
  question.signal.throwIfAborted()
  const answer = isNow() ? answers[name]?.(question) : undefined
  if (answer === undefined) throw new Error('no network')
  const [status, body] = answer
  const type = status < 300 ? 'application/json' : 'application/problem+json'
  return { status, headers: { 'content-type': type }, body: JSON.stringify(body) }
}

const user = (id: string) => ({ id, full_name: 'Ada Eze', email: 'ada@people.example' }) as User
const fresh = (token: string, id = 'ada') => ({ token, expires_in: '30 minutes', user: user(id) })
const refused = (): [number, unknown] => [
  401,
  { code: 'not_signed_in', status: 401, detail: 'Please log in first.' },
]
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
const urls = () => asked.map(({ url }) => url)

/** A server that accepts only this token, and issues it for the refresh cookie. */
function onlyTakes(token: string) {
  answers['sessions'] = ({ headers }) =>
    headers['Authorization'] === `Bearer ${token}` ? [200, { data: [] }] : refused()
  answers['refresh'] = () => [200, { data: fresh(token) }]
}

beforeEach(async () => {
  asked.length = 0
  latency_ms = 5
  answers = {}
  await start()
})

test('calls that find the token spent ask for one new token, and are made again with it', async () => {
  loginAuth(fresh('old'))
  onlyTakes('new')
  const lists = Array.from({ length: 4 }, () => api.call(contract.listSessions, {}))
  expect(await Promise.all(lists)).toEqual([[], [], [], []])
  expect(urls().filter((url) => url === 'refresh')).toHaveLength(1)
  expect(asked.filter(({ token }) => token === 'new')).toHaveLength(4)
  expect(document.cookie).toContain('jwt=new')
})

test('when the cookie of the token has run out, a new one is asked for before the call', async () => {
  loginAuth(fresh('old'))
  cookies.removeCookie('jwt')
  onlyTakes('new')
  await api.call(contract.listSessions, {})
  expect(asked.map(({ url, token }) => [url, token])).toEqual([
    ['refresh', 'old'],
    ['sessions', 'new'],
  ])
})

test('a token that another tab renewed meanwhile is taken, and nobody is asked', async () => {
  loginAuth(fresh('old'))
  onlyTakes('theirs')
  const takes = answers['sessions']
  answers['sessions'] = (question) => {
    localStorage.setItem('token', 'theirs')
    return takes?.(question)
  }
  expect(await api.call(contract.listSessions, {})).toEqual([])
  expect(urls()).not.toContain('refresh')
})

test('when the server says that the login is over, it ends; what was hers stays', async () => {
  loginAuth(fresh('old'))
  device.write('next_trips', [])
  answers = { sessions: refused, refresh: refused }
  expect(await failure(api.call(contract.listSessions, {}))).toMatchObject({
    code: 'not_signed_in',
  })
  expect(localStorage.getItem('user')).toBe('no user')
  expect(localStorage.getItem('token')).toBeNull()
  expect(document.cookie).toBe('')
  expect(localStorage.getItem('next-trips')).toBe('[]')
  const { getCurrentOwner } = await import('#lib/device/owner')
  expect(getCurrentOwner()).toBe('ada')
})

test('when nobody answers the question for a new token, she stays logged in', async () => {
  loginAuth(fresh('old'))
  answers = { sessions: refused }
  expect(await failure(api.call(contract.listSessions, {}))).toMatchObject({ is_offline: true })
  expect(session.readStoredUser()?.id).toBe('ada')
  expect(localStorage.getItem('token')).toBe('old')
})

test('at the start the profile is asked for: an answer is kept, silence changes nothing', async () => {
  loginAuth(fresh('one'))
  const { watchSession } = await import('#lib/session/lifecycle')
  await watchSession(client())
  expect(session.readStoredUser()?.full_name).toBe('Ada Eze')
  answers['profile'] = () => [200, { data: { ...user('ada'), full_name: 'Ada Obi' } }]
  await watchSession(client())
  expect(session.readStoredUser()?.full_name).toBe('Ada Obi')
})

test('at the start an answered failure logs the person out; a guest is not asked', async () => {
  const { watchSession } = await import('#lib/session/lifecycle')
  await watchSession(client())
  expect(asked).toEqual([])
  loginAuth(fresh('one'))
  answers['profile'] = () => [404, { code: 'not_found', status: 404, detail: 'Nothing.' }]
  await watchSession(client())
  expect(localStorage.getItem('user')).toBe('no user')
})

/** Everything in IndexedDB, as text. */
async function everythingStored(): Promise<string> {
  const rows = await readStoredRows('')
  return JSON.stringify(rows.map(({ value }) => value))
}

/** Entries that a login or a logout itself writes. */
const theirOwn: StorageName[] = [
  'user',
  'token',
  'owner',
  'leaving',
  'logout_to_send',
  'clock_skew',
  'clock_seen',
]
const keysHere = () =>
  [...device.listStorageKeys()].flatMap(([spot, key]): [StorageName, StorageKey][] =>
    key.in === 'cookie' || theirOwn.includes(spot as StorageName)
      ? []
      : [[spot as StorageName, key]],
  )

/**
 * Writes to every store and storage key of this phone, except the keys that a login or logout writes itself, and to one
 * undeclared key. The name is in everything that belongs to a person.
 */
async function fillWith(name: string) {
  const { openStore } = await import('#lib/device/store')
  const { listStoreKinds } = await import('#lib/device/store-kinds')
  const words = (whose: string) => (whose === 'person' ? name : 'everybody')
  for (const owner of ['ada', 'guest'])
    for (const [store, facts] of listStoreKinds())
      await openStore(store, owner).set('some', { name: words(facts.of) })
  for (const [spot, { of: whose }] of keysHere()) device.write(spot, words(whose))
  cookies.writeCookie('consent', 'yes', 1)
  localStorage.setItem('nobody declared this', name)
}

test('a logout leaves nothing of the person, not even of an answer on its way', async () => {
  loginAuth(fresh('one'))
  await fillWith('Ada Eze')
  answers = { logout: () => [200, { data: {} }], sessions: () => [200, { data: ['Ada Eze'] }] }
  const { getQueryPersister } = await import('#lib/queries/persister')
  const { retention } = await import('#lib/queries/retention')
  const { logOut } = await import('#lib/session/lifecycle')
  const queries = client()
  // Longer than the logout takes, so that both requests are still pending when it closes the connection.
  latency_ms = 1000
  queries.setDefaultOptions({
    queries: { persister: (ask, ctx, query) => getQueryPersister().persist(ask, ctx, query) },
  })
  const onItsWay = failure(
    queries.fetchQuery({
      queryKey: ['listSessions'],
      queryFn: () => api.call(contract.listSessions, {}),
      ...retention.month(),
    }),
  )
  const asking = failure(api.call(contract.listSessions, {}))
  await vi.waitFor(() => expect(urls()).toEqual(['sessions', 'sessions']))
  await logOut(queries)
  expect(await onItsWay).toBeInstanceOf(Error)
  expect(await asking).toMatchObject({ is_offline: true })
  await (await import('#lib/device/owner-store')).openOwnerStore('vault').set('late', 'Ada Eze')
  const left = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])
  expect(left + (await everythingStored())).not.toMatch(/Ada|"ada"|one/)
  expect(localStorage.getItem('user')).toBe('no user')
  const isThere = ([, { in: place, name }]: [StorageName, StorageKey]) =>
    device.getStorageArea(place).getItem(name) !== null
  expect(keysHere().length).toBeGreaterThan(30)
  expect(
    keysHere()
      .filter(isThere)
      .map(([spot]) => spot),
  ).toEqual(keysHere().flatMap(([spot, { of: whose }]) => (whose === 'person' ? [] : [spot])))
  expect(document.cookie).toBe('consent=yes')
  expect(urls()).toContain('logout')
  expect(gone).toEqual(['/'])
})

test('without a network the phone is clean at once, and the server hears of it later', async () => {
  loginAuth(fresh('one'))
  const { logOut } = await import('#lib/session/lifecycle')
  await logOut(client())
  expect(localStorage.getItem('token')).toBeNull()
  expect(gone).toEqual(['/'])
  await start()
  asked.length = 0
  answers = { logout: () => [200, { data: {} }] }
  const { watchSession } = await import('#lib/session/lifecycle')
  await watchSession(client())
  expect(urls()).toEqual(['logout'])
  await watchSession(client())
  expect(urls()).toEqual(['logout'])
})

test('who logs in before the server heard of the last logout is not logged out by it', async () => {
  loginAuth(fresh('one'))
  const { logOut } = await import('#lib/session/lifecycle')
  await logOut(client())
  await start()
  asked.length = 0
  loginAuth(fresh('two', 'bala'))
  answers = { logout: () => [200, { data: {} }], profile: () => [200, { data: user('bala') }] }
  const { watchSession } = await import('#lib/session/lifecycle')
  await watchSession(client())
  expect(urls()).toEqual(['profile'])
  expect(session.readStoredUser()?.id).toBe('bala')
})

test('a wipe that was cut off is done at the next start', async () => {
  await fillWith('Ada Eze')
  device.write('user', 'no user')
  device.write('leaving', 'ada')
  const { watchSession } = await import('#lib/session/lifecycle')
  await watchSession(client())
  expect(await everythingStored()).not.toContain('Ada')
  expect(localStorage.getItem('leaving')).toBeNull()
})

test('a look at the login that begins during a logout does not take the logout for an earlier one', async () => {
  loginAuth(fresh('one'))
  const { logOut, watchSession } = await import('#lib/session/lifecycle')
  const leaving = logOut(client())
  while (localStorage.getItem('user') !== 'no user') await Promise.resolve()
  await watchSession(client())
  await leaving
  expect(gone).toEqual(['/'])
  // Other tabs and the next document see that the person is leaving.
  expect(localStorage.getItem('leaving')).not.toBeNull()
})

test('a tab hears that another logged out: it forgets, and starts anew', async () => {
  loginAuth(fresh('one'))
  const { watchSession } = await import('#lib/session/lifecycle')
  const queries = client()
  await watchSession(queries)
  queries.setQueryData(['listBookings'], ['Ada Eze'])
  device.write('current_booking', { reference: 'theirs' })
  localStorage.removeItem('owner')
  localStorage.setItem('user', 'no user')
  dispatchEvent(new StorageEvent('storage', { key: 'user' }))
  await vi.waitFor(() => expect(gone).toEqual(['/']))
  expect(queries.getQueryData(['listBookings'])).toBeUndefined()
  expect({ ...sessionStorage }).toEqual({})
})

/** A ticket with the minimal content that the vault accepts. */
function aStoredTicket(reference: string) {
  const [from, to] = [{ city: { name: 'Lagos' } }, { city: { name: 'Abuja' } }]
  const operator = { name: 'Sahel Lines' }
  const trip = { departs_at: '2026-11-21T07:00:00Z', zone: 'Africa/Lagos', from, to, operator }
  return { reference, booking: { reference, trip }, tickets: [], saved_at: 1 }
}

test('what somebody kept as a guest is there when they are logged in, and nobody else sees what is theirs', async () => {
  const { openOwnerStore } = await import('#lib/device/owner-store')
  const vault = openOwnerStore('vault')
  const [guests, adas] = [aStoredTicket('A'), aStoredTicket('B')]
  await vault.set('A', guests)
  loginAuth(fresh('one'))
  await vault.set('B', adas)
  expect(await vault.get('A')).toEqual(guests)
  expect(await vault.entries()).toHaveLength(2)
  device.write('next_trips', [{ reference: 'B' }] as never)
  const { preparePhoneForNextLogin } = await import('#lib/session/other-login')
  await preparePhoneForNextLogin('bala')
  loginAuth(fresh('two', 'bala'))
  expect(await vault.entries()).toEqual([])
  expect(localStorage.getItem('next-trips')).toBeNull()
  await preparePhoneForNextLogin('ada')
  loginAuth(fresh('three'))
  expect(await vault.get('A')).toEqual(guests)
  expect(await vault.get('B')).toEqual(adas)
})

test('push messages that somebody asked for as a guest end once another person has logged in', async () => {
  const unsubscribe = vi.fn(async () => true)
  const pushManager = { getSubscription: async () => ({ unsubscribe }) }
  const registration = { getNotifications: async () => [], pushManager }
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { getRegistration: async () => registration },
    configurable: true,
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
  const { watchSession } = await import('#lib/session/lifecycle')
  const { preparePhoneForNextLogin } = await import('#lib/session/other-login')
  device.write('told', { owner: 'guest', endpoint: 'https://push.example/1', references: ['A'] })
  await preparePhoneForNextLogin('ada')
  loginAuth(fresh('one'))
  await watchSession(client())
  expect(unsubscribe).not.toHaveBeenCalled()
  await preparePhoneForNextLogin('bala')
  loginAuth(fresh('two', 'bala'))
  await watchSession(client())
  expect(unsubscribe).toHaveBeenCalledOnce()
  expect(localStorage.getItem('told')).toBeNull()
})
