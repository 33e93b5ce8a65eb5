import { useOnline } from '#lib/online'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'
import { Nav } from './nav.tsx'
import { UpdatePrompt } from './update-prompt.tsx'

/** Flow pages keep to the matter: they have no footer. */
const flowPages =
  /^\/(bookride\/|ticket|verify|profile|invoice|thanks-for-booking|login|signup|write-a-review)/

/** What stands around every screen. */
export function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
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
      <UpdatePrompt />
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
