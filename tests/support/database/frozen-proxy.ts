import type { Socket } from 'node:net'
import { startProxy } from './proxy.ts'

export interface FreezableProxy {
  /** The URL of the database through the proxy. */
  url: string
  /** Stops all traffic from now on, as if PostgreSQL were frozen: new connections are accepted, but get no answer. */
  freeze: () => void
  thaw: () => void
  close: () => Promise<void>
}

/** Starts a proxy in front of PostgreSQL. Freezing it does not freeze the database for other tests. */
export async function aFreezableProxy(url: string): Promise<FreezableProxy> {
  const sockets = new Set<Socket>()
  let isFrozen = false
  const proxy = await startProxy(url, (near, far) => {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => to.write(bytes))
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (isFrozen) from.pause()
    }
  })
  const each = (work: (socket: Socket) => void) => {
    for (const socket of sockets) work(socket)
  }
  return {
    url: proxy.url,
    freeze: () => {
      isFrozen = true
      each((socket) => void socket.pause())
    },
    thaw: () => {
      isFrozen = false
      each((socket) => void socket.resume())
    },
    close: async () => {
      each((socket) => void socket.destroy())
      await new Promise((resolve) => proxy.server.close(resolve))
    },
  }
}
