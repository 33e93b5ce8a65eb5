import type { ReactNode } from 'react'
import styles from './field-row.module.css'

/** Puts fields side by side where there is space. `short` fields are narrow enough for two on the smallest phone. */
export function FieldRow({ short = false, children }: { short?: boolean; children: ReactNode }) {
  return (
    <div className={styles.row} data-short={short || undefined}>
      {children}
    </div>
  )
}
