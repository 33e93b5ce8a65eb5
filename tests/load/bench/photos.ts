import { setTimeout as sleep } from 'node:timers/promises'
import { sendMessage, startConversation } from '#contract/support/endpoints'
import { supportBusiness } from '#contract/support/rules'
import { readJpegOutline } from '#server/platform/jpeg-outline'
import { photoLimits } from '#server/platform/photos'
import type { Fleet } from '#tests/load/run/fleet'
import { aJpeg, repeatLastScan } from '#tests/support/files/jpegs'
import type { Measurement } from './report.ts'
import {
  type TimedAnswer,
  makeVisitor,
  signUpPerson,
  countStatuses,
  findQuantile,
  repeatUntilOver,
  parseAnswerData,
} from './visitors.ts'

const scans = 20_000
const attackers = 5
const tries = 10

type Send = (photo: Buffer) => Promise<TimedAnswer>

/**
 * Measures how long a photo of very many scans takes until it is refused. Then measures how long another person's photo
 * takes while five people send such photos: first photos with too many scans, then photos with as many scans and pixels
 * as are allowed.
 */
export async function benchPhotos(fleet: Fleet): Promise<Measurement[]> {
  const origin = fleet.origins()[0] ?? ''
  const honest = await aSender(origin, '127.0.0.1')
  const people: Send[] = []
  for (let made = 0; made < attackers; made += 1)
    people.push(await aSender(origin, `127.0.1.${made + 1}`))
  const photo = await aJpeg(1600, 1200)
  const many = repeatLastScan(await aJpeg(2000, 1500, true), scans)
  const slow = await aSlowPhoto()

  await honest(photo)
  const [refused, alone] = [
    await timeSends(tries, () => people[0]?.(many)),
    await timeSends(tries, () => honest(photo)),
  ]
  const behindMany = await besides(people, many, () => timeSends(tries, () => honest(photo)))
  const behindSlow = await besides(people, slow, () => timeSends(tries, () => honest(photo)))
  const line = ({ times, statuses }: Sends) =>
    `${findQuantile(times, 0.5).toFixed(0)} / ${Math.max(...times).toFixed(0)} ms, ${countStatuses(statuses)}`
  return [
    [
      `photo of ${scans.toLocaleString('en')} scans, ${size(many)}, refused after: median / longest`,
      '≤ 5,000 ms',
      line(refused),
    ],
    [`a photo of 2 megapixels alone, ${size(photo)}: median / longest`, '', line(alone)],
    [
      `  while ${attackers} people send that of ${scans.toLocaleString('en')} scans`,
      '≤ 5,000 ms',
      line(behindMany),
    ],
    [
      `  while ${attackers} people send the slowest that is allowed, ${size(slow)}`,
      '',
      line(behindSlow),
    ],
  ]
}

const size = (photo: Buffer) => `${Math.round(photo.length / 1000)} kB`

/** Makes the slowest photo that is decoded: as many pixels and scans as are allowed. */
async function aSlowPhoto(): Promise<Buffer> {
  const whole = await aJpeg(6000, 4000, true)
  return repeatLastScan(whole, photoLimits.maxScans - (readJpegOutline(whole)?.scans ?? 0))
}

/** Signs up a person who writes to our staff; returns a function that sends a photo as this person. */
async function aSender(origin: string, address: string): Promise<Send> {
  const visitor = makeVisitor(origin, address)
  const token = await signUpPerson(visitor)
  const { id } = parseAnswerData<{ id: string }>(
    await visitor.call(startConversation, { business_id: supportBusiness }, token),
  )
  return (photo) =>
    visitor.call(sendMessage, { id, body: '', photo: photo.toString('base64') }, token)
}

interface Sends {
  times: number[]
  statuses: number[]
}

async function timeSends(
  count: number,
  send: () => Promise<TimedAnswer> | undefined,
): Promise<Sends> {
  const answers: TimedAnswer[] = []
  while (answers.length < count) answers.push((await send()) ?? { status: 0, ms: 0, text: '' })
  return { times: answers.map(({ ms }) => ms), statuses: answers.map(({ status }) => status) }
}

/** Does `work` while these people send a photo again and again. */
async function besides<T>(
  people: readonly Send[],
  photo: Buffer,
  work: () => Promise<T>,
): Promise<T> {
  let isOver = false
  const sending = repeatUntilOver(
    people.length,
    () => isOver,
    async (person) => {
      const answer = await people[person]?.(photo)
      // Pause after a refusal that came before the picture was decoded: a photo sent immediately would only be refused
      // again.
      if (answer?.status !== 400) await sleep(100)
    },
  )
  try {
    return await work()
  } finally {
    isOver = true
    await sending
  }
}
