import { StrictMode } from 'react'
import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, vi } from 'vitest'
import type { BareAnswer, Question } from '#lib/api-http'
import type { GuestProof } from '#lib/device'
import { aPaymentWorld } from '#tests/support/payment-world'

/**
 * The whole app on the real server in memory. Only what puts a question on the wire is replaced: it
 * hands the question to the server of this test file instead.
 */
export async function aClientWorld() {
  const payments = await aPaymentWorld()
  const { server } = payments
  const line = { isUp: true, sent: [] as string[] }

  async function send(question: Question): Promise<BareAnswer> {
    line.sent.push(`${question.method} ${question.url}`)
    if (!line.isUp) throw new Error('no network')
    const answer = await server.app.inject({
      method: question.method as 'GET',
      url: question.url,
      headers: question.headers,
      ...(question.body !== undefined && { payload: JSON.stringify(question.body) }),
    })
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
    goOnline()
  })
  afterEach(() => vi.doUnmock('#lib/api-http'))

  /** Starts the app anew at an address, as a phone does: nothing is left but what the phone keeps. */
  async function open(path: string): Promise<void> {
    cleanup()
    vi.resetModules()
    vi.doMock('#lib/api-http', () => ({ send }))
    history.replaceState(null, '', path)
    const [{ App }, { watchOnline }] = await Promise.all([
      import('#src/app/app.tsx'),
      import('#lib/online'),
    ])
    watchOnline(() => Promise.resolve(line.isUp))
    const shown = (
      <StrictMode>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </StrictMode>
    )
    render(shown)
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

  return {
    ...payments,
    /** Every question that left the phone, `GET /api/…`, answered or not. */
    sent: line.sent,
    hand: userEvent.setup(),
    /** Gives the phone what proves that a booking is its owner's. */
    remember: (reference: string, proof: GuestProof) =>
      localStorage.setItem('guest-proofs', JSON.stringify({ [reference]: proof })),
    open,
    /** Closes the app and opens it again where it was. */
    reload: () => open(location.pathname + location.search),
    /** No network at all from now on; the phone knows. */
    goOffline,
    goOnline,
    /** The server cannot be reached although the phone believes in its network. */
    loseServer: () => void (line.isUp = false),
    /** The phone's clock runs before the server's by so many milliseconds. */
    phoneRunsAhead: (ms: number) => {
      const real = Date.now.bind(Date)
      vi.spyOn(Date, 'now').mockImplementation(() => real() + ms)
    },
  }
}
