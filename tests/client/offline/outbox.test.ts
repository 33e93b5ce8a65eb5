import { onlineManager } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import {
  requireAddedItem,
  anOutboxWorld,
  advanceClock,
  logIn,
  message,
  review,
  readItemState,
  conversationItem,
  makeToken,
} from './outbox-world.ts'

const world = anOutboxWorld()

test('what is written stands on the phone before the first byte leaves', async () => {
  logIn('ada')
  const tab = await world.aTab()
  world.server.faults.push('hung')
  const { id } = await requireAddedItem(tab.addToOutbox(review('Good bus')))
  await vi.waitFor(() => expect(world.server.asked).toHaveLength(1))
  expect(await readItemState(tab, id)).toBe('sending')
})

test('it is sent with its own id as key and reference, and who listens hears the answer', async () => {
  logIn('ada')
  const tab = await world.aTab()
  const heard: unknown[] = []
  tab.onItemSent((item, answer) => heard.push([item.id, answer]))
  const { id } = await requireAddedItem(tab.addToOutbox(review('Good bus')))
  await tab.sendOutbox()
  expect(world.server.effects).toMatchObject([{ person: 'ada', key: id, body: { client_ref: id } }])
  expect(heard).toEqual([[id, { id: `id-of-${id}` }]])
  expect(await readItemState(tab, id)).toBe('sent')
})

test('a phone that cannot keep it says so, and never sends it', async () => {
  logIn('ada')
  const tab = await world.aTab()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const second = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await tab.addToOutbox(review('Good bus'))).toBeUndefined()
  await tab.sendOutbox()
  expect(world.server.asked).toEqual([])
  // If local storage has space, the item is stored there and sent.
  second.mockRestore()
  expect(await tab.addToOutbox(review('Good bus'))).toMatchObject({ kind: 'review' })
})

test('without a network nothing is tried; with one it goes by itself', async () => {
  logIn('ada')
  const tab = await world.aTab()
  tab.watchOutbox()
  onlineManager.setOnline(false)
  const { id } = await requireAddedItem(tab.addToOutbox(review('Good bus')))
  await tab.sendOutbox()
  expect([world.server.asked, await readItemState(tab, id)]).toEqual([[], 'waiting'])
  onlineManager.setOnline(true)
  await vi.waitFor(async () => expect(await readItemState(tab, id)).toBe('sent'))
  expect(world.server.effects).toHaveLength(1)
})

test('a tab killed while it was sending loses nothing and doubles nothing', async () => {
  logIn('ada')
  const tab = await world.aTab()
  world.server.faults.push('hung')
  const { id } = await requireAddedItem(tab.addToOutbox(review('Good bus')))
  await vi.waitFor(() => expect(world.server.effects).toHaveLength(1))
  world.locks.kill()
  const next = await world.aTab()
  await next.sendOutbox()
  expect(await readItemState(next, id)).toBe('sent')
  expect(world.server.effects).toHaveLength(1)
})

test('two tabs send each thing once between them', async () => {
  logIn('ada')
  const [one, other] = [await world.aTab(), await world.aTab()]
  onlineManager.setOnline(false)
  for (const words of ['a', 'b', 'c']) await one.addToOutbox(review(words))
  onlineManager.setOnline(true)
  await Promise.all([one.sendOutbox(), other.sendOutbox()])
  expect(world.server.asked).toHaveLength(3)
})

test('a browser without locks sends each thing once, too', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: undefined } }))
  logIn('ada')
  const [one, other] = [await world.aTab(), await world.aTab()]
  onlineManager.setOnline(false)
  for (const words of ['a', 'b', 'c']) await one.addToOutbox(review(words))
  onlineManager.setOnline(true)
  await Promise.all([one.sendOutbox(), other.sendOutbox()])
  await Promise.all([one.sendOutbox(), other.sendOutbox()])
  expect(world.server.asked).toHaveLength(3)
})

test('what is busy or broken over there waits as long as the server asks, and longer each time', async () => {
  logIn('ada')
  const tab = await world.aTab()
  world.server.faults.push('busy', 'broken')
  const { id } = await requireAddedItem(tab.addToOutbox(review('Good bus')))
  await tab.sendOutbox()
  advanceClock(59_000)
  await tab.sendOutbox()
  expect(world.server.asked).toHaveLength(1)
  advanceClock(2000)
  await tab.sendOutbox()
  await tab.sendOutbox()
  expect([world.server.asked.length, await readItemState(tab, id)]).toEqual([2, 'waiting'])
  advanceClock(13_000)
  await tab.sendOutbox()
  expect([world.server.asked.length, await readItemState(tab, id)]).toEqual([3, 'sent'])
})

test('a false answer without data is no receipt: what was written stays and is sent later', async () => {
  logIn('ada')
  const tab = await world.aTab()
  world.server.faults.push('false_answer')
  const { id } = await requireAddedItem(tab.addToOutbox(review('Good bus')))
  await tab.sendOutbox()
  expect([world.server.effects, await readItemState(tab, id)]).toEqual([[], 'waiting'])
  advanceClock(61_000)
  await tab.sendOutbox()
  expect(world.server.effects.map(({ key }) => key)).toEqual([id])
  expect(await readItemState(tab, id)).toBe('sent')
})

test('what was written later does not overtake what broke over there', async () => {
  logIn('ada')
  const tab = await world.aTab()
  onlineManager.setOnline(false)
  const first = await requireAddedItem(tab.addToOutbox(review('Good bus')))
  const second = await requireAddedItem(tab.addToOutbox(review('And on time')))
  world.server.faults.push('broken')
  onlineManager.setOnline(true)
  await tab.sendOutbox()
  expect(world.server.effects).toEqual([])
  advanceClock(61_000)
  await tab.sendOutbox()
  expect(world.server.effects.map(({ key }) => key)).toEqual([first.id, second.id])
})

test('a refusal asks the person, in the server’s words, and is not tried again', async () => {
  logIn('ada')
  const tab = await world.aTab()
  world.server.faults.push('refused')
  const { id } = await requireAddedItem(tab.addToOutbox(review('Good bus')))
  await tab.sendOutbox()
  advanceClock(3_600_000)
  await tab.sendOutbox()
  const [item] = await tab.listOutbox()
  expect(item).toMatchObject({ id, state: 'needs_you', said: { code: 'not_found' } })
  expect(world.server.asked).toHaveLength(1)
})

test('a message waits for its conversation and goes into it', async () => {
  logIn('ada')
  const tab = await world.aTab()
  world.server.faults.push('broken')
  const before = await requireAddedItem(tab.addToOutbox(conversationItem))
  const after = await requireAddedItem(tab.addToOutbox(message(before.id, 'Where is my bus?')))
  await tab.sendOutbox()
  expect(world.server.effects).toEqual([])
  advanceClock(60_000)
  await tab.sendOutbox()
  expect(world.server.effects.map(({ key }) => key)).toEqual([before.id, after.id])
  expect(world.server.effects[1]?.path).toContain(`/conversations/id-of-${before.id}/messages`)
})

test('a message whose conversation was deleted asks the person', async () => {
  logIn('ada')
  const tab = await world.aTab()
  onlineManager.setOnline(false)
  const before = await requireAddedItem(tab.addToOutbox(conversationItem))
  const after = await requireAddedItem(tab.addToOutbox(message(before.id, 'Where is my bus?')))
  await tab.removeFromOutbox(before.id)
  await tab.sendOutbox()
  expect(await readItemState(tab, after.id)).toBe('needs_you')
})

test('what is too old asks the person, who can still send it', async () => {
  logIn('ada')
  const tab = await world.aTab()
  onlineManager.setOnline(false)
  const item = { ...review('Good bus'), expires_at: Date.now() + 1000 }
  const { id } = await requireAddedItem(tab.addToOutbox(item))
  advanceClock(2000)
  onlineManager.setOnline(true)
  await tab.sendOutbox()
  expect([await readItemState(tab, id), world.server.asked]).toEqual(['needs_you', []])
  await tab.sendItemNow(id)
  expect(await readItemState(tab, id)).toBe('sent')
})

test('what a guest wrote waits for a login and is then theirs alone', async () => {
  const tab = await world.aTab()
  const { id } = await requireAddedItem(tab.addToOutbox(review('Good bus')))
  await tab.sendOutbox()
  expect([await readItemState(tab, id), world.server.asked]).toEqual(['sign_in', []])
  logIn('ada')
  onlineManager.setOnline(false)
  await tab.sendOutbox()
  logIn('bala')
  onlineManager.setOnline(true)
  await tab.sendOutbox()
  expect([await tab.listOutbox(), world.server.asked]).toEqual([[], []])
  logIn('ada')
  await tab.sendOutbox()
  expect(world.server.effects).toMatchObject([{ person: 'ada', key: id }])
})

test('with another’s token in the storage nothing of its writer leaves the phone', async () => {
  logIn('ada')
  const tab = await world.aTab()
  localStorage.setItem('token', makeToken('bala'))
  const { id } = await requireAddedItem(tab.addToOutbox(review('Good bus')))
  await tab.sendOutbox()
  expect([await readItemState(tab, id), world.server.asked]).toEqual(['sign_in', []])
})

test('taken back before it was sent it is gone; being sent it cannot be taken back', async () => {
  logIn('ada')
  const tab = await world.aTab()
  onlineManager.setOnline(false)
  const { id } = await requireAddedItem(tab.addToOutbox(review('Good bus')))
  expect(await tab.removeFromOutbox(id)).toMatchObject({ id, input: { body: 'Good bus' } })
  onlineManager.setOnline(true)
  world.server.faults.push('hung')
  const second = await requireAddedItem(tab.addToOutbox(review('Bad bus')))
  await vi.waitFor(() => expect(world.server.effects).toHaveLength(1))
  expect(await tab.removeFromOutbox(second.id)).toBeUndefined()
  expect(world.server.effects).toMatchObject([{ key: second.id }])
})

test('what was in flight when its writer logged out is not written back', async () => {
  logIn('ada')
  const tab = await world.aTab()
  world.server.faults.push('hung')
  await tab.addToOutbox(review('Good bus'))
  await vi.waitFor(() => expect(world.server.effects).toHaveLength(1))
  tab.abortCalls()
  tab.stopTabForLogout()
  const { clearStores } = await import('#lib/device/owner-store')
  await clearStores('ada')
  await tab.sendOutbox()
  localStorage.removeItem('waiting-to-send')
  await tab.sendOutbox()
  expect(await tab.listOutbox()).toEqual([])
  expect(localStorage.getItem('waiting-to-send')).toBeNull()
})

test('the other tabs hear what was sent, and all know how many wait', async () => {
  logIn('ada')
  const [one, other] = [await world.aTab(), await world.aTab()]
  const heard: string[] = []
  other.onItemSent((item, answer) => heard.push(`${item.id} ${String(answer)}`))
  onlineManager.setOnline(false)
  const { id } = await requireAddedItem(one.addToOutbox(review('Good bus')))
  expect(localStorage.getItem('waiting-to-send')).toBe('1')
  onlineManager.setOnline(true)
  await one.sendOutbox()
  await vi.waitFor(() => expect(heard).toEqual([`${id} undefined`]))
  expect(localStorage.getItem('waiting-to-send')).toBeNull()
})

test('what was sent leaves the list after a day, unless something waits for its answer', async () => {
  logIn('ada')
  const tab = await world.aTab()
  const alone = await requireAddedItem(tab.addToOutbox(review('Good bus')))
  const before = await requireAddedItem(tab.addToOutbox(conversationItem))
  await tab.sendOutbox()
  world.server.faults.push('refused')
  const after = await requireAddedItem(tab.addToOutbox(message(before.id, 'Where is my bus?')))
  await tab.sendOutbox()
  advanceClock(25 * 3_600_000)
  await tab.sendOutbox()
  expect(await readItemState(tab, alone.id)).toBeUndefined()
  expect(await readItemState(tab, before.id)).toBe('sent')
  expect(await tab.removeFromOutbox(after.id)).toBeDefined()
  await tab.sendOutbox()
  expect(await readItemState(tab, before.id)).toBeUndefined()
})
