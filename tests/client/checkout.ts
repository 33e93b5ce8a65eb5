import { expect, vi } from 'vitest'

/** Lets `press` leave for a payment company; the address that the browser was sent to. */
export async function leaveBy(press: () => Promise<unknown>): Promise<string> {
  const left = vi.fn<(address: string) => void>()
  const real = location
  const watched = {
    get: (_: object, name: string) => (name === 'assign' ? left : Reflect.get(real, name)),
  }
  vi.stubGlobal('location', new Proxy({}, watched))
  await press()
  await vi.waitFor(() => expect(left).toHaveBeenCalled(), 8000)
  vi.unstubAllGlobals()
  return left.mock.calls[0]?.[0] ?? ''
}

/** Presses a button of the company's page; where it sends the browser, below our origin. */
export async function pressThere(page: string, fields: Record<string, string>): Promise<string> {
  const answer = await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
  })
  const back = new URL(answer.headers.get('location') ?? '', page)
  return back.pathname + back.search
}
