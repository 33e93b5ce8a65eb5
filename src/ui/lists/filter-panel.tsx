import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import type { ReactNode } from 'react'
import styles from './filter-panel.module.css'

/** The filters of a list, beside it if there is space. */
export function FilterPanel({ children }: { children: ReactNode }) {
  return (
    <div className={styles.panel}>
      <h2>Filters</h2>
      {children}
    </div>
  )
}

/** The filters of a list in a dialog, with a button that shows the matching items. */
export function FilterDialog({
  open,
  onClose,
  action,
  children,
}: {
  open: boolean
  onClose: () => void
  action: ReactNode
  children: ReactNode
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Filters">
      {children}
      <div className={styles.action}>{action}</div>
    </Dialog>
  )
}

/**
 * A button that opens the filter dialog if the filters are not beside the list. `count`: how many are set. `isIcon`:
 * whether it is displayed as an icon instead of its label.
 */
export function FilterButton({
  count,
  onClick,
  isIcon = false,
}: {
  count: number
  onClick: () => void
  isIcon?: boolean
}) {
  return (
    <div className={`${styles.button} ${isIcon ? styles.icon : ''}`}>
      <Button onClick={onClick}>
        {isIcon ? (
          <>
            <svg viewBox="0 0 24 24" width="24" height="24" fill="none" aria-hidden="true">
              <path
                d="M3 7h11m6 0h1M3 17h1m6 0h11M17 4.5v5m-10 5v5"
                stroke="currentColor"
                strokeWidth="2"
                strokeLinecap="round"
              />
            </svg>
            <span>Filters</span>
          </>
        ) : (
          'Filters'
        )}
        {count > 0 && ` (${count})`}
      </Button>
    </div>
  )
}
