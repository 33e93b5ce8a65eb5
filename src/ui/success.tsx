import type { ReactNode } from 'react'
import styles from './success.module.css'

/**
 * The heading of a page after an important action, such as a payment: the outcome beside an animated tick. For a `Page`
 * with `long`, whose heading is below the bar.
 */
export function SuccessHeading({ children }: { children: ReactNode }) {
  return (
    <span className={styles.success}>
      <svg viewBox="0 0 48 48" width="48" height="48" fill="none" aria-hidden="true">
        <circle cx="24" cy="24" r="24" className={styles.ground} />
        <path d="m14 25 7 7 13-15" pathLength="1" className={styles.tick} />
      </svg>
      <span>{children}</span>
    </span>
  )
}
