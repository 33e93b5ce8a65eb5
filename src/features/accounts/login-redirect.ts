import { logOut as endLogin } from '#contract/accounts/endpoints'
import type { Session } from '#contract/accounts/model'
import { listBookings } from '#contract/bookings/endpoints'
import { call, CallError } from '#lib/api'
import { isSeparateDocument, loadDocument, rememberPage } from '#lib/browser'
import { parseLocalPath } from '#lib/local-path'
import { canStore, isUnstored, write } from '#lib/device'
import { readCookie } from '#lib/device/cookies'
import { endSession, loginAuth } from '#lib/session/login'
import { preparePhoneForNextLogin } from '#lib/session/other-login'
import { readNextTrips } from '#lib/next-trips'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

/**
 * Returns the functions of `makeLoginRedirect` for the path in `?next=`, else for the previous page of our site, else
 * for home. After a login, the tickets are stored on this phone before the page changes.
 */
export function useLoginRedirect() {
  const [params] = useSearchParams()
  return makeLoginRedirect(parseLocalPath(params.get('next')) ?? previousPath() ?? '/', loadTickets)
}

/** Stores the tickets of upcoming trips on this phone, so that they open without a network. Waits for at most 3 s. */
function loadTickets(): Promise<unknown> {
  const patience = new Promise((resolve) => setTimeout(resolve, 3000))
  return Promise.race([loadTicketsNow().catch(() => undefined), patience])
}

async function loadTicketsNow(): Promise<void> {
  const [{ saveBookingTickets }, bookings] = await Promise.all([
    import('#features/tickets'),
    call(listBookings, { state: 'upcoming' }),
  ])
  const references = readNextTrips().map(({ reference }) => reference)
  const missing = bookings.filter(
    ({ reference, status }) =>
      (status === 'confirmed' || status === 'travelled') && !references.includes(reference),
  )
  await Promise.allSettled(missing.map(({ reference }) => saveBookingTickets(reference)))
}

/**
 * Stores a login. Throws a `CallError`, which the form shows, if the token is missing. Also throws one if this browser
 * could not store the login, since the next document would be logged out; in that case it first ends the login on the
 * server. `isNew`: whether the account was made just now.
 */
export async function storeLogin(session: Session | null, isNew = false): Promise<void> {
  // A proxy on the way may have removed the user, or the whole answer.
  const user: Session['user'] | undefined = session?.user
  if (user !== undefined) await preparePhoneForNextLogin(user.id)
  if (!loginAuth(session) || session === null)
    throw new CallError({
      status: 502,
      code: 'unexpected',
      detail: 'We could not log you in just now. Please try again.',
    })
  if (isUnstored('token') || isUnstored('user')) {
    endSession()
    const isOver = call(endLogin, {}, { bearer: session.token }).catch(() => undefined)
    await Promise.race([isOver, new Promise((resolve) => setTimeout(resolve, 3000))])
    const sentence = isNew
      ? 'Your account is made, but you are not logged in'
      : 'You are not logged in'
    throw new CallError({
      code: 'unexpected',
      detail: sentence + (canStore() ? noSpace : noStorage),
    })
  }
  if (readCookie('jwt') === undefined)
    write(
      'words_on_arrival',
      `This browser refuses our cookies, so this login ends after ${session.expires_in}.`,
    )
}

const noSpace = ': this phone is too full to keep the login. Free some space, then log in.'
const noStorage =
  ': this browser keeps no logins, because cookies and site data are switched off for this site. Allow them in the browser’s settings, then log in.'

/**
 * Returns functions that lead to `path`, a path of our own site, after a login. `enter` awaits `before` between the
 * login and the change of page.
 */
export function makeLoginRedirect(path: string, before?: () => Promise<unknown>) {
  const go = () => loadDocument(path, true)
  return {
    path,
    /** Returns the URL of another login page that leads to the same path afterwards. */
    with: (page: string) => (path === '/' ? page : `${page}?next=${encodeURIComponent(path)}`),
    go,
    /**
     * Stores the login, deletes the typed data, and goes to the path. If `storeLogin` throws, this rejects, and nothing
     * is deleted.
     */
    enter: async (session: Session, forget?: () => Promise<unknown>) => {
      await storeLogin(session)
      await forget?.()
      const isStillHere = rememberPage()
      await before?.()
      if (isStillHere()) go()
    },
  }
}

/**
 * Returns whether this is a login document, whose content security policy allows Google's script. Only the server
 * delivers login documents; the service worker never does.
 */
export const isLoginDocument = () => document.documentElement.dataset['document'] === 'auth'

/**
 * Loads a new document when a link of the router leads out of a login document, whose content security policy is less
 * strict.
 */
export function useLeaveLoginDocument(): void {
  useEffect(
    () => () => {
      const { pathname, search } = location
      if (isLoginDocument() && !isSeparateDocument(pathname)) loadDocument(pathname + search, true)
    },
    [],
  )
}

function previousPath(): string | undefined {
  // A prerendered page has no previous page.
  if (typeof document === 'undefined') return undefined
  const { referrer } = document
  if (!referrer.startsWith(`${location.origin}/`)) return undefined
  return parseLocalPath(referrer.slice(location.origin.length))
}
