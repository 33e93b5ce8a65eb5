import type { BrowserContext, Page } from '@playwright/test'
import type { Booking } from '#contract/bookings/model'
import type { ParcelNews, TripNews } from '#contract/notifications/model'
import { demoKeyOf } from '#server/db/demo-marks'
import { aPhone } from '#tests/support/phones'
import { asked } from './bought.ts'
import { expect, type Phone } from './world.ts'

/**
 * Gives a phone a push service, which headless browsers have none of: our stand-in knows its address,
 * and `deliver` hands over what was sent there as the browser would. People were asked and said yes.
 */
export async function withPush<News extends TripNews | ParcelNews = TripNews>({
  page,
  context,
}: Phone) {
  const origin = new URL(process.env['E2E_URL'] ?? '').origin.replace('localhost', '127.0.0.1')
  const phone = aPhone<News>(`${origin}/sandbox/push`)
  const service = { listens: false }
  await context.grantPermissions(['notifications'])
  await context.exposeFunction('pushService', (listens?: boolean) => {
    service.listens = listens ?? service.listens
    return service.listens
  })
  await context.addInitScript(
    ({ endpoint, keys }) => {
      const { pushService } = globalThis as unknown as {
        pushService: (listens?: boolean) => Promise<boolean>
      }
      const unsubscribe = () => pushService(false).then(() => true)
      const toJSON = () => ({ endpoint, keys })
      const subscription = { endpoint, unsubscribe, toJSON } as unknown as PushSubscription
      PushManager.prototype.subscribe = () => pushService(true).then(() => subscription)
      PushManager.prototype.getSubscription = async () =>
        (await pushService()) ? subscription : null
    },
    { endpoint: phone.endpoint, keys: phone.keys },
  )

  /** What our server has sent to this phone, newest last. */
  const sent = async (count: number): Promise<News> => {
    await expect.poll(async () => (await phone.news()).length, { timeout: 20_000 }).toBe(count)
    const { news } = (await phone.news())[count - 1] ?? {}
    if (news === undefined) throw new Error('nothing was sent')
    return news
  }
  return { phone, service, sent, deliver: (news: News) => deliver(page, news) }
}

/** The browser wakes the service worker with a message, whether or not there is a network. */
async function deliver(page: Page, news: TripNews | ParcelNews): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [mine] = registrations
      if (mine !== undefined) resolve(mine.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(news),
  })
  await session.detach()
}

/** What the phone shows outside of the app. */
export function shownOutside(page: Page): Promise<{ title: string; body: string; tag: string }[]> {
  return page.evaluate(async () => {
    const { getNotifications } = await navigator.serviceWorker.ready.then((ready) => ({
      getNotifications: () => ready.getNotifications(),
    }))
    return (await getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
  })
}

/** Something is shown. Chromium forgets a notification that is asked for while it is drawn: it comes anew. */
export async function seeShown(page: Page, again: () => Promise<void>): Promise<void> {
  await expect(async () => {
    const shown = await shownOutside(page)
    if (shown.length === 0) await again()
    expect(shown).toHaveLength(1)
  }).toPass({ intervals: [2000], timeout: 40_000 })
}

/** What runs in the worker, which these tests have no types of. */
const tap = `(async () => {
  const [notification] = await registration.getNotifications()
  WindowClient.prototype.focus = async function () { return this }
  const tapped = new NotificationEvent('notificationclick', { notification })
  tapped.waitUntil = () => undefined
  dispatchEvent(tapped)
})()`

/** Taps the notification. Only the tap is played, and with it the leave to bring a window to the front. */
export async function tapOutside(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(tap)
}

/** The operator of a booking says how its departure stands. */
export async function sayOf(
  page: Page,
  { trip }: Booking,
  said: { delay_minutes?: number; plate?: string; note?: string },
): Promise<void> {
  await asked(page.context().request, 'POST', `/trips/${trip.id}/status`, {
    token: demoKeyOf(trip.operator.code),
    data: said,
  })
}
