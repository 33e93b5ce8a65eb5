import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { BrowserContext } from '@playwright/test'

/** How a network misbehaves though it is there. */
export type Lie =
  | 'silence' // accepts and never answers
  | 'stall' // answers with headers and no body
  | 'trickle' // 200 bytes a second
  | 'reset' // breaks off in the middle of the body
  | 'portal' // somebody else's page with status 200

/** `gone`: no network at all; every line breaks before an answer. */
type Trouble = Lie | 'gone'

export const lies: readonly Lie[] = ['silence', 'stall', 'trickle', 'reset', 'portal']

/** What a captive portal answers to everything; nothing of it may ever be kept or shown. */
export const portalPage = '<!doctype html><title>Jibowu Free WiFi</title><h1>Buy a voucher</h1>'

const trickle = { bytes: 20, every_ms: 100 }

/** A proxy between a phone and our server: an honest one, until it is told to lie. */
export interface BadNetwork {
  /** For a browser's context. */
  proxy: { server: string; bypass: string }
  /** From now on, what these addresses are asked gets the lie; nothing means honesty again. */
  lie: (lie: Trouble | undefined, about?: RegExp) => void
  /** From now on, answers about these come as somebody in between kept them so many seconds ago. */
  hold: (seconds: number, about: RegExp) => void
  /** Breaks every line that is open just now, streams among them. */
  hangUp: () => void
  /** How many requests for addresses that end so went through. */
  asked: (end: string) => number
  /** How many requests were lied to. */
  lied: () => number
  close: () => Promise<void>
}

interface Options {
  /** After so many bytes of the body a `reset` comes. */
  break_at?: number
  /** Where a request goes, whatever origin it names: one of several that answer, as a balancer chooses. */
  to?: () => string
}

/** Starts one. */
export async function badNetwork({ break_at = 40, to }: Options = {}): Promise<BadNetwork> {
  let present: Trouble | undefined
  let about = /./
  let count = 0
  const paths: string[] = []
  let held = { seconds: 0, about: /^$/ }
  const server = createServer((asking, answering): unknown => {
    const { pathname } = new URL(asking.url ?? '/', 'http://unknown')
    const lie = about.test(pathname) ? present : undefined
    paths.push(pathname)
    if (lie !== undefined) count += 1
    if (lie === 'silence') return undefined
    if (lie === 'gone') return asking.socket.destroy()
    if (lie === 'portal') answering.writeHead(200, { 'content-type': 'text/html' }).end(portalPage)
    else {
      const seconds = held.about.test(pathname) ? held.seconds : 0
      forward(asking, answering, { lie, break_at, held: seconds, to: to?.() })
    }
    return undefined
  })
  // The test's own calls come through tunnels, as no page of ours does: they are never lied to.
  const tunnels = new Set<Duplex>()
  server.on('connect', ({ url = '' }, socket, head) => {
    tunnels.add(socket)
    socket.on('close', () => tunnels.delete(socket))
    const { hostname, port } = new URL(to?.() ?? `http://${url}`)
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
    hold: (seconds, where) => {
      held = { seconds, about: where }
    },
    hangUp: () => server.closeAllConnections(),
    asked: (end) => paths.filter((path) => path.endsWith(end)).length,
    lied: () => count,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      for (const socket of tunnels) socket.destroy()
      await closed
    },
  }
}

/**
 * Takes the network of a phone away or gives it back: from its pages and from its service worker, which
 * the browser's own `offline` does not reach. The phone's radio tells the pages, as a real one does.
 */
export async function cutNetwork(
  context: BrowserContext,
  network: Pick<BadNetwork, 'lie'>,
  isCut: boolean,
): Promise<void> {
  network.lie(isCut ? 'gone' : undefined)
  await context.addInitScript(tellOfRadio, isCut)
  const told = context.pages().map((page) => page.evaluate(tellOfRadio, isCut))
  await Promise.allSettled(told)
}

const tellOfRadio = (isCut: boolean) => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => !isCut })
  dispatchEvent(new Event(isCut ? 'offline' : 'online'))
}

function forward(
  asking: IncomingMessage,
  answering: ServerResponse,
  {
    lie,
    break_at,
    held,
    to,
  }: { lie: Lie | undefined; break_at: number; held: number; to?: string | undefined },
): void {
  const { method, headers } = asking
  const address = new URL(asking.url ?? '')
  if (to !== undefined) address.host = new URL(to).host
  const onward = request(address, { ...(method && { method }), headers }, (answer) => {
    const date = new Date(Date.parse(answer.headers.date ?? '') - held * 1000).toUTCString()
    const age = held === 0 ? {} : { date, age: String(held) }
    answer.on('error', () => answering.destroy())
    answering.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...age })
    if (lie === 'stall') {
      answering.flushHeaders()
      answer.resume()
    } else if (lie === undefined) answer.pipe(answering)
    else void broken(answer, answering, lie === 'reset' ? break_at : undefined)
  })
  onward.on('error', () => answering.destroy())
  // Who hangs up listens no more: the server ends their stream.
  answering.on('close', () => answering.writableFinished || onward.destroy())
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
