import type { BrowserContext, Route } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type NetworkProxy, cutNetwork } from '#tests/e2e/fixtures/network-proxy'

/** The states of a phone's network while something is sent. */
export const networkStates = ['fine', 'answer lost', 'slow', 'cut'] as const

const isMessage = (url: URL) => url.pathname.endsWith('/messages')

/** Makes a phone's network worse: cuts it off completely, or loses or delays requests that send a message. */
export async function worsenNetwork(
  { context, network }: { context: BrowserContext; network: NetworkProxy },
  state: (typeof networkStates)[number],
): Promise<void> {
  if (state === 'fine') return
  if (state === 'cut') return cutNetwork(context, network, true)
  const onlyWrites = (work: (route: Route) => Promise<void>) => (route: Route) =>
    (route.request().method() === 'POST' ? work(route) : route.continue()).catch(() => undefined)
  const lose = onlyWrites(async (route) => {
    await route.fetch()
    await route.abort()
  })
  const delay = onlyWrites(async (route) => {
    await sleep(400)
    await route.continue()
  })
  await context.route(isMessage, state === 'slow' ? delay : lose)
}
