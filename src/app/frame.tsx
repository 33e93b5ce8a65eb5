import { useOnline } from '#lib/online'
import { product } from '#contract/product'
import { clientOnlyPart, lazyPart } from '#lib/lazy'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import styles from './frame.module.css'
import { ErrorBoundary } from './error-boundary.tsx'
import { findRoute } from './find-route.ts'
import { TopBar } from './top-bar.tsx'

const Dock = clientOnlyPart(async () => (await import('./overlays.tsx')).Overlays)
const Footer = lazyPart(async () => (await import('./footer.tsx')).Footer)
const TabBar = clientOnlyPart(async () => (await import('./tab-bar.tsx')).TabBar)
const BannerStrip = clientOnlyPart(
  async () => (await import('#features/notifications')).BannerStrip,
)

/** The layout around every screen: navigation, notices, footer and tab bar. */
export function AppFrame({ children }: { children: ReactNode }) {
  const { pathname, key } = useLocation()
  const navigationType = useNavigationType()
  const { layout } = findRoute(pathname)
  const shown = useRef(pathname)
  const [settled, setSettled] = useState(pathname)
  useEffect(() => {
    // A new page begins at its top; a page that replaces its own URL, as filters do, keeps its scroll position.
    if (navigationType === 'PUSH' || shown.current !== pathname) scrollTo(0, 0)
    shown.current = pathname
  }, [pathname, key, navigationType])
  return (
    <>
      <a href="#main" className={styles.skip}>
        Skip to the content
      </a>
      <StatusStrip />
      <OfflineStrip />
      <TopBar layout={layout} />
      <Main isArriving={pathname !== settled} onArrived={() => setSettled(pathname)}>
        {children}
      </Main>
      <ErrorBoundary small>
        <Suspense>{layout === undefined && <Footer />}</Suspense>
        {layout !== 'bare' && <TabBar />}
      </ErrorBoundary>
      <ErrorBoundary small>
        <Dock />
      </ErrorBoundary>
    </>
  )
}

/**
 * The `main` element, which contains the screen; on a prerendered page, it already contains the heading. `isArriving`:
 * whether the screen replaces another one and fades in. It fades in once, not again when its content replaces its
 * skeleton.
 */
export function Main({
  isArriving = false,
  onArrived,
  children,
}: {
  isArriving?: boolean
  onArrived?: () => void
  children: ReactNode
}) {
  return (
    <main
      id="main"
      tabIndex={-1}
      data-arriving={isArriving || undefined}
      onAnimationEnd={isArriving ? onArrived : undefined}
      className={styles.main}
    >
      {children}
    </main>
  )
}

/**
 * The strip of banners. The prerendered page reserves its space, so that nothing moves when banners load. Without a
 * network, `OfflineStrip` takes the same space.
 */
export function StatusStrip() {
  const online = useOnline()
  const help = (
    <p>
      Help by phone: <a href={`tel:${product.phone.e164}`}>{product.phone.national}</a>
    </p>
  )
  return (
    <section className={styles.strip} aria-label="Notices" hidden={!online}>
      <ErrorBoundary small>
        <BannerStrip otherwise={help} />
      </ErrorBoundary>
    </section>
  )
}

function OfflineStrip() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className={styles.offline}>
          <span>Offline. Saved pages still open.</span>{' '}
          <a href={`tel:${product.phone.e164}`}>Call us</a>{' '}
          <a href={`sms:${product.phone.e164}`} aria-label="Send an SMS">
            SMS
          </a>
        </p>
      )}
    </div>
  )
}
