import { useOnline } from '#lib/online'
import { useHydrated } from '#lib/use-kept'
import { type ReactNode, lazy, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'
import { Nav } from './nav.tsx'

const UpdatePrompt = lazy(async () => ({
  default: (await import('./update.tsx')).UpdatePrompt,
}))

/** Flow pages keep to the matter: they have no footer. */
const flowPages =
  /^\/(bookride\/|ticket|verify|profile|invoice|thanks-for-booking|login|signup|write-a-review)/

/** What stands around every screen. */
export function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const hydrated = useHydrated()
  useTopOnNavigation(pathname)
  return (
    <>
      <a href="#main" className={styles.skip}>
        Skip to the content
      </a>
      <Nav />
      <OfflineStrip />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {!flowPages.test(pathname) && <Footer />}
      <Suspense>{hydrated && <UpdatePrompt />}</Suspense>
    </>
  )
}

function OfflineStrip() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className={styles.offline}>No network. What is saved on this phone still opens.</p>
      )}
    </div>
  )
}

function useTopOnNavigation(pathname: string): void {
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current !== pathname) scrollTo(0, 0)
    shown.current = pathname
  }, [pathname])
}
