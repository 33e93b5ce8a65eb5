/*
 * Loads pages from the network. Shows a message instead of a page that takes too long, and instead of a proxy's error
 * page.
 */
import { product } from '#contract/product'
import { makeHtmlResponse } from './files.ts'

/** After how long a page that has not arrived is reported as slow, and after how long as failed, ms. */
const clocks = { slow: 3000, verdict: 8000 }

/** A page that the network has not delivered yet. */
interface PendingPage {
  began: number
  /** Resolves to the whole page; undefined if it cannot be loaded. */
  whole: Promise<Response | undefined>
  /** Returns the page while it is loading; undefined if nothing of it has arrived. */
  begun: () => Response | undefined
  stop: () => void
}

const pending = new Map<string, PendingPage>()

/**
 * Returns the page from the network. If it is not complete after 3 s, returns a page that says that the network is
 * slow, and that tries again automatically. The next call returns the page after 8 s even if only its beginning has
 * arrived. If nothing has arrived by then, without an answer, and for a status of 500 and above, returns the page of
 * `otherwise`.
 */
export async function fetchPageInTime(
  { request }: FetchEvent,
  { found, otherwise }: PageOutcomes,
): Promise<Response> {
  const page = pending.get(request.url) ?? requestPage(request)
  pending.set(request.url, page)
  const age = performance.now() - page.began
  const isFirst = age < clocks.slow
  const late = wait((isFirst ? clocks.slow : clocks.verdict) - age)
  const answer = await Promise.race([page.whole, late])
  if (answer === 'late' && isFirst) return slowPage()
  pending.delete(request.url)
  const loaded = answer === 'late' ? page.begun() : answer
  if (loaded !== undefined && isOfServer(loaded)) {
    found?.()
    // Two tabs may wait for the same page, but a body can be read only once.
    return loaded.clone()
  }
  page.stop()
  return otherwise()
}

/** What to do when the network has a page, and which page to show when it has none. */
interface PageOutcomes {
  found?: () => void
  otherwise: () => Promise<Response> | Response
}

/** Returns whether a page is our server's. A redirect is followed by the browser itself. */
const isOfServer = ({ status, type, headers }: Response) =>
  status < 500 && (type === 'opaqueredirect' || headers.has('x-request-id'))

const wait = (ms: number) =>
  new Promise<'late'>((resolve) => setTimeout(resolve, Math.max(0, ms), 'late'))

function requestPage(request: Request): PendingPage {
  const control = new AbortController()
  let begun: Response | undefined
  const load = async () => {
    const response = await fetch(request, { signal: control.signal })
    if (response.body === null) return response
    // One branch is read to the end here; the other one holds what has arrived until the browser reads it.
    const [read, held] = response.body.tee()
    const page = new Response(held, response)
    for (const reader = read.getReader(); !(await reader.read()).done;) begun = page
    return page
  }
  const whole = load().catch(() => undefined)
  // Forget the page, since the person may never come back to it.
  void wait(3 * clocks.verdict).then(() => pending.delete(request.url))
  return { began: performance.now(), whole, begun: () => begun, stop: () => control.abort() }
}

const { national, e164 } = product.phone

const makePage = (title: string, body: string, head = '') =>
  makeHtmlResponse(
    `<!doctype html><html lang="en-NG"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">${head}
<title>${product.name}</title><style>body{font:1.1em/1.5 system-ui;margin:1.5em}a{display:inline-block;padding:.6em 0}</style><h1>${title}</h1>
${body}`,
  )

/** Returns the page that is displayed if the requested page has not arrived after 3 s. */
const slowPage = () =>
  makePage(
    'Slow network…',
    '<p role="status">Still asking. What is saved on this phone opens at once:\n<p><a href="/profile/trip">My trips</a>',
    '<meta http-equiv="refresh" content="1">',
  )

const travellersLinks = '<p><a href="/profile/trip">My trips</a><p><a href="/">Start</a>'
const clerksLinks =
  '<p><a href="/counter">Sell seats of this phone</a><p><a href="/verify">Check tickets</a>'

/** Returns the page that is displayed if the network does not deliver the page of this path. */
export const makeNoAnswerPage = (pathname: string) =>
  makePage(
    'This page did not load',
    `<p>The network or our server does not answer. What is saved on this phone still opens:
${pathname.startsWith('/desk') ? clerksLinks : travellersLinks}
<p><a href="">Try again</a><p><a href="tel:${e164}">Call ${national}</a>`,
  )

/** Returns the page that is displayed when neither the phone nor the network has the app. */
export const makeAppMissingPage = () =>
  makePage(
    'No network, and this phone cleared the app',
    `<p>Your seats are safe. Board with your name and the reference on your SMS, or ask us:
<p><a href="tel:${e164}">Call ${national}</a><p><a href="sms:${e164}">Send an SMS</a>
<p><a href="">Try again</a>`,
  )
