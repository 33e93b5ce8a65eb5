import { type BrowserContext, expect, type Page } from '@playwright/test'
import {
  ada,
  aNumber,
  continueToPayment,
  fillPassengers,
  goToCheckout,
  holdTogether,
  payThere,
  searchFor,
} from './steps.ts'
import { waitUntilWhole } from './storage.ts'

/** One answer that came over the network: its address, and its bytes as they came, headers included. */
export interface Crossing {
  url: URL
  bytes: number
}

/** What DevTools says of a request, of all its events what is read here. */
interface Heard {
  requestId: string
  encodedDataLength?: number
  request?: { url: string }
  response?: { encodedDataLength: number; fromServiceWorker?: boolean }
  redirectResponse?: { encodedDataLength: number }
}

/**
 * What an installed app, warmed and opened anew, fetches between a search and the ticket on the screen
 * for one traveller: by our own server, and by the payment company, whose page only the stand-in serves
 * from our address. The page and the service worker count; what is kept on the phone costs nothing.
 * With `saves_data` the person asked for little data; `is_first` is a phone that has the first install
 * and no screen more, since nothing was fetched while it was idle.
 */
export async function bookOverTheWire(
  context: BrowserContext,
  page: Page,
  { saves_data = false, is_first = false } = {},
): Promise<{ ours: Crossing[]; company: Crossing[] }> {
  if (is_first) await page.addInitScript(() => localStorage.setItem('saves-data', 'true'))
  await page.goto('/')
  if (is_first) await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  else await untilItIsWarm(page)
  if (saves_data) await page.evaluate(() => localStorage.setItem('saves-data', 'true'))
  const crossings = await watchWire(context, page)
  await searchFor(page, { travellers: 1 })
  await holdTogether(page, 1)
  await fillPassengers(page, [ada], aNumber())
  await continueToPayment(page)
  await goToCheckout(page, 'Paystack', 'Card')
  await payThere(page, 'Card')
  await expect(page.getByRole('img', { name: /^Ticket code of/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const came = crossings.filter(({ bytes }) => bytes > 0)
  const isCompany = ({ url }: Crossing) => url.pathname.startsWith('/sandbox/')
  return { ours: came.filter((one) => !isCompany(one)), company: came.filter(isCompany) }
}

/** What an installed app fetches when it is opened again. */
export async function launchOverTheWire(context: BrowserContext, page: Page): Promise<Crossing[]> {
  await page.goto('/')
  await untilItIsWarm(page)
  await page.goto('about:blank')
  const crossings = await watchWire(context, page)
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('button', { name: 'Search buses' }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.clock.runFor(5000)
  await page.waitForLoadState('networkidle')
  return [...crossings]
}

/** Every screen is kept, and the lists of the first visit have come. */
async function untilItIsWarm(page: Page): Promise<void> {
  await waitUntilWhole(page)
  await page.waitForFunction(() => localStorage.getItem('lists-refreshed-at') !== null)
}

/** The bytes of some answers together. */
export function bytesOf(crossings: readonly Crossing[]): number {
  return crossings.reduce((total, { bytes }) => total + bytes, 0)
}

/** A list that grows with all that a page and its service worker fetch from now on. */
export async function watchWire(context: BrowserContext, page: Page): Promise<Crossing[]> {
  const crossings: Crossing[] = []
  const ofWorker = counter(crossings)
  const ofPage = counter(crossings)
  const browser = await context.browser()?.newBrowserCDPSession()
  const { targetInfos = [] } = (await browser?.send('Target.getTargets')) ?? {}
  const worker = targetInfos.find(({ type }) => type === 'service_worker')
  if (browser === undefined || worker === undefined) throw new Error('No service worker runs.')
  browser.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { method = '', params } = JSON.parse(message) as { method?: string; params?: Heard }
    if (params !== undefined) ofWorker(method, params)
  })
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId: worker.targetId })
  const message = JSON.stringify({ id: 1, method: 'Network.enable' })
  await browser.send('Target.sendMessageToTarget', { sessionId, message })
  const session = await context.newCDPSession(page)
  for (const method of [
    'Network.requestWillBeSent',
    'Network.responseReceived',
    'Network.dataReceived',
    'Network.loadingFinished',
  ] as const)
    session.on(method, (heard: Heard) => ofPage(method, heard))
  await session.send('Network.enable')
  return crossings
}

/** Takes the events of one target and keeps the list. An answer nobody reads to its end counts, too. */
function counter(crossings: Crossing[]): (method: string, heard: Heard) => void {
  const open = new Map<string, Crossing>()
  return (method, { requestId, encodedDataLength = 0, request, response, redirectResponse }) => {
    const crossing = open.get(requestId)
    if (method === 'Network.requestWillBeSent' && request !== undefined) {
      if (crossing && redirectResponse) crossing.bytes = redirectResponse.encodedDataLength
      const next = { url: new URL(request.url), bytes: 0 }
      crossings.push(next)
      open.set(requestId, next)
    } else if (response?.fromServiceWorker === true) {
      open.delete(requestId)
    } else if (crossing !== undefined) {
      if (response) crossing.bytes += response.encodedDataLength
      if (method === 'Network.dataReceived') crossing.bytes += encodedDataLength
      if (method === 'Network.loadingFinished') crossing.bytes = encodedDataLength
    }
  }
}
