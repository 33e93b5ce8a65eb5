import { onlineManager } from '@tanstack/react-query'
import fc from 'fast-check'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import type { OutboxItem } from '#lib/outbox'
import {
  anOutboxWorld,
  advanceClock,
  logIn,
  message,
  type Fault,
  review,
  conversationItem,
} from './outbox-world.ts'

const world = anOutboxWorld()

type Step =
  | { do: 'write'; tab: number }
  | { do: 'talk'; tab: number }
  | { do: 'send'; tab: number; fault: Fault }
  | { do: 'take'; tab: number; nth: number }
  | { do: 'close' }
  | { do: 'line'; up: boolean }
  | { do: 'clock'; ms: number }
  | { do: 'user'; person: string | undefined }

const tab = fc.nat({ max: 1 })
const faults = [
  'fine',
  'lost_question',
  'lost_answer',
  'busy',
  'broken',
  'refused',
  'hung',
] as const
const days = 7 * 86_400_000
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('write' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('talk' as const), tab }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      tab,
      fault: fc.constantFrom(...faults),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take' as const), tab, nth: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('line' as const), up: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      ms: fc.integer({ min: -days, max: days }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('user' as const),
      person: fc.constantFrom('ada', 'bala', undefined),
    }),
  },
)

/** A phone with two tabs on which people write; checks what becomes of each entry. */
async function aPhone() {
  const written = new Map<string, { by: string; depends_on?: string }>()
  const taken = new Map<string, boolean>()
  let tabs = [await world.aTab(), await world.aTab()]
  let person = 'guest'

  async function note(item: OutboxItem | undefined) {
    if (item === undefined) throw new Error('not kept')
    const { id, depends_on } = item
    written.set(id, { by: item.owner, ...(depends_on !== undefined && { depends_on }) })
    return item
  }
  async function close() {
    world.locks.kill()
    tabs = [await world.aTab(), await world.aTab()]
  }
  function become(next: string | undefined) {
    logIn(next)
    person = next ?? person
    // Items that a guest wrote belong to the next person who logs in.
    if (next === undefined) return
    for (const one of written.values()) if (one.by === 'guest') one.by = next
  }
  async function take(step: Step) {
    const at = tabs['tab' in step ? step.tab : 0]
    if (at === undefined) return
    if (step.do === 'write') await note(await at.addToOutbox(review(`${written.size}`)))
    if (step.do === 'talk') {
      const { id } = await note(await at.addToOutbox(conversationItem))
      await note(await at.addToOutbox(message(id, `${written.size}`)))
    }
    if (step.do === 'take') {
      const item = (await at.listOutbox())[step.nth]
      const back = item && (await at.removeFromOutbox(item.id))
      if (back !== undefined) taken.set(back.id, back.is_unsure === true)
    }
    if (step.do === 'send') {
      world.server.faults.push(step.fault)
      const count = world.server.asked.length
      const sending = at.sendOutbox()
      if (step.fault !== 'hung') await sending
      else if (await Promise.race([sending.then(() => false), isAsked(count)])) await close()
      world.server.faults.length = 0
    }
  }
  const isAsked = async (count: number) => {
    while (world.server.asked.length === count)
      await new Promise((resolve) => setTimeout(resolve, 1))
    return true
  }
  return {
    written,
    taken,
    async run(step: Step) {
      if (step.do === 'close') await close()
      else if (step.do === 'line') onlineManager.setOnline(step.up)
      else if (step.do === 'clock') advanceClock(step.ms)
      else if (step.do === 'user') become(step.person)
      else await take(step)
    },
    /** Each person logs in again with a network, and waits until every pause is over. */
    async settle() {
      await close()
      onlineManager.setOnline(true)
      const here = tabs[0]
      for (const next of [person === 'guest' ? 'ada' : person, 'ada', 'bala']) {
        become(next)
        for (let round = 0; round < 4; round += 1) {
          advanceClock(2 * 3_600_000)
          await here?.sendOutbox()
        }
        const left = (await here?.listOutbox()) ?? []
        for (const { id, state } of left) if (state === 'needs_you') taken.set(id, false)
        expect(left.filter(({ state }) => !['sent', 'needs_you'].includes(state))).toEqual([])
      }
    },
  }
}

test('whatever happens in whatever order: nothing is lost, doubled, overtaken or another’s', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 20 }), async (steps) => {
      localStorage.clear()
      vi.setSystemTime(Date.UTC(2026, 10, 21))
      globalThis.indexedDB = new IDBFactory()
      onlineManager.setOnline(true)
      world.renew()
      const phone = await aPhone()
      for (const step of steps) await phone.run(step)
      await phone.settle()

      const keys = world.server.effects.map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
      for (const [id, { by, depends_on }] of phone.written) {
        const effect = world.server.effects.find(({ key }) => key === id)
        // A removed entry may have reached the server only if its removal reported that this is possible.
        if (phone.taken.get(id) === false) expect(effect).toBeUndefined()
        else if (!phone.taken.has(id)) expect([id, effect?.person]).toEqual([id, by])
        if (effect === undefined || depends_on === undefined) continue
        expect(effect.path).toContain(`id-of-${depends_on}`)
        expect(keys.indexOf(depends_on)).toBeLessThan(keys.indexOf(id))
      }
    }),
    { numRuns: 25, seed: 20261121 },
  )
}, 60_000)
