import { type AddressInfo, type Socket, connect, createServer, type Server } from 'node:net'

/**
 * Starts a proxy in front of the PostgreSQL server of a URL. `join` forwards data between the socket of a client
 * (`near`) and that of PostgreSQL (`far`). Returns the URL of the database through the proxy.
 */
export async function startProxy(
  url: string,
  join: (near: Socket, far: Socket) => void,
): Promise<{ url: string; server: Server }> {
  const target = new URL(url)
  const host = decodeURIComponent(target.hostname)
  const port = Number(target.port || 5432)
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const socket of [near, far]) socket.on('error', () => {})
    join(near, far)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  return { url: through.href, server }
}
