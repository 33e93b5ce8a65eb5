import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/** How a network misbehaves though it is there. */
export type Lie =
  | 'silence' // accepts and never answers
  | 'stall' // answers with headers and no body
  | 'trickle' // 200 bytes a second
  | 'reset' // breaks off in the middle of the body
  | 'portal' // somebody else's page with status 200

export const lies: readonly Lie[] = ['silence', 'stall', 'trickle', 'reset', 'portal']

/** What a captive portal answers to everything; nothing of it may ever be kept or shown. */
export const portalPage = '<!doctype html><title>Jibowu Free WiFi</title><h1>Buy a voucher</h1>'

const trickle = { bytes: 20, every_ms: 100 }

/** A proxy between a phone and our server: an honest one, until it is told to lie. */
export interface BadNetwork {
  /** For `aPhone({ proxy })`. */
  proxy: { server: string; bypass: string }
  /** From now on, what these addresses are asked gets the lie; nothing means honesty again. */
  lie: (lie: Lie | undefined, about?: RegExp) => void
  /** How many requests were lied to. */
  lied: () => number
  close: () => Promise<void>
}

/** Starts one. `break_at`: after so many bytes of the body a `reset` comes. */
export async function badNetwork({ break_at = 40 } = {}): Promise<BadNetwork> {
  let present: Lie | undefined
  let about = /./
  let count = 0
  const server = createServer((asking, answering) => {
    const { pathname } = new URL(asking.url ?? '/', 'http://unknown')
    const lie = about.test(pathname) ? present : undefined
    if (lie !== undefined) count += 1
    if (lie === 'silence') return
    if (lie === 'portal') answering.writeHead(200, { 'content-type': 'text/html' }).end(portalPage)
    else forward(asking, answering, lie, break_at)
  })
  // The test's own calls come through tunnels, as no page of ours does: they are never lied to.
  server.on('connect', ({ url = '' }, socket, head) => {
    const { hostname, port } = new URL(`http://${url}`)
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.write(head)
      socket.pipe(onward).pipe(socket)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    proxy: { server: `http://127.0.0.1:${port}`, bypass: '<-loopback>' },
    lie: (next, where = /./) => {
      present = next
      about = where
    },
    lied: () => count,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function forward(
  asking: IncomingMessage,
  answering: ServerResponse,
  lie: Lie | undefined,
  break_at: number,
): void {
  const { method, headers } = asking
  const onward = request(asking.url ?? '', { ...(method && { method }), headers }, (answer) => {
    answering.writeHead(answer.statusCode ?? 502, answer.headers)
    if (lie === 'stall') {
      answering.flushHeaders()
      answer.resume()
    } else if (lie === undefined) answer.pipe(answering)
    else void broken(answer, answering, lie === 'reset' ? break_at : undefined)
  })
  onward.on('error', () => answering.destroy())
  asking.pipe(onward)
}

/** Sends the body by drops, or its first bytes and then breaks the line. */
async function broken(
  answer: IncomingMessage,
  answering: ServerResponse,
  break_at: number | undefined,
): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  const body = Buffer.concat(parts)
  if (break_at !== undefined) {
    answering.write(body.subarray(0, break_at), () => answering.socket?.resetAndDestroy())
    return
  }
  let sent = 0
  const drop = setInterval(() => {
    answering.write(body.subarray(sent, (sent += trickle.bytes)))
    if (sent < body.length) return
    clearInterval(drop)
    answering.end()
  }, trickle.every_ms)
  answering.on('close', () => clearInterval(drop))
}
