import { useStored } from '#lib/device'
import { useOnline } from '#lib/online'
import { product } from '#contract/product'
import { clientOnlyPart, lazyPart } from '#lib/lazy'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { Link } from '#ui/link'
import styles from './frame.module.css'
import { ErrorBoundary } from './error-boundary.tsx'
import { findRoute } from './find-route.ts'
import { TopBar } from './top-bar.tsx'

const Dock = clientOnlyPart(async () => (await import('./overlays.tsx')).Overlays)
const Footer = lazyPart(async () => (await import('./footer.tsx')).Footer)
const TabBar = clientOnlyPart(async () => (await import('./tab-bar.tsx')).TabBar)
const SupportButton = clientOnlyPart(async () => (await import('#features/support')).SupportButton)
const BannerStrip = clientOnlyPart(
  async () => (await import('#features/notifications')).BannerStrip,
)

/** The layout around every screen: navigation, notices, footer and tab bar. */
export function AppFrame({ children }: { children: ReactNode }) {
  const { pathname, key } = useLocation()
  const navigationType = useNavigationType()
  const { layout } = findRoute(pathname)
  const lastPath = useRef(pathname)
  const [settled, setSettled] = useState(pathname)
  useEffect(() => {
    // A new page begins at its top; a page that replaces its own URL, as filters do, keeps its scroll position.
    if (navigationType === 'PUSH' || lastPath.current !== pathname) scrollTo(0, 0)
    lastPath.current = pathname
  }, [pathname, key, navigationType])
  return (
    <>
      <a href="#main" className={styles.skip}>
        Skip to the content
      </a>
      <StatusStrip />
      <OfflineStrip />
      <TopBar layout={layout}>
        <ErrorBoundary small>
          <SupportButton hasTabs={layout !== 'bare'} />
        </ErrorBoundary>
      </TopBar>
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

/** Returns how many items of the outbox are unsent; 0 on quiet screens, which show no counts. */
function useUnsentCount(): number {
  const count = useStored('waiting_to_send') ?? 0
  const { pathname } = useLocation()
  return findRoute(pathname).quiet ? 0 : count
}

const OutboxLink = ({ count }: { count: number }) => (
  <Link to="/phone/outbox">{count} waiting to be sent</Link>
)

const HelpLine = ({ label }: { label: string }) => (
  <p>
    {label} <a href={`tel:${product.phone.e164}`}>{product.phone.national}</a>
  </p>
)

/**
 * The strip of banners, or of the number of unsent items if there are any. Nothing turns in it while somebody pays: the
 * steps of a purchase show a still line. The prerendered page reserves its space, so that nothing moves when banners
 * load. Without a network, `OfflineStrip` takes the same space.
 */
export function StatusStrip() {
  const online = useOnline()
  const unsent = useUnsentCount()
  const { pathname } = useLocation()
  return (
    <section className={styles.strip} aria-label="Notices" hidden={!online}>
      {unsent > 0 ? (
        <p className={styles.unsent}>
          <OutboxLink count={unsent} />
        </p>
      ) : findRoute(pathname).purchase ? (
        <HelpLine label="Questions? Call" />
      ) : (
        <ErrorBoundary small>
          <BannerStrip otherwise={<HelpLine label="Help by phone:" />} />
        </ErrorBoundary>
      )}
    </section>
  )
}

function OfflineStrip() {
  const online = useOnline()
  const unsent = useUnsentCount()
  return (
    <div role="status">
      {!online && (
        <p className={`${styles.offline} ${unsent > 0 ? styles.unsent : ''}`}>
          {unsent > 0 ? (
            <>
              <span>Offline.</span> <OutboxLink count={unsent} />
            </>
          ) : (
            <span>Offline. Saved pages still open.</span>
          )}{' '}
          <a href={`tel:${product.phone.e164}`}>Call us</a>{' '}
          <a href={`sms:${product.phone.e164}`} aria-label="Send an SMS">
            SMS
          </a>
        </p>
      )}
    </div>
  )
}
