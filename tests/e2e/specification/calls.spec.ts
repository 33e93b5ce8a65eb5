import { type Browser, type BrowserContext, expect, type Request, test } from '@playwright/test'
import type { Session } from '#contract/accounts/model'
import { watchCalls, watchConsole } from '#tests/e2e/fixtures/calls'
import { signUpByCall, storeLogin } from '#tests/e2e/fixtures/people'

/** The calls of a logged-in person, and those of a guest. */
let member: Request[]
let guest: Request[]
let saidToGuest: string[]
let session: Session
let chat: string
const contexts: BrowserContext[] = []

/** A phone whose calls on the start page are recorded; a service worker would hide some of them. */
async function aPhone(browser: Browser) {
  const baseURL = process.env['E2E_URL'] ?? ''
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' })
  contexts.push(context)
  return context.newPage()
}

const pathOf = (call: Request) => new URL(call.url()).pathname
const callsOf = (calls: readonly Request[], path: string) =>
  calls.filter((call) => pathOf(call) === `/api${path}`)

// One visit of a member and one of a guest are enough for all tests here.
test.beforeAll(async ({ browser }) => {
  const page = await aPhone(browser)
  const joined = await signUpByCall(page.context())
  session = joined.session
  await storeLogin(page, session)
  member = watchCalls(page)
  await page.goto('/')
  await expect.poll(() => callsOf(member, lists.at(-1)?.[0] ?? '').length, patience).toBe(1)
  await page.getByRole('button', { name: 'Premium support' }).click()
  await page.waitForURL('**/support?*')
  chat = page.url()

  const other = await aPhone(browser)
  guest = watchCalls(other)
  saidToGuest = watchConsole(other)
  await other.goto('/')
  await expect.poll(() => callsOf(guest, lists.at(-1)?.[0] ?? '').length, patience).toBe(1)
  await other.goto('/profile/wallet')
  await other.waitForURL('**/login?next=*')
})
test.afterAll(async () => {
  for (const context of contexts) await context.close()
})
const patience = { timeout: 20_000 }

/** Lists in the order in which a phone fetches them, and the fields that the specification names. */
const lists: [path: string, fields: string[]][] = [
  ['/v1/waka/banners', ['content', 'url', 'url_text', 'id']],
  ['/v1/waka/generals/passenger-types', []],
  ['/v1/waka/generals/cities', ['id', 'name', 'code']],
  ['/v1/waka/generals/vehicle-types', ['label', 'value']],
  ['/v1/waka/generals/currencies', []],
  ['/v1/waka/generals/service-types', []],
  ['/v1/waka/generals/locations', []],
  ['/v1/waka/generals/parcels/sizes', []],
  ['/v1/waka/generals/parcels/types', []],
  ['/v1/waka/generals/parcels/add-ons', []],
  ['/v1/waka/generals/parcels/routes', []],
  ['/v1/waka/generals/fuel-stations', ['name', 'id', 'logo']],
  ['/v1/waka/fuel-monitors', []],
]

/** The `data` of the answer to a call. */
async function dataOf(call: Request | undefined): Promise<unknown> {
  const answer = await call?.response()
  if (!answer) throw new Error('The call was not made, or not answered.')
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { data: unknown }).data
}

/** The `data` of the only call of a path, which has no body and no query other than this. */
function answerTo(path: string, query = ''): Promise<unknown> {
  const [call] = callsOf(member, path)
  expect(call?.method()).toBe('GET')
  expect(new URL(call?.url() ?? '').search).toBe(query)
  expect(call?.postData()).toBeNull()
  return dataOf(call)
}

test('GET /v2/{product}/profile/fetch/profile: data.data is the user', async () => {
  expect(await answerTo('/v2/waka/profile/fetch/profile')).toEqual(session.user)
})

test('GET /v1/{product}/wallet/balance: data.data holds id, balance, currency', async () => {
  expect(await answerTo('/v1/waka/wallet/balance')).toMatchObject({
    id: expect.any(String),
    balance: 0,
    currency: 'NGN',
  })
})

test('GET /v1/{product}/wallet/balance is only made when a token exists', () => {
  expect(callsOf(member, '/v1/waka/wallet/balance').length).toBeGreaterThan(0)
  expect(callsOf(guest, '/v1/waka/wallet/balance')).toEqual([])
})

test('GET /v1/{product}/connections/routes: from_cities and to_cities', async () => {
  const { from_cities, to_cities } = (await answerTo('/v1/waka/connections/routes')) as {
    from_cities: unknown[]
    to_cities: unknown[]
  }
  expect(from_cities.length).toBeGreaterThan(0)
  expect(to_cities.length).toBeGreaterThan(0)
})

for (const [path, fields] of lists)
  test(`GET ${path.replace('waka', '{product}')}: list, with the fields that are named`, async () => {
    const list = (await answerTo(path)) as Record<string, unknown>[]
    expect(list.length).toBeGreaterThan(0)
    for (const one of list) expect(Object.keys(one)).toEqual(expect.arrayContaining(fields))
  })

test('GET /v1/{product}/announcements: query per_page=10, page=1', async () => {
  const list = await answerTo('/v1/waka/announcements', '?per_page=10&page=1')
  expect(list).toHaveLength(10)
})

test('POST /v1/{product}/conversations: data.data.id leads to /support?conversation_id={id}', async () => {
  const [call] = callsOf(member, '/v1/waka/conversations')
  expect(call?.method()).toBe('POST')
  expect(call?.postDataJSON()).toEqual({ business_id: expect.any(String) })
  const { id } = (await dataOf(call)) as { id: string }
  expect(new URL(chat).searchParams.get('conversation_id')).toBe(id)
})

test('the API lives under the /api prefix', () => {
  expect(member.length).toBeGreaterThan(lists.length)
  for (const call of member) expect(pathOf(call)).toMatch(/^\/api\/v\d\/waka\//)
})

test('every request has JSON content headers', () => {
  for (const call of [...member, ...guest])
    expect(call.headers()).toMatchObject({
      // Calls answered by a stream are not in the specification and request one.
      accept: pathOf(call).endsWith('/events') ? 'text/event-stream' : 'application/json',
      'content-type': 'application/json',
    })
})

test('requests carry a bearer token from local storage when one exists', () => {
  const Authorization = `Bearer ${session.token}`
  for (const call of member)
    expect([pathOf(call), call.headers()['authorization']]).toEqual([pathOf(call), Authorization])
})

test("without a token the client logs 'No token found, request will be unauthorized' and still sends the request", async () => {
  const words = 'No token found, request will be unauthorized'
  expect(saidToGuest.filter((text) => text === words).length).toBeGreaterThanOrEqual(guest.length)
  for (const call of guest) expect(call.headers()['authorization']).toBeUndefined()
  const [cities] = callsOf(guest, '/v1/waka/generals/cities')
  expect((await cities?.response())?.status()).toBe(200)
})
