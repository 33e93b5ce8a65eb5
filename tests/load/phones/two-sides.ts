import { setTimeout as sleep } from 'node:timers/promises'
import { makeCallUrl } from '#contract/endpoint'
import { listConversationsForStaff } from '#contract/support/desk-endpoints'
import { countUnread } from '#contract/support/endpoints'
import type { DeskConversation } from '#contract/support/model'
import type { Config } from '#server/config'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { startNetworkProxy, cutNetwork } from '#tests/e2e/fixtures/network-proxy'
import { type SeededRandom, makeSeededRandom } from '#tests/load/run/seeded-random'
import type { Fleet } from '#tests/load/run/fleet'
import { retryForOneMinute } from '#tests/load/run/retry'
import {
  faultNames,
  findFaults,
  type MessageRow,
  type Side,
  type ReadSample,
  type ConversationFaults,
  type ConversationLog,
  tryPlantedFaults,
} from './conversation-checks.ts'
import {
  aConversationEnd,
  type ConversationEnd,
  logInAtDesk,
  listMessageTags,
  openAsTraveller,
  sendMessage,
} from './conversation-sides.ts'

export const injectedFaults = [
  'process killed',
  'database killed',
  'traveller cut off',
  'desk cut off',
  'lines broken',
] as const
export type InjectedFault = (typeof injectedFaults)[number]

interface Options {
  db: Db
  config: Config
  fleet: Fleet
  /**
   * The origin that both browsers use. No server listens there: each browser's network forwards the requests to one of
   * the processes.
   */
  home: string
  seed: number
  /** The total number of messages, half of them from each side. */
  messages: number
  /** The faults to cause. Each is caused at least once, and none is repeated before all others were caused. */
  injectedFaults: readonly InjectedFault[]
  /** The average time between two faults, in ms. */
  every: number
  killPostgres?: () => Promise<void>
  onNews?: (sentence: string) => void
}

export interface TwoSidesReport {
  messages: number
  conversations: number
  seconds: number
  injected_faults: Record<InjectedFault, number>
  /** The time from sending to display on the other screen, in ms, with all kills and cuts included. */
  median_ms: number
  slowest_ms: number
  faults: ConversationFaults
  canaries: ReturnType<typeof tryPlantedFaults>
}

/**
 * The maximum number of messages of each side in one conversation, which is also a person's limit per hour. After them,
 * another person writes.
 */
const maxMessagesPerPerson = 100
const patience = 120_000

/**
 * A traveller on a phone and a member of our desk write to each other, each in a separate browser and network, while
 * processes and the database are killed and their networks cut. Returns counts and times, and the messages in which a
 * check found a fault.
 */
export async function runConversation(options: Options): Promise<TwoSidesReport> {
  const { fleet, seed, messages, onNews = () => {} } = options
  const dice = makeSeededRandom(seed)
  const balance = dice.fork(1)
  const to = () => balance.pick(fleet.origins())
  const networks = {
    traveller: await startNetworkProxy({ to }),
    desk: await startNetworkProxy({ to }),
  }
  const report: TwoSidesReport = {
    messages: 0,
    conversations: 0,
    seconds: 0,
    injected_faults: {
      'process killed': 0,
      'database killed': 0,
      'traveller cut off': 0,
      'desk cut off': 0,
      'lines broken': 0,
    },
    median_ms: 0,
    slowest_ms: 0,
    faults: Object.fromEntries(
      faultNames.map((name) => [name, []]),
    ) as unknown as ConversationFaults,
    canaries: [],
  }
  const began = performance.now()
  const took: number[] = []
  const desk = await aConversationEnd('desk', networks.desk)
  try {
    await logInAtDesk(desk, { ...options, origin: to() })
    for (let left = Math.ceil(messages / 2); left > 0; left -= maxMessagesPerPerson) {
      const traveller = await aConversationEnd('traveller', networks.traveller)
      try {
        const talk = {
          ...options,
          dice,
          report,
          traveller,
          desk,
          each: Math.min(left, maxMessagesPerPerson),
        }
        const { talked, typingTimes } = await converse(talk)
        for (const [name, tags] of Object.entries(findFaults(talked)))
          report.faults[name as keyof ConversationFaults].push(...tags)
        for (const [tag, at] of typingTimes) {
          const there = talked.shown[tag.startsWith('t') ? 'desk' : 'traveller'].get(tag)
          if (there !== undefined) took.push(there - at)
        }
        report.messages += talked.sent.traveller.length + talked.sent.desk.length
        report.conversations += 1
        report.canaries = tryPlantedFaults(talked)
      } finally {
        await traveller.browser.close()
      }
      onNews(
        `${report.messages} of ${messages} messages, ${JSON.stringify(report.injected_faults)}`,
      )
    }
  } finally {
    await desk.browser.close()
    for (const network of Object.values(networks)) await network.close()
  }
  const sorted = took.toSorted((a, b) => a - b)
  report.median_ms = sorted[Math.floor(sorted.length / 2)] ?? 0
  report.slowest_ms = sorted.at(-1) ?? 0
  report.seconds = Math.round((performance.now() - began) / 1000)
  return report
}

interface LoadConversation extends Options {
  dice: SeededRandom
  report: TwoSidesReport
  traveller: ConversationEnd
  desk: ConversationEnd
  each: number
}

async function converse(
  talk: LoadConversation,
): Promise<{ talked: ConversationLog; typingTimes: Map<string, number> }> {
  const { db, dice, report, traveller, desk, each, home, fleet } = talk
  const origin = dice.pick(fleet.origins())
  const { id } = await openAsTraveller(traveller, { db, origin, home })
  await desk.page.goto(`${home}/desk/c/${id}`)
  await desk.page.getByLabel('Your answer').waitFor()

  const round = report.conversations
  const typingTimes = new Map<string, number>()
  const write = async (end: ConversationEnd, rhythm: SeededRandom) => {
    const tags = Array.from(
      { length: each },
      (_, at) => `${end.side === 'desk' ? 'd' : 't'}${round}-${at}`,
    )
    for (const tag of tags) {
      typingTimes.set(tag, Date.now())
      await sendMessage(
        end,
        `[${tag}] ${end.side === 'desk' ? 'It leaves from Jibowu.' : 'Where does the bus stand?'}`,
      )
      await sleep(rhythm.number(0, 500))
    }
    return tags
  }
  const samples: ReadSample[] = []
  const watching = new AbortController()
  const watched = sample(db, id, samples, watching.signal)
  const writing = Promise.all([
    write(traveller, dice.fork(2 + 2 * round)),
    write(desk, dice.fork(3 + 2 * round)),
  ])
  const disturbing = disturb(talk, writing)
  const [mine, theirs] = await writing
  await disturbing

  const isThere = () =>
    mine.every((tag) => desk.watched.shown.has(tag) && traveller.watched.state.has(tag)) &&
    theirs.every((tag) => traveller.watched.shown.has(tag))
  const rowsNow = () => retryForOneMinute(() => rowsOf(db, id))
  const isRead = async () => {
    const last = samples.at(-1)?.read
    const rows = await rowsNow()
    return rows.every(
      ({ seq, from }) => seq <= (last?.[from === 'desk' ? 'traveller' : 'desk'] ?? 0),
    )
  }
  const isQuiet = () => isThere() && isRead()
  for (const until = Date.now() + patience; Date.now() < until && !(await isQuiet());)
    await sleep(200)
  watching.abort()
  await watched
  const screens = { traveller: await listMessageTags(traveller), desk: await listMessageTags(desk) }
  const state = traveller.watched.state
  const talked: ConversationLog = {
    sent: { traveller: mine.filter((tag) => state.has(tag)), desk: theirs },
    rows: await rowsNow(),
    screens,
    shown: { traveller: traveller.watched.shown, desk: desk.watched.shown },
    samples,
    called_read: traveller.watched.called_read,
    twice: [...traveller.watched.twice, ...desk.watched.twice],
    unread: await unreadOf(traveller, desk, id),
  }
  return { talked, typingTimes }
}

/** Causes one fault after another until all messages are written, but each fault at least once. */
async function disturb(talk: LoadConversation, writing: Promise<unknown>): Promise<void> {
  const { dice, report, every } = talk
  let isWritten = false
  const end = () => void (isWritten = true)
  writing.then(end, end)
  for (let cycle = 0; cycle === 0 || (!isWritten && talk.messages > 100); cycle += 1)
    for (const fault of dice.some(talk.injectedFaults, talk.injectedFaults.length)) {
      if (isWritten && cycle > 0) return
      await sleep(dice.number(every / 2, every * 1.5))
      if (await injectFault(talk, fault)) report.injected_faults[fault] += 1
    }
}

/** Causes a fault. Returns false if no process was there to kill. */
async function injectFault(
  { dice, fleet, traveller, desk, killPostgres }: LoadConversation,
  fault: InjectedFault,
): Promise<boolean> {
  const ends = { 'traveller cut off': traveller, 'desk cut off': desk }
  if (fault === 'process killed') return fleet.kill(dice.pick)
  if (fault === 'database killed') await killPostgres?.()
  else if (fault === 'lines broken') for (const { network } of [traveller, desk]) network.hangUp()
  else {
    const { context, network } = ends[fault]
    await cutNetwork(context, network, true)
    network.hangUp()
    await sleep(dice.number(500, 5000))
    await cutNetwork(context, network, false)
  }
  return true
}

/** Records repeatedly how far each side has read; skips queries that the database does not answer. */
async function sample(
  db: Db,
  id: string,
  samples: ReadSample[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const row = await sql<ReadSample['read']>`
      select person_read as traveller, desk_read as desk from conversation where id = ${id}`
      .execute(db)
      .then(({ rows }) => rows[0])
      .catch(() => undefined)
    if (row !== undefined) samples.push({ at: Date.now(), read: row })
    await sleep(150)
  }
}

/** Reads all messages that people wrote in a conversation, by the tags in their texts. */
async function rowsOf(db: Db, id: string): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select seq, case sender when 'person' then 'traveller' else 'desk' end as "from",
      coalesce(substring(body from '\\[([td]\\d+-\\d+)\\]'), body) as tag
    from message where conversation_id = ${id}::uuid and sender <> 'automatic' order by seq`.execute(
    db,
  )
  return rows
}

/** Reads how many unread messages each side has. */
async function unreadOf(
  traveller: ConversationEnd,
  desk: ConversationEnd,
  id: string,
): Promise<Record<Side, number>> {
  const ask = ({ page }: ConversationEnd, address: string) =>
    page.evaluate(async (asked) => {
      const answer = await fetch(asked, {
        headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
      })
      return ((await answer.json()) as { data: unknown }).data
    }, address)
  const mine = (await ask(traveller, makeCallUrl(countUnread, {}))) as { count: number }
  const unread = makeCallUrl(listConversationsForStaff, { state: 'unread', per_page: 100, page: 1 })
  const theirs = (await ask(desk, unread)) as DeskConversation[]
  return { traveller: mine.count, desk: theirs.find((one) => one.id === id)?.unread ?? 0 }
}
