import { expect, test } from 'vitest'
import {
  type SendOutcome,
  type OutboxPorts,
  type StoredOutboxItem,
  sendDueItems,
} from '#contract/outbox'
import { noAnswerRefusal } from '#contract/sending'

const now = Date.UTC(2026, 10, 22)

const anItem = (id: string, over: Partial<StoredOutboxItem> = {}): StoredOutboxItem => ({
  id,
  kind: 'review',
  owner: 'ada',
  input: {},
  created_at: Number(id),
  attempts: 0,
  next_at: 0,
  state: 'waiting',
  request: { method: 'POST', url: '/', body: {} },
  ...over,
})

/** The outbox of Ada's phone with these items; its server answers `outcomes` in turn, then accepts. */
function anOutbox(items: readonly StoredOutboxItem[], outcomes: readonly SendOutcome[] = []) {
  const stored = new Map(items.map((item) => [item.id, item]))
  const sent: (readonly [id: string, before_id: string | undefined])[] = []
  const answers = [...outcomes]
  const ports: OutboxPorts<StoredOutboxItem> = {
    list: () => Promise.resolve([...stored.values()]),
    change: (id, next) => {
      const after = next(stored.get(id) as StoredOutboxItem)
      if (after === undefined) stored.delete(id)
      else stored.set(id, after)
      return Promise.resolve(true)
    },
    send: (item, before_id) => {
      sent.push([item.id, before_id])
      return Promise.resolve(answers.shift() ?? { data: { id: `answer-${item.id}` } })
    },
    now: () => now,
    user: 'ada',
    canSend: () => true,
    isEager: true,
    hasLock: true,
    seesAll: true,
    endsLogin: true,
  }
  const states = () => Object.fromEntries([...stored].map(([id, { state }]) => [id, state]))
  return { ports, sent, states }
}

const refused = (status: number): SendOutcome => ({
  refused: { ...noAnswerRefusal, status, code: 'some', detail: 'No.' },
})

test('what waits is sent oldest first, and what depends on it takes the id of its answer', async () => {
  const { ports, sent, states } = anOutbox([anItem('2', { depends_on: '1' }), anItem('1')])
  expect(await sendDueItems(ports)).toBe(true)
  expect(sent).toEqual([
    ['1', undefined],
    ['2', 'answer-1'],
  ])
  expect(states()).toEqual({ 1: 'sent', 2: 'sent' })
})

test.each([
  ['nobody answers', { refused: noAnswerRefusal }],
  ['the server is busy', refused(429)],
  ['the login has ended', refused(401)],
] as const)('where %s, nothing else is tried', async (_, outcome) => {
  const { ports, sent } = anOutbox([anItem('1'), anItem('2', { kind: 'parcel' })], [outcome])
  expect(await sendDueItems(ports)).toBe(false)
  expect(sent).toHaveLength(1)
})

test('what broke over there holds back its kind alone', async () => {
  const items = [anItem('1'), anItem('2'), anItem('3', { kind: 'parcel' })]
  const { ports, states } = anOutbox(items, [refused(503)])
  expect(await sendDueItems(ports)).toBe(false)
  expect(states()).toEqual({ 1: 'waiting', 2: 'waiting', 3: 'sent' })
})

test.each([
  [true, 'sign_in'],
  [false, 'waiting'],
] as const)(
  'a refused login that ends there (%s) leaves an item as %s',
  async (endsLogin, state) => {
    const { ports, states } = anOutbox([anItem('1')], [refused(401)])
    await sendDueItems({ ...ports, endsLogin })
    expect(states()).toEqual({ 1: state })
  },
)

test.each([
  [true, { 1: 'needs_you' }],
  [false, { 1: 'waiting', 2: 'sent' }],
] as const)(
  'who sees all items (%s) asks for what is lost, and drops what is old',
  async (seesAll, after) => {
    const old = anItem('2', { state: 'sent', sent_at: now - 2 * 86_400_000 })
    const { ports, sent, states } = anOutbox([anItem('1', { depends_on: '0' }), old])
    await sendDueItems({ ...ports, seesAll })
    expect(sent).toEqual([])
    expect(states()).toEqual(after)
  },
)

test('another’s item, and one whose time is over, are not sent', async () => {
  const late = anItem('2', { expires_at: now - 1 })
  const { ports, sent, states } = anOutbox([anItem('1', { owner: 'bala' }), late])
  await sendDueItems(ports)
  expect(sent).toEqual([])
  expect(states()).toEqual({ 1: 'sign_in', 2: 'needs_you' })
})
