import { loadOnDemand, isPrerendering } from '#lib/lazy'
import type { Route } from '#lib/room'
import { BusDrawing } from '#ui/pictures/bus'
import { type ComponentType, lazy, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { ErrorBoundary } from './error-boundary.tsx'
import styles from './frame.module.css'

/**
 * Returns the component of a route. Loading is tried three times, and again when the person returns to the screen. Each
 * screen has its own error boundary.
 */
export function makeLazyScreen({ screen }: Route): ComponentType {
  if ('now' in screen) {
    const Now = screen.now
    return () => (
      <ErrorBoundary>
        <Now />
      </ErrorBoundary>
    )
  }
  const { load, Loaded } = loadOnDemand(() =>
    Promise.race([loadWithRetries(screen), failAfterTimeout()]).catch(loadNewestApp),
  )
  const Screen = lazy(async () => ({ default: await load() }))
  return function FlowScreen() {
    const { pathname } = useLocation()
    return (
      <ErrorBoundary key={pathname}>
        {isPrerendering || pathname === takenOver ? (
          <Suspense fallback={<Loader />}>
            <Screen />
          </Suspense>
        ) : (
          <Loaded otherwise={<Loader />} />
        )}
      </ErrorBoundary>
    )
  }
}

async function loadWithRetries<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of [400, 1500]) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return load()
}

/** Loads the newest app, once, if the server no longer has the file; otherwise the boundary shows the error. */
async function loadNewestApp(error: unknown): Promise<never> {
  await import('./update.tsx')
    .then(({ reloadForNewVersion }) => reloadForNewVersion())
    .catch(() => undefined)
  throw error
}

const verdictAfter_ms = 7000

/** Rejects after a time limit; without it, a network that never answers would show the loader for ever. */
function failAfterTimeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('module script not loaded in time')), verdictAfter_ms)
  })
}

/** The path of the prerendered page, which is hydrated. */
const takenOver = globalThis.document?.querySelector('#root[data-at]') && location.pathname

/** The prerendered page of the URL with which the app was opened, until it is hydrated. */
const prerendered = globalThis.document?.querySelector('#root[data-shell="any"] > main')
const opened = prerendered ? location.pathname : undefined
const copy = prerendered?.cloneNode(true)

const putCopy = (box: HTMLElement | null): void =>
  box?.replaceChildren(...(copy?.cloneNode(true).childNodes ?? []))

/** Covers the screen while the next one loads. It appears after 300 ms. */
function Loader() {
  const { pathname } = useLocation()
  return (
    <>
      <div className={styles.loader} role="progressbar" aria-label="Loading">
        <BusDrawing />
      </div>
      {pathname === opened ? <div ref={putCopy} aria-busy="true" /> : <ScreenPlaceholder />}
    </>
  )
}

/** Grey rows in place of a screen that is loading. */
export function ScreenPlaceholder() {
  return <div className={styles.waiting} aria-busy="true" />
}
