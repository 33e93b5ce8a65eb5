import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

export interface FreezableProxy {
  /** The URL of the database through the proxy. */
  url: string
  /** Stops all traffic from now on, as if PostgreSQL were frozen: connections still open, but get no answer. */
  freeze: () => void
  thaw: () => void
  close: () => Promise<void>
}

/** A proxy before PostgreSQL, which can be frozen without freezing the database of other tests. */
export async function aFreezableProxy(url: string): Promise<FreezableProxy> {
  const target = new URL(url)
  const host = decodeURIComponent(target.hostname)
  const port = Number(target.port || 5432)
  const sockets = new Set<Socket>()
  let isFrozen = false
  const open = () =>
    host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  const server = createServer((near) => {
    const far = open()
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
      from.on('error', () => {})
      if (isFrozen) from.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  const each = (work: (socket: Socket) => void) => {
    for (const socket of sockets) work(socket)
  }
  return {
    url: through.href,
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
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
