import { createElement, StrictMode } from 'react'
import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, vi } from 'vitest'
import { errorTable } from '#contract/errors'
import type { BareAnswer, Question } from '#lib/api/question'
import type { GuestProof } from '#lib/device'
import { aPaymentWorld } from '#tests/support/payment-world'
import type { MadeUser } from '#tests/support/people'

/**
 * The whole app on the real server in memory. Only what puts a question on the wire is replaced: it
 * hands the question to the server of this test file instead.
 */
export async function aClientWorld(holds: { country?: boolean } = {}) {
  const payments = await aPaymentWorld(holds)
  const { server } = payments
  const line = { isUp: true, sent: [] as string[] }
  /** What something in between answers to a question that begins so, once. */
  const odd = new Map<string, { answer: Pick<BareAnswer, 'status' | 'body'>; stays: boolean }>()
  /** Questions that arrive, and whose answer does not. */
  const lost = new Set<string>()
  /** How often the app was opened: what a page is left for is not drawn any more. */
  let opened = 0
  /** Cookies that no script sees, as the browser keeps them. */
  const jar = new Map<string, string>()

  async function send(question: Question): Promise<BareAnswer> {
    line.sent.push(`${question.method} ${question.url}`)
    if (!line.isUp) throw new Error('no network')
    const asked = `${question.method} ${question.url}`
    const instead = odd.get(asked)
    if (instead !== undefined) {
      if (!instead.stays) odd.delete(asked)
      return { ...instead.answer, headers: { 'content-type': 'application/json' } }
    }
    const answer = await server.app.inject({
      method: question.method as 'GET',
      url: question.url,
      headers: question.headers,
      cookies: Object.fromEntries(jar),
      ...(question.body !== undefined && { payload: JSON.stringify(question.body) }),
    })
    for (const { name, value } of answer.cookies)
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    if (lost.delete(asked)) throw new Error('no network')
    question.signal.throwIfAborted()
    const headers = Object.entries({ date: new Date().toUTCString(), ...answer.headers })
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
      body: question.file ? new Blob([new Uint8Array(answer.rawPayload)]) : answer.body,
    }
  }

  beforeEach(() => {
    line.sent.length = 0
    jar.clear()
    goOnline()
  })
  afterEach(() => {
    opened += 1
    vi.doUnmock('#lib/api/http')
    vi.doUnmock('#lib/browser')
  })

  /** Starts the phone anew: no screen, and nothing is left but what the phone keeps. */
  function restart(): number {
    opened += 1
    const mine = opened
    cleanup()
    vi.resetModules()
    vi.doMock('#lib/api/http', () => ({ send }))
    vi.doMock('#lib/browser', async (original) => ({
      ...(await original<typeof import('#lib/browser')>()),
      loadDocument: (path: string) => void (mine === opened && open(path)),
    }))
    return mine
  }

  /** Starts the app anew at an address. */
  async function open(path: string): Promise<void> {
    const mine = restart()
    history.replaceState(null, '', path)
    const [{ App }, { watchOnline }] = await Promise.all([
      import('#src/app/app.tsx'),
      import('#lib/online'),
    ])
    if (mine !== opened) return
    watchOnline(() => Promise.resolve(line.isUp))
    render(createElement(StrictMode, null, createElement(BrowserRouter, null, createElement(App))))
  }

  function goOffline(): void {
    line.isUp = false
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => onlineManager.setOnline(false))
  }

  function goOnline(): void {
    line.isUp = true
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    act(() => onlineManager.setOnline(true))
  }

  const hand = userEvent.setup()

  return {
    ...payments,
    jar,
    /** Every question that left the phone, `GET /api/…`, answered or not. */
    sent: line.sent,
    hand,
    /** Presses the button of this name once it is there. */
    pressButton: async (name: string | RegExp) =>
      hand.click(await screen.findByRole('button', { name })),
    /** Presses a way or a button of what waits, which a try to send takes away for a moment, until it was heard. */
    pressWaiting: (role: 'link' | 'button', name: string, heard: () => void) =>
      waitFor(async () => {
        const control = screen.queryByRole(role, { name })
        if (control !== null) await hand.click(control)
        heard()
      }),
    /** Gives the phone what proves that a booking is its owner's. */
    remember: (reference: string, proof: GuestProof) =>
      localStorage.setItem('guest-proofs', JSON.stringify({ [reference]: proof })),
    /** Puts a login of an earlier day onto the phone. */
    enter: ({ user, token }: MadeUser) => {
      localStorage.setItem('token', token)
      localStorage.setItem('user', JSON.stringify(user))
      localStorage.setItem('owner', user.id)
    },
    /** Lets the phone keep files; the names of those it was handed. */
    keepFiles: () => {
      const names: string[] = []
      URL.createObjectURL = (file) => (names.push((file as File).name), 'blob:kept')
      URL.revokeObjectURL = () => undefined
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
      return names
    },
    restart,
    open,
    /** Closes the app and opens it again where it was. */
    reload: () => open(location.pathname + location.search),
    /** No network at all from now on; the phone knows. */
    goOffline,
    goOnline,
    /** Something in between answers the next such question, `POST /api/…`, with JSON of its own. */
    answerOnce: (question: string, answer: unknown) =>
      odd.set(question, { answer: { status: 200, body: JSON.stringify(answer) }, stays: false }),
    /** The server does what the next such question asks, and its answer is lost on the way. */
    loseAnswerOnce: (question: string) => void lost.add(question),
    /** Our server breaks at every such question, until what this gives back is called. */
    breakAt: (question: string) => {
      const { unexpected } = errorTable
      const problem = { status: unexpected[0], code: 'unexpected', detail: unexpected[1] }
      const answer = { status: unexpected[0], body: JSON.stringify(problem) }
      odd.set(question, { answer, stays: true })
      return () => void odd.delete(question)
    },
    /** The server cannot be reached although the phone believes in its network. */
    loseServer: () => void (line.isUp = false),
    /** The phone's clock runs before the server's by so many milliseconds. */
    phoneRunsAhead: (ms: number) => {
      const real = Date.now.bind(Date)
      vi.spyOn(Date, 'now').mockImplementation(() => real() + ms)
    },
  }
}
