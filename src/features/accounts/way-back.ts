import type { Session } from '#contract/accounts'
import { isOwnDocument, loadDocument } from '#lib/browser'
import { loginAuth } from '#lib/session'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

const ownPages = /^\/(?:login|signup|forgotten-password)(?:[/?#]|$)/

/** A path of ours, or undefined: a link to another site must not ride on a login. */
export function localPath(text: string | null): string | undefined {
  if (text === null || !text.startsWith('/')) return undefined
  const { origin, pathname, search, hash } = new URL(text, location.origin)
  const path = pathname + search + hash
  // `/\evil.example` and `//evil.example` are addresses of other sites to a browser.
  if (origin !== location.origin || path.startsWith('//') || ownPages.test(path)) return undefined
  return path
}

/** Where the person goes when she is logged in: `?next=`, else where she came from, else home. */
export function useWayBack() {
  const [params] = useSearchParams()
  return wayTo(localPath(params.get('next')) ?? cameFrom() ?? '/')
}

/** The way on to a path of ours, once the person is logged in. */
export function wayTo(path: string) {
  return {
    path,
    /** Another of these pages, with the same way back. */
    with: (page: string) => (path === '/' ? page : `${page}?next=${encodeURIComponent(path)}`),
    go: () => loadDocument(path, true),
    /** Stores the login and goes. */
    enter: (session: Session) => {
      if (loginAuth(session)) loadDocument(path, true)
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
  const { referrer } = document
  if (!referrer.startsWith(`${location.origin}/`)) return undefined
  return localPath(referrer.slice(location.origin.length))
}
