import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import type { ReactNode } from 'react'
import styles from './filter-panel.module.css'

/** The filters of a list, beside it where there is room. */
export function FilterPanel({ children }: { children: ReactNode }) {
  return (
    <div className={styles.panel}>
      <h2>Filters</h2>
      {children}
    </div>
  )
}

/** The same filters in a dialog, with the button that leads to what they leave. */
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

/** Opens that dialog where the filters are not beside the list. `count`: how many are set. */
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
