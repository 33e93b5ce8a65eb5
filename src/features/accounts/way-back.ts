import type { Session } from '#contract/accounts/model'
import { listBookings } from '#contract/bookings/endpoints'
import { call, CallError } from '#lib/api'
import { isOwnDocument, loadDocument } from '#lib/browser'
import { localPath } from '#lib/local-path'
import { loginAuth } from '#lib/login'
import { nextTrips } from '#lib/next-trips'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

/** Where the person goes when they are logged in: `?next=`, else where they came from, else home. */
export function useWayBack() {
  const [params] = useSearchParams()
  return wayTo(localPath(params.get('next')) ?? cameFrom() ?? '/', ticketsHere)
}

/** What one has bought elsewhere opens on this phone without a network, too: it is waited for, 3 s at most. */
function ticketsHere(): Promise<unknown> {
  const patience = new Promise((resolve) => setTimeout(resolve, 3000))
  return Promise.race([bringTickets().catch(() => undefined), patience])
}

async function bringTickets(): Promise<void> {
  const [{ saveTicketsOf }, bookings] = await Promise.all([
    import('#features/tickets'),
    call(listBookings, { state: 'upcoming' }),
  ])
  const kept = nextTrips().map(({ reference }) => reference)
  const missing = bookings.filter(
    ({ reference, status }) =>
      (status === 'confirmed' || status === 'travelled') && !kept.includes(reference),
  )
  await Promise.allSettled(missing.map(({ reference }) => saveTicketsOf(reference)))
}

/** Stores a login. One that lacks its token is a `CallError` for the form: nothing was stored. */
export function storeLogin(session: Session): void {
  if (!loginAuth(session))
    throw new CallError({
      status: 502,
      code: 'unexpected',
      detail: 'We could not log you in just now. Please try again.',
    })
}

/** The way on to a path of ours, once the person is logged in and what has to come before is done. */
export function wayTo(path: string, before?: () => Promise<unknown>) {
  const go = () => loadDocument(path, true)
  return {
    path,
    /** Another of these pages, with the same way back. */
    with: (page: string) => (path === '/' ? page : `${page}?next=${encodeURIComponent(path)}`),
    go,
    /**
     * Stores the login, forgets what was typed for it, and goes. Rejects as `storeLogin` throws: then nothing is
     * forgotten.
     */
    enter: async (session: Session, forget?: () => Promise<unknown>) => {
      storeLogin(session)
      await forget?.()
      const { pathname } = location
      await before?.()
      // Who has walked on meanwhile is not called back.
      if (location.pathname === pathname) go()
    },
  }
}

/** False where the page came from the phone itself: its policy keeps Google out. */
export const isLoginDocument = () => document.documentElement.dataset['document'] === 'auth'

/** The looser policy of the login documents ends with their screens, also for a link of the router. */
export function useOwnDocument(): void {
  useEffect(
    () => () => {
      const { pathname, search } = location
      if (isLoginDocument() && !isOwnDocument(pathname)) loadDocument(pathname + search, true)
    },
    [],
  )
}

function cameFrom(): string | undefined {
  // In a page that is printed, nobody has come from anywhere yet.
  if (typeof document === 'undefined') return undefined
  const { referrer } = document
  if (!referrer.startsWith(`${location.origin}/`)) return undefined
  return localPath(referrer.slice(location.origin.length))
}
