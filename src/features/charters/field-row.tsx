import type { ReactNode } from 'react'
import styles from './field-row.module.css'

/** Fields beside each other where there is room; `short`: two of them fit on the smallest phone. */
export function FieldRow({ short = false, children }: { short?: boolean; children: ReactNode }) {
  return (
    <div className={styles.row} data-short={short || undefined}>
      {children}
    </div>
  )
}
