import type { BrowserContext, CDPSession, Page } from '@playwright/test'

/** The networks people have here: kilobits a second and milliseconds there and back. */
export const presets = {
  '2g': { kbps: 250, latency_ms: 300 },
  edge: { kbps: 120, latency_ms: 800 },
  em3g: { kbps: 400, latency_ms: 400 },
  f3g: { kbps: 1600, latency_ms: 300 },
  dead: { kbps: 0, latency_ms: 0 },
} as const

/** `flap`: two seconds of Faster 3G, five of nothing, and so on. */
export type Preset = keyof typeof presets | 'flap'

interface Conditions {
  offline: boolean
  latency: number
  downloadThroughput: number
  uploadThroughput: number
}

const conditionsOf = (preset: keyof typeof presets): Conditions => {
  const { kbps, latency_ms: latency } = presets[preset]
  const bytes = (kbps * 1000) / 8
  return {
    offline: preset === 'dead',
    latency,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  }
}

/**
 * Slows the network of a page and of the service worker behind it: what DevTools sets for a page alone
 * does not touch what its service worker asks for. Holds until the answer is called, which ends it.
 */
export async function throttle(
  context: BrowserContext,
  page: Page,
  preset: Preset,
): Promise<() => Promise<void>> {
  const ofPage = await context.newCDPSession(page)
  await ofPage.send('Network.enable')
  const toWorkers = await workersOf(context)
  const apply = async (conditions: Conditions) => {
    await ofPage.send('Network.emulateNetworkConditions', conditions)
    await toWorkers('Network.emulateNetworkConditions', conditions)
  }
  const free = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  if (preset !== 'flap') {
    await apply(conditionsOf(preset))
    return () => apply(free)
  }
  let isUp = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const turn = async (): Promise<void> => {
    isUp = !isUp
    await apply(conditionsOf(isUp ? 'f3g' : 'dead'))
    timer = setTimeout(() => void turn().catch(() => undefined), isUp ? 2000 : 5000)
  }
  await turn()
  return async () => {
    clearTimeout(timer)
    await apply(free)
  }
}

/** Sends a command to every service worker that runs in a browser. */
async function workersOf(context: BrowserContext) {
  const browser = await context.browser()?.newBrowserCDPSession()
  if (browser === undefined) throw new Error('This browser cannot be asked for its targets.')
  const { targetInfos } = await browser.send('Target.getTargets')
  const workers = targetInfos.filter(({ type }) => type === 'service_worker')
  if (workers.length === 0) throw new Error('No service worker runs.')
  const sessions = await Promise.all(
    workers.map(({ targetId }) => browser.send('Target.attachToTarget', { targetId })),
  )
  let id = 0
  return async (method: string, params: object): Promise<void> => {
    for (const { sessionId } of sessions)
      for (const [name, values] of [['Network.enable', {}] as const, [method, params] as const])
        await answered(browser, sessionId, { id: (id += 1), method: name, params: values })
  }
}

/** Sends one message to a target and waits for its answer. */
async function answered(
  browser: CDPSession,
  sessionId: string,
  message: { id: number; method: string; params: object },
): Promise<void> {
  const heard = new Promise<void>((resolve) => {
    const look = (event: { sessionId: string; message: string }) => {
      const { id } = JSON.parse(event.message) as { id?: number }
      if (event.sessionId !== sessionId || id !== message.id) return
      browser.off('Target.receivedMessageFromTarget', look)
      resolve()
    }
    browser.on('Target.receivedMessageFromTarget', look)
  })
  await browser.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify(message) })
  await heard
}
