import { expect, test } from 'vitest'
import { makeFairQueue } from '#server/platform/fair-queue'

const turn = () => new Promise<void>((done) => void setImmediate(done))

test('130 from ten lanes make one from an eleventh wait for one turn of each', async () => {
  const inTurn = makeFairQueue({ concurrency: 3, maxWaiting: 1000, maxWaitingPerLane: 100 })
  const done: string[] = []
  const all = Array.from({ length: 130 }, (_, at) =>
    inTurn(`lane ${at % 10}`, async () => {
      await turn()
      done.push('crowd')
    }),
  )
  const mine = inTurn('eleventh', async () => {
    await turn()
    done.push('mine')
  })
  await Promise.all([...all, mine])
  expect(done).toHaveLength(131)
  expect(done.indexOf('mine')).toBeLessThan(17)
})

test('one lane that is full is refused, and no other', async () => {
  const inTurn = makeFairQueue({ concurrency: 1, maxWaiting: 5, maxWaitingPerLane: 3 })
  const codes: string[] = []
  const ask = (lane: string) =>
    inTurn(lane, turn).then(
      () => codes.push('done'),
      (error: { code: string }) => codes.push(error.code),
    )
  await Promise.all(['a', 'a', 'a', 'a', 'a', 'b', 'b', 'b'].map(ask))
  expect(codes.toSorted()).toEqual([
    ...Array.from({ length: 6 }, () => 'done'),
    'too_many_requests',
    'unavailable',
  ])
})

test('of one lane no more run than it may, and its place goes to others', async () => {
  const inTurn = makeFairQueue({
    concurrency: 2,
    maxRunningPerLane: 1,
    maxWaiting: 9,
    maxWaitingPerLane: 9,
  })
  const running = new Map<string, number>()
  const order: string[] = []
  const ask = (lane: string) =>
    inTurn(lane, async () => {
      running.set(lane, (running.get(lane) ?? 0) + 1)
      expect(running.get(lane)).toBe(1)
      await turn()
      running.set(lane, 0)
      order.push(lane)
    })
  await Promise.all(['a', 'a', 'a', 'b', 'b'].map(ask))
  expect(order.slice(0, 4).toSorted()).toEqual(['a', 'a', 'b', 'b'])
  await Promise.all(['a', 'a', 'a'].map(ask))
  expect(order).toHaveLength(8)
})

test('who fails gives the place on', async () => {
  const inTurn = makeFairQueue({ concurrency: 1, maxWaiting: 5, maxWaitingPerLane: 5 })
  const failing = inTurn('a', async () => {
    await turn()
    throw new Error('no')
  })
  const next = inTurn('a', async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

test('a full queue takes the last one of the longest lane out for one of a lane that has none', async () => {
  const inTurn = makeFairQueue({ concurrency: 1, maxWaiting: 30, maxWaitingPerLane: 10 })
  const said: string[] = []
  const ask = (lane: string) =>
    inTurn(lane, turn).then(
      () => said.push(`${lane} done`),
      (error: { code: string }) => said.push(`${lane} ${error.code}`),
    )
  const crowd = Array.from({ length: 31 }, (_, at) => ask(`lane ${at % 3}`))
  await Promise.all([...crowd, ask('fourth')])
  expect(said).toContain('fourth done')
  expect(said.filter((one) => one.endsWith('done'))).toHaveLength(31)
  expect(said.filter((one) => one.endsWith('too_many_requests'))).toHaveLength(1)
})

test('many lanes of one group leave places to others, and one long lane does not fill its group', async () => {
  const inTurn = makeFairQueue({
    concurrency: 1,
    maxWaiting: 8,
    maxWaitingPerLane: 3,
    maxWaitingPerGroup: 3,
  })
  const said: string[] = []
  const ask = (lane: string, group: string) =>
    inTurn(lane, turn, group).then(
      () => said.push(`${lane} done`),
      (error: { code: string }) => said.push(`${lane} ${error.code}`),
    )
  const crowd = Array.from({ length: 10 }, (_, at) => ask(`account ${at}`, 'crowd'))
  await Promise.all([...crowd, ask('ada', 'home')])
  expect(said).toContain('ada done')
  expect(said.filter((one) => one.endsWith('too_many_requests'))).toHaveLength(6)
  said.length = 0
  const greedy = Array.from({ length: 5 }, () => ask('greedy', 'crowd'))
  await Promise.all([...greedy, ask('bola', 'crowd')])
  expect(said).toContain('bola done')
  expect(said.filter((one) => one === 'greedy done')).toHaveLength(3)
})
