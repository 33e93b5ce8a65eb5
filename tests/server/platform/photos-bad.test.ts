import { expect, test } from 'vitest'
import { runAsJob } from '#server/db/current-work'
import { reencodePhoto } from '#server/platform/photos'
import { testDatabase } from '#tests/support/database/test-database'
import { aJpeg } from '#tests/support/files/jpegs'
import { makeDepsWithoutServer } from '#tests/support/server/jobs'

const { db } = await testDatabase()
const deps = makeDepsWithoutServer(db)
const ctx = { ...deps, config: { ...deps.config, rate_limit_factor: 1 } }

const good = await aJpeg()
const cutOff = good.subarray(0, good.length - 200)

/** Sends a photo for a person from a network; returns the code of the refusal, or `read`. */
const send = (person: string, ip: string, photo: Buffer): Promise<string> =>
  runAsJob(person, () =>
    reencodePhoto({ ...ctx, ip }, photo.toString('base64'), 'photo').then(
      () => 'read',
      (error: { code: string }) => error.code,
    ),
  )

/** Sends a photo several times, one after another; returns the codes that came. */
async function sendTimes(times: number, person: string, ip: string, photo: Buffer) {
  const codes: string[] = []
  for (let n = 0; n < times; n += 1) codes.push(await send(person, ip, photo))
  return [...new Set(codes)]
}

test('bad pictures of a person are counted, good ones are not, and others are not refused for them', async () => {
  const ip = '105.112.1.1'
  expect(await sendTimes(40, 'ada', ip, good)).toEqual(['read'])
  expect(await sendTimes(30, 'ada', ip, cutOff)).toEqual(['invalid_input'])
  expect(await sendTimes(2, 'ada', ip, cutOff)).toEqual(['too_many_requests'])
  expect(await send('ada', ip, good)).toBe('too_many_requests')
  expect(await send('bola', ip, good)).toBe('read')
})

test('many accounts of one network are refused together, and other networks are not', async () => {
  const ip = '105.112.2.2'
  for (let n = 0; n < 6; n += 1)
    expect(await sendTimes(20, `account ${n}`, ip, cutOff)).toEqual(['invalid_input'])
  expect(await send('another account', ip, cutOff)).toBe('too_many_requests')
  expect(await send('another account', '105.112.3.3', good)).toBe('read')
})

test('ten accounts of one network do not fill the queue for another network', async () => {
  // All photos are queued before the first one is encoded, since each waits for a query of the database first.
  const slow = await aJpeg(3000, 2000, true)
  const crowd = Array.from({ length: 10 }, (_, n) => send(`crowd ${n}`, '105.112.4.4', slow))
  const other = send('other', '105.112.5.5', good)
  expect(await other).toBe('read')
  const refused = (await Promise.all(crowd)).filter((code) => code === 'too_many_requests')
  expect(refused.length).toBeGreaterThan(2)
})
