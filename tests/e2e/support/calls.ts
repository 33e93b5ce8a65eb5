import { expect, type Page, type Request, type Response, type Route } from '@playwright/test'

/** A list that grows with the page's calls of our API. */
export function watchCalls(page: Page): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request)
  })
  return calls
}

/** A list that grows with what the page says to the console. */
export function watchConsole(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  return said
}

/** Answers a call with a refusal, as the server would. */
export function refuseWith(status: number, code = 'unexpected'): (route: Route) => Promise<void> {
  const problem = { status, code, title: code, detail: 'The test says no.', request_id: 'test' }
  return (route) =>
    route.fulfill({ status, contentType: 'application/problem+json', json: problem })
}

/** What went wrong is what the test brought about, and nothing else; it fails the test no more. */
export function expectOnly(faults: string[], wanted: RegExp): void {
  expect(faults.filter((fault) => !wanted.test(fault))).toEqual([])
  faults.length = 0
}

/** Half a second in which nothing begins: what a browser calls idle. */
const idle_ms = 500

/** The stream of events stays open: with it, no page is ever idle to the browser. */
const stream = /\/events(?:\?|$)/

/**
 * Watches a page from now on; what it gives back resolves when nothing is under way any more but what has
 * such an `endless` address.
 */
export function watchRest(page: Page, endless = stream): () => Promise<void> {
  const underWay = new Set<Request>()
  let look: () => void = () => undefined
  const ended = (request: Request) => {
    underWay.delete(request)
    look()
  }
  page.on('request', (request) => {
    if (endless.test(request.url())) return
    underWay.add(request)
    look()
  })
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return () =>
    new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined
      look = () => {
        clearTimeout(timer)
        if (underWay.size === 0) timer = setTimeout(resolve, idle_ms)
      }
      look()
    })
}

/**
 * Opens the page anew until it has opened its stream of events, which a busy server may first refuse; the stream's
 * answer.
 */
export async function reloadUntilHeard(page: Page): Promise<Response> {
  let stream: Response | undefined
  await expect(async () => {
    const opened = page.waitForResponse(/\/events$/, { timeout: 15_000 })
    await Promise.all([opened, page.reload()])
    stream = await opened
    expect(stream.status()).toBe(200)
  }).toPass()
  if (stream === undefined) throw new Error('no stream was opened')
  return stream
}
