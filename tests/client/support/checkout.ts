import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { aClientWorld } from './world.ts'

/** Chooses a way to pay, and the company where the server has named the other one. */
export async function chooseMethod(
  { hand }: Awaited<ReturnType<typeof aClientWorld>>,
  company: string,
  channel: RegExp,
): Promise<void> {
  const group = await screen.findByRole('group', { name: 'Ways to pay' })
  await hand.click(within(group).getByRole('radio', { name: channel }))
  const other = screen.queryByRole('button', { name: `Use ${company}` })
  if (other !== null) await hand.click(other)
  expect(await screen.findByText(`Paid through ${company}`)).toBeDefined()
}

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
