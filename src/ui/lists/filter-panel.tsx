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

/** A button that opens the filter dialog if the filters are not beside the list. `count`: how many are set. */
export function FilterButton({
  count,
  onClick,
  className = '',
}: {
  count: number
  onClick: () => void
  className?: string | undefined
}) {
  return (
    <div className={`${styles.button} ${className}`}>
      <Button onClick={onClick}>Filters{count > 0 && ` (${count})`}</Button>
    </div>
  )
}
