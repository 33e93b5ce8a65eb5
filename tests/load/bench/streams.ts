import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { signUp } from '#contract/accounts/endpoints'
import { makeCallUrl } from '#contract/endpoint'
import { maxStreams } from '#contract/events/rules'
import { supportBusiness } from '#contract/support/rules'
import { sendMessage, startConversation } from '#contract/support/endpoints'
import { makeId } from '#server/platform/ids'
import type { Fleet } from '#tests/load/run/fleet'
import type { Measurement } from './report.ts'
import { type StreamDevice, aStream } from '#tests/support/server/streams'

const people = 250
const devices = 8
const messages = 1000
/** Milliseconds between two messages: normal traffic, not a flood. */
const apart_ms = 50

/** A device, and when it first received a message since the last check, in ms. */
interface Listener {
  device: StreamDevice
  heard: number | undefined
}

/**
 * Opens streams at all processes at the same time while people write. Measures how long a message takes to reach each
 * phone of its recipient, and the memory per stream.
 */
export async function benchStreams(fleet: Fleet): Promise<Measurement[]> {
  const talks: OpenConversation[] = []
  for (let made = 0; made < people; made += 1)
    talks.push(await openTestConversation(fleet.origins()[0] ?? '', made))
  const before = memory_kB(fleet)
  const ears = await Promise.all(talks.map(({ token }) => earsOf(fleet, token)))
  await sleep(3000)
  const after = memory_kB(fleet)

  const took: number[] = []
  let untold = 0
  for (let sent = 0; sent < messages; sent += 1) {
    const at = sent % people
    const talk = talks[at]
    if (talk === undefined) continue
    const mine = ears[at] ?? []
    for (const ear of mine) ear.heard = undefined
    const began = performance.now()
    const origins = fleet.origins()
    await say(origins[sent % origins.length] ?? '', talk, `Where does the bus stand? ${sent}`)
    const told = await listDelays(mine)
    untold += told.filter((when) => when === undefined).length
    took.push(...told.filter((when) => when !== undefined).map((when) => when - began))
    await sleep(apart_ms)
  }
  for (const { device } of ears.flat()) device.close()
  const sorted = took.toSorted((a, b) => a - b)
  const part = (share: number) =>
    `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)} ms`
  return [
    [`open streams at ${fleet.size} processes`, '2,000', ears.flat().length],
    [`messages, each told to ${devices} phones`, '1,000', messages],
    ['  not told within 10 s', '0', untold],
    ['  from sent to told, median', '', part(0.5)],
    ['  p95', '≤ 1,000 ms', part(0.95)],
    ['  slowest', '', part(0.9999)],
    ['memory of a stream', '', `${((after - before) / ears.flat().length).toFixed(1)} kB`],
  ]
}

/** A conversation, and the token of its person. */
interface OpenConversation {
  id: string
  token: string
}

async function openTestConversation(origin: string, made: number): Promise<OpenConversation> {
  const { token = '' } = await post(origin + makeCallUrl(signUp, {}), '', {
    full_name: 'Ngozi Bello',
    email: `ngozi.${made}@people.example`,
    password: 'four words in a row',
  })
  const asked = { business_id: supportBusiness }
  const { id } = await post(origin + makeCallUrl(startConversation, {}), token, asked)
  return { id, token }
}

const say = (origin: string, { id, token }: OpenConversation, body: string) =>
  post(origin + makeCallUrl(sendMessage, { id }), token, { body })

interface StreamAnswer {
  id: string
  token?: string
}

async function post(address: string, token: string, body: object): Promise<StreamAnswer> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': makeId(),
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: StreamAnswer }
  return data
}

/**
 * Opens all phones of a person, spread over the processes. No process gets more of that person's phones than its limit.
 */
async function earsOf(fleet: Fleet, token: string): Promise<Listener[]> {
  const origins = fleet.origins()
  const ears: Listener[] = []
  for (let at = 0; at < Math.min(devices, maxStreams.account * origins.length); at += 1) {
    const device = await aStream(origins[at % origins.length] ?? '', token)
    const ear: Listener = { device, heard: undefined }
    device.onHeard(({ kind }) => {
      if (kind === 'message') ear.heard ??= performance.now()
    })
    ears.push(ear)
  }
  return ears
}

/** Returns when each phone was notified; undefined after ten seconds. */
async function listDelays(ears: readonly Listener[]): Promise<(number | undefined)[]> {
  const until = performance.now() + 10_000
  const whens = () => ears.map(({ heard }) => heard)
  while (whens().includes(undefined) && performance.now() < until) await sleep(2)
  return whens()
}

/** Returns the total memory of all processes, in kB. */
function memory_kB(fleet: Fleet): number {
  return fleet
    .pids()
    .map((pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]))
    .reduce((sum, kB) => sum + kB, 0)
}
