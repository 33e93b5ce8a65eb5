import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface ChannelSubscription {
  stop: () => Promise<void>
}

const longestWait = 2000

/**
 * Listens to a NOTIFY channel on its own connection, and reconnects. `onPayload` receives the payload of each message.
 * `onReady` is called after each connect: the caller must then look up messages that it may have missed.
 */
export function subscribeToChannel(
  url: string,
  channel: string,
  {
    onPayload,
    onReady,
    onLost,
  }: {
    onPayload: (payload: string) => void
    onReady: () => void
    onLost: (error: unknown) => void
  },
): ChannelSubscription {
  const stopping = new AbortController()
  let isStopped = false

  async function open(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'waka events',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    })
    const lost = new Promise<unknown>((resolve) => {
      stopping.signal.addEventListener('abort', () => resolve(undefined))
      next.on('error', resolve)
      next.on('end', () => resolve(new Error('the connection ended')))
    })
    next.on('notification', ({ payload = '' }) => onPayload(payload))
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      onReady()
      if (!isStopped) throw await lost
    } finally {
      // The connection is lost already, so it does not matter how it ends.
      void next.end().catch(() => {})
    }
  }

  async function keepOpen(): Promise<void> {
    for (let wait = 100; !isStopped; wait = Math.min(wait * 2, longestWait)) {
      const began = Date.now()
      try {
        await open()
      } catch (error) {
        if (!isStopped) onLost(error)
      }
      if (Date.now() - began > longestWait) wait = 100
      if (!isStopped) await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const kept = keepOpen()
  return {
    stop: async () => {
      isStopped = true
      stopping.abort()
      await kept
    },
  }
}
