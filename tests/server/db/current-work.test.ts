import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  DatabaseTimeoutError,
  databaseTimeout_ms,
  endDatabaseTimeout,
  findCauser,
  setCauser,
  runAsCall,
  runAsJob,
  runForCauser,
  waitForDatabase,
} from '#server/db/current-work'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const inCall = <T>(work: () => T) => runAsCall(() => 'a network', 1000, work)
const never = () => new Promise<never>(() => {})
const after = (ms: number) => () => new Promise<string>((done) => setTimeout(done, ms, 'answer'))

/** Whether `waiting` has ended after `ms`, and with which error. */
async function endOf(waiting: Promise<unknown>, ms: number): Promise<string> {
  let end = 'waits'
  waiting.then(
    () => (end = 'answered'),
    (error: unknown) => (end = error instanceof DatabaseTimeoutError ? 'silent' : String(error)),
  )
  await vi.advanceTimersByTimeAsync(ms)
  return end
}

test('a call waits ten seconds at most, with what it does besides', () => {
  expect(databaseTimeout_ms).toBeLessThan(9_000)
})

test('a call gives up a silent database, and all that follows at once', async () => {
  await inCall(async () => {
    const waiting = waitForDatabase(never)
    expect(await endOf(waiting, 999)).toBe('waits')
    expect(await endOf(waiting, 1)).toBe('silent')
    const next = vi.fn(never)
    expect(await endOf(waitForDatabase(next), 0)).toBe('silent')
    expect(next).not.toHaveBeenCalled()
  })
})

test('many slow statements use up the time together, and statements at once only once', async () => {
  await inCall(async () => {
    for (let n = 0; n < 3; n += 1)
      expect(await endOf(waitForDatabase(after(300)), 300)).toBe('answered')
    expect(await endOf(waitForDatabase(after(300)), 300)).toBe('silent')
  })
  await inCall(async () => {
    const all = Promise.all(Array.from({ length: 5 }, () => waitForDatabase(after(900))))
    expect(await endOf(all, 900)).toBe('answered')
    expect(await endOf(waitForDatabase(never), 100)).toBe('silent')
  })
})

test('waiting for a third party takes nothing from the time for the database', async () => {
  await inCall(async () => {
    expect(await endOf(after(60_000)(), 60_000)).toBe('answered')
    expect(await endOf(waitForDatabase(after(999)), 999)).toBe('answered')
  })
})

test('what goes on after the answer, and jobs, wait as long as they need', async () => {
  await inCall(async () => {
    endDatabaseTimeout()
    expect(await endOf(waitForDatabase(after(60_000)), 60_000)).toBe('answered')
  })
  await runAsJob('a job', async () => {
    expect(await endOf(waitForDatabase(after(60_000)), 60_000)).toBe('answered')
  })
})

test('the causer of a call is its network until somebody better is known', () => {
  expect(findCauser()).toBeUndefined()
  inCall(() => {
    expect(findCauser()).toBe('a network')
    setCauser('ada')
    expect(findCauser()).toBe('ada')
  })
  expect(runAsJob('a job', findCauser)).toBe('a job')
})

test('a part of a call may have another causer, and waits in the time of the call', async () => {
  await inCall(async () => {
    const parts = ['ada', 'bola'].map((one) => runForCauser(one, async () => findCauser()))
    expect([...(await Promise.all(parts)), findCauser()]).toEqual(['ada', 'bola', 'a network'])
    await runForCauser('ada', () => endOf(waitForDatabase(never), 1000))
    expect(await endOf(waitForDatabase(never), 0)).toBe('silent')
  })
  expect(runForCauser('ada', findCauser)).toBe('ada')
})
