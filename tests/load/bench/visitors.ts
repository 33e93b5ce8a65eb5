import { Agent, request } from 'node:http'
import { type Endpoint, type Input, makeCallUrl } from '#contract/endpoint'
import { signUp } from '#contract/accounts/endpoints'
import { makeId } from '#server/platform/ids'

/** An answer, and how long it took, ms. */
export interface TimedAnswer {
  status: number
  ms: number
  text: string
}

interface Sending {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Whether to discard the body of the answer, so that reading it does not disturb the measurement. */
  isDropped?: boolean
}

/** A person with a separate IP address, who keeps connections open as browsers do. */
interface Visitor {
  /** Asks for a URL exactly as it is written; the status is 0 if the connection was closed. */
  ask: (path: string, sending?: Sending) => Promise<TimedAnswer>
  call: <E extends Endpoint>(
    endpoint: E,
    input: Input<E> & Record<string, unknown>,
    token?: string,
  ) => Promise<TimedAnswer>
  leave: () => void
}

/** Makes a visitor of one process. Every address that begins with 127 is this machine's. */
export function makeVisitor(origin: string, localAddress: string): Visitor {
  const agent = new Agent({ keepAlive: true, localAddress, maxSockets: Infinity })
  const { port } = new URL(origin)
  const ask: Visitor['ask'] = (
    path,
    { method = 'GET', headers = {}, body, isDropped = false } = {},
  ) =>
    new Promise((done) => {
      const began = performance.now()
      const end = (status: number, text: string) =>
        done({ status, text, ms: performance.now() - began })
      const sent = request(
        { agent, host: '127.0.0.1', port, path, method, headers, localAddress },
        (answer) => {
          const parts: Buffer[] = []
          if (isDropped) answer.resume()
          else answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('end', () => end(answer.statusCode ?? 0, Buffer.concat(parts).toString()))
          answer.on('error', () => end(0, ''))
        },
      )
      sent.on('error', () => end(0, ''))
      sent.end(body)
    })
  return {
    ask,
    call: (endpoint, input, token) => {
      const isRead = endpoint.method === 'GET'
      const names = new Set([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
      const body = Object.entries(input).filter(([name]) => !names.has(name))
      return ask(makeCallUrl(endpoint, input), {
        method: endpoint.method,
        headers: {
          ...(!isRead && { 'content-type': 'application/json' }),
          ...(endpoint.idempotency !== undefined && { 'idempotency-key': makeId() }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(!isRead && { body: JSON.stringify(Object.fromEntries(body)) }),
      })
    },
    leave: () => agent.destroy(),
  }
}

/** Signs a new person up; returns their token. */
export async function signUpPerson(visitor: Visitor): Promise<string> {
  const email = `${makeId()}@bench.example`
  const password = 'four words in a row'
  return parseAnswerData<{ token: string }>(
    await visitor.call(signUp, { full_name: 'Ada Obi', email, password }),
  ).token
}

/** Returns the data of a successful call; throws if it was refused. */
export function parseAnswerData<Data>({ status, text }: TimedAnswer): Data {
  if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 300)}`)
  return (JSON.parse(text) as { data: Data }).data
}

/** Lets `count` people do `work` again and again, each after the other, until `isOver`. */
export async function repeatUntilOver(
  count: number,
  isOver: () => boolean,
  work: (person: number) => Promise<unknown>,
): Promise<void> {
  const one = async (person: number) => {
    while (!isOver()) await work(person)
  }
  await Promise.all(Array.from({ length: count }, (_, person) => one(person)))
}

/** Returns the value below which this share of the numbers is. */
export function findQuantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Returns how often each status was answered, such as `8 × 200, 2 × 503`. */
export function countStatuses(statuses: readonly number[]): string {
  const counts = Map.groupBy(statuses, (status) => status)
  return [...counts].map(([status, all]) => `${all.length} × ${status}`).join(', ')
}
