import { heartbeatSeconds, maxMissedEvents, maxStreams } from '#contract/events/rules'
import type { Log } from '#server/context'
import type { Db } from '#server/db/client'
import { subscribeToChannel } from '#server/db/listen'
import type { StreamSubscriber, StreamHub, LiveEvent } from '#server/platform/live'
import { logins } from '#server/rooms/accounts'
import { assignEventNumbers, findEventRange, findEventsAfter } from './repository.ts'

/**
 * Three intervals in ms, which apply while there are listeners: for announcing new events, for reading events whose
 * notification was lost, and for finding ended logins. `atOnce`: the maximum number of events that one query reads.
 */
const announceEvery = 40
const lookEvery = 2000
const loginsEvery = 1000
const atOnce = 1000
/** The maximum duration of a stream, ms. Afterwards the device reconnects with its current rights. */
const longestStream = 30 * 60_000

/** Returns the event as text for a stream of Server-Sent Events. */
export const formatEvent = ({ position, kind, subject }: Omit<LiveEvent, 'account'>): string =>
  `id: ${position}\nevent: ${kind}\ndata: ${subject}\n\n`

interface ReplayingSubscriber extends StreamSubscriber {
  /** The position of the last event that was sent. */
  at: number
  /** Events that arrived during the replay, which are sent after it. */
  missed: LiveEvent[] | undefined
}

/**
 * Sends announced events to the streams of this process. Reads each event once, in order. All events are in the
 * database, so after a restart or interruption the hub continues where it stopped.
 */
export class EventHub implements StreamHub {
  readonly #db: Db
  readonly #log: Log
  readonly #followers = new Set<ReplayingSubscriber>()
  readonly #byAccount = new Map<string, Set<ReplayingSubscriber>>()
  readonly #networks = new Map<string, number>()
  readonly #timers: NodeJS.Timeout[] = []
  readonly #listening: { stop: () => Promise<void> }
  /** The position of the last event that was distributed. Undefined until the last stored position is known. */
  #at: number | undefined
  #isLooking = false
  #mustLook = false
  #isAnnouncing = false
  #isStopped = false

  constructor({ db, log, url }: { db: Db; log: Log; url: string }) {
    this.#db = db
    this.#log = log
    this.#listening = subscribeToChannel(url, 'events', {
      onPayload: (payload) => (payload === '' ? void this.#look() : this.#hear(payload)),
      onReady: () => void this.#look(),
      onLost: (error) => log.warn({ err: error }, 'the connection that hears of events was lost'),
    })
    const every = (ms: number, work: () => unknown) =>
      this.#timers.push(setInterval(() => void (this.#followers.size > 0 && work()), ms).unref())
    every(announceEvery, () => this.#announce())
    every(lookEvery, () => this.#look())
    every(loginsEvery, () => this.#endOldLogins())
    every(heartbeatSeconds * 1000, () => this.#beat())
  }

  hasRoom(person_id: string, network: string): boolean {
    const mine = [...(this.#byAccount.get(person_id) ?? [])].filter(
      (one) => one.person_id === person_id,
    )
    const { account, network: most } = maxStreams
    return mine.length < account && (this.#networks.get(network) ?? 0) < most
  }

  listen(listener: StreamSubscriber): () => void {
    // Other streams may have been opened since the caller checked `hasRoom`.
    if (this.#isStopped || !this.hasRoom(listener.person_id, listener.network)) {
      listener.end()
      return () => {}
    }
    const one: ReplayingSubscriber = { ...listener, at: listener.since ?? 0, missed: [] }
    this.#followers.add(one)
    for (const account of one.accounts)
      this.#byAccount.set(account, (this.#byAccount.get(account) ?? new Set()).add(one))
    this.#networks.set(one.network, (this.#networks.get(one.network) ?? 0) + 1)
    const timer = setTimeout(() => one.end(), longestStream * (0.8 + Math.random() * 0.2)).unref()
    void this.#catchUp(one).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'what a stream had missed could not be read')
      one.end()
    })
    return () => {
      clearTimeout(timer)
      this.#leave(one)
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const timer of this.#timers) clearInterval(timer)
    for (const one of this.#followers) one.end()
    await this.#listening.stop()
  }

  #leave(one: ReplayingSubscriber): void {
    if (!this.#followers.delete(one)) return
    for (const account of one.accounts) {
      const those = this.#byAccount.get(account)
      those?.delete(one)
      if (those?.size === 0) this.#byAccount.delete(account)
    }
    const left = (this.#networks.get(one.network) ?? 1) - 1
    if (left > 0) this.#networks.set(one.network, left)
    else this.#networks.delete(one.network)
  }

  /** Sends missed events from the database. Live events wait in `missed` until the missed events are sent. */
  async #catchUp(one: ReplayingSubscriber): Promise<void> {
    if (this.#at === undefined) {
      const { last } = await findEventRange(this.#db)
      this.#at ??= last
    }
    this.#say(one, ...(await readMissedEvents(this.#db, one)))
    const { missed = [] } = one
    one.missed = undefined
    for (const event of missed) this.#tell(one, event)
  }

  #tell(one: ReplayingSubscriber, event: LiveEvent): void {
    if (one.missed !== undefined) one.missed.push(event)
    else if (event.position > one.at) this.#say(one, event)
  }

  /** Writes all events in one piece: after many separate writes, the reader would be mistaken for a slow one. */
  #say(one: ReplayingSubscriber, ...events: Omit<LiveEvent, 'account'>[]): void {
    // When a person joins or leaves a desk, end the stream. After reconnecting, it has the events that the person may
    // see now.
    const joins = events.findIndex(({ kind }) => kind === 'membership')
    const said = joins < 0 ? events : events.slice(0, joins + 1)
    one.at = said.at(-1)?.position ?? one.at
    if (!one.tell(said.map(formatEvent).join('')) || joins >= 0) one.end()
  }

  /** Reads on from the last position, one read at a time. A notification in the meantime causes another read. */
  async #look(): Promise<void> {
    this.#mustLook = true
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      while (this.#mustLook) {
        this.#mustLook = false
        await this.#readOn()
      }
    } catch (error) {
      if (!this.#isStopped) this.#log.warn({ err: error }, 'events could not be read')
    } finally {
      this.#isLooking = false
    }
  }

  async #readOn(): Promise<void> {
    if (this.#followers.size === 0 || this.#at === undefined) {
      const { last } = await findEventRange(this.#db)
      // Listeners that subscribe later load the events that they have missed, so none is lost.
      if (this.#followers.size === 0) this.#at = last
      this.#at ??= last
      if (this.#followers.size === 0) return
    }
    const events = await findEventsAfter(this.#db, { after: this.#at, limit: atOnce })
    for (const one of events)
      for (const follower of this.#byAccount.get(one.account) ?? []) this.#tell(follower, one)
    this.#at = events.at(-1)?.position ?? this.#at
    if (events.length === atOnce) this.#mustLook = true
  }

  #hear(payload: string): void {
    const [account = '', kind = '', subject = ''] = payload.split(' ')
    for (const one of this.#byAccount.get(account) ?? [])
      if (one.missed === undefined && !one.tell(`event: ${kind}\ndata: ${subject}\n\n`)) one.end()
  }

  async #announce(): Promise<void> {
    if (this.#isAnnouncing) return
    this.#isAnnouncing = true
    await assignEventNumbers(this.#db).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'events could not be announced'),
    )
    this.#isAnnouncing = false
  }

  /** Ends the streams of ended logins within 1 second. */
  async #endOldLogins(): Promise<void> {
    const open = [...new Set([...this.#followers].map(({ login_id }) => login_id))]
    const ended = await logins.findEnded(this.#db, open).catch(() => new Set<string>())
    for (const one of this.#followers) if (ended.has(one.login_id)) one.end()
  }

  #beat(): void {
    for (const one of this.#followers) if (!one.tell(':\n\n')) one.end()
  }
}

/**
 * Returns the missed events, then `hello`. A new listener (`since` is undefined) gets only `hello`. A listener that was
 * away too long or missed too many events gets `reset` instead of the events.
 */
export async function readMissedEvents(
  db: Db,
  { since, accounts }: Pick<StreamSubscriber, 'since' | 'accounts'>,
): Promise<Omit<LiveEvent, 'account'>[]> {
  const { first, last } = await findEventRange(db)
  const hello = { kind: 'hello', subject: '' }
  if (since === undefined) return [{ ...hello, position: last }]
  const reset = [
    { kind: 'reset', subject: '', position: last },
    { ...hello, position: last },
  ]
  if (since > last || (first > 0 && since < first - 1) || (first === 0 && since > 0)) return reset
  const missed = await findEventsAfter(db, { after: since, accounts, limit: maxMissedEvents + 1 })
  if (missed.length > maxMissedEvents) return reset
  return [...missed, { ...hello, position: Math.max(missed.at(-1)?.position ?? since, last) }]
}
