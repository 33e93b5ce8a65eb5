import { afterEach, beforeEach, vi } from 'vitest'
import type { ApiResponse, ApiRequest } from '#lib/api/types'
import type { OutboxItem } from '#lib/outbox'
import { registerAllRooms } from '#tests/client/fixtures/with-rooms'

/** How the network and the server behave for the next request. */
export type Fault =
  | 'fine'
  | 'lost_question'
  | 'lost_answer'
  | 'busy'
  | 'broken'
  | 'false_answer'
  | 'refused'
  | 'hung'

/** A server that stores answers by person and key as ours does, and records each effect. */
function aServer() {
  const kept = new Map<string, ApiResponse>()
  const effects: { person: string; key: string; path: string; body: Record<string, unknown> }[] = []
  const faults: Fault[] = []
  const asked: string[] = []

  function answerTo(question: ApiRequest, fault: Fault): ApiResponse {
    const person = parsePerson(question.headers['Authorization'])
    if (person === undefined) return problem(401, 'not_signed_in')
    const key = question.headers['Idempotency-Key'] ?? ''
    const before = kept.get(`${person} ${key}`)
    if (before !== undefined) return before
    if (fault === 'refused') return problem(404, 'not_found')
    const body = (question.body ?? {}) as Record<string, unknown>
    effects.push({ person, key, path: question.url, body })
    const answer = json(201, { data: { id: `id-of-${key}` } })
    kept.set(`${person} ${key}`, answer)
    return answer
  }

  async function send(question: ApiRequest): Promise<ApiResponse> {
    asked.push(`${question.method} ${question.url}`)
    if (question.url.includes('/auth/')) return problem(401, 'not_signed_in')
    const fault = faults.shift() ?? 'fine'
    if (fault === 'lost_question') throw new Error('no network')
    if (fault === 'busy') return problem(429, 'too_many_requests', { 'retry-after': '60' })
    if (fault === 'broken') return problem(503, 'unavailable')
    if (fault === 'false_answer') return json(200, { data: null })
    const answer = answerTo(question, fault)
    if (fault === 'lost_answer') throw new Error('no answer')
    if (fault === 'hung')
      return new Promise((_, reject) => question.signal.addEventListener('abort', reject))
    return answer
  }
  return { send, effects, faults, asked }
}

const json = (status: number, body: unknown, headers = {}): ApiResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
const problem = (status: number, code: string, headers = {}) =>
  json(status, { code, detail: `The server says ${code}.`, status }, headers)
export const makeToken = (person: string) => `head.${btoa(JSON.stringify({ sub: person }))}.sign`
function parsePerson(authorization = ''): string | undefined {
  const [, claims] = authorization.split('.')
  return claims === undefined ? undefined : (JSON.parse(atob(claims)) as { sub: string }).sub
}

/** Locks shared by all tabs of one browser; closing the browser releases them. */
function someLocks() {
  const chains = new Map<string, Promise<unknown>>()
  let die: () => void = () => undefined
  let death = new Promise<void>((resolve) => (die = resolve))
  let life = 0
  return {
    request: async (name: string, work: () => Promise<unknown>) => {
      const mine = life
      const ended = death.then(() => new Promise<never>(() => undefined))
      const run = (chains.get(name) ?? Promise.resolve()).then(() =>
        mine === life ? Promise.race([work(), ended]) : ended,
      )
      chains.set(
        name,
        Promise.race([run, death]).catch(() => undefined),
      )
      return run
    },
    kill() {
      die()
      life += 1
      chains.clear()
      death = new Promise<void>((resolve) => (die = resolve))
    },
  }
}

/** A phone whose tabs call `aServer`; each test file makes one, each test starts on a new phone. */
export function anOutboxWorld() {
  const world = { server: aServer(), locks: someLocks(), renew, aTab }
  function renew() {
    world.server = aServer()
    world.locks.kill()
  }
  beforeEach(() => {
    world.server = aServer()
    world.locks = someLocks()
    vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: world.locks } }))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
  })
  afterEach(() => {
    vi.doUnmock('#lib/api/http')
    vi.unstubAllGlobals()
  })

  /** Opens another tab of the app, with empty memory. */
  async function aTab() {
    vi.resetModules()
    const { send } = world.server
    vi.doMock('#lib/api/http', () => ({ sendApiRequest: send }))
    await registerAllRooms()
    const outbox = await import('#lib/outbox')
    const { watchOutbox } = await import('#lib/outbox/sender')
    const { stopTabForLogout } = await import('#lib/device/stopped-tab')
    const { abortCalls } = await import('#lib/api/call')
    // Modules that a tab loads later belong to that tab, too.
    await outbox.sendOutbox()
    return { ...outbox, watchOutbox, stopTabForLogout, abortCalls }
  }
  return world
}

export type Tab = Awaited<ReturnType<ReturnType<typeof anOutboxWorld>['aTab']>>

export function logIn(person: string | undefined): void {
  localStorage.setItem(
    'user',
    person === undefined ? 'no user' : JSON.stringify({ id: person, full_name: person }),
  )
  if (person === undefined) return localStorage.removeItem('token')
  localStorage.setItem('owner', person)
  localStorage.setItem('token', makeToken(person))
  document.cookie = `jwt=${makeToken(person)}; path=/`
}

export const review = (text: string) => ({
  kind: 'review' as const,
  input: { operator: 'abc', rating: 4, body: text },
  title: `Review: ${text}`,
  edit_path: '/write-a-review',
})
export const conversationItem = {
  kind: 'conversation' as const,
  input: { business_id: 'waka-support' },
  title: 'A conversation',
  edit_path: '/profile/messages',
}
export const message = (depends_on: string, body: string) => ({
  kind: 'message' as const,
  input: { id: '$before', body },
  title: body,
  edit_path: '/profile/messages',
  depends_on,
})

export const readItemState = async (tab: Tab, id: string) =>
  (await tab.listOutbox()).find((item) => item.id === id)?.state
export const advanceClock = (ms: number) => vi.setSystemTime(Date.now() + ms)
export async function requireAddedItem(item: Promise<OutboxItem | undefined>): Promise<OutboxItem> {
  const kept = await item
  if (kept === undefined) throw new Error('not kept')
  return kept
}
