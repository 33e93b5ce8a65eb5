import type { ReactNode } from 'react'
import styles from './notice.module.css'

/**
 * Something to know before going on: `mind` to look out, `harm` when it went wrong, `done` when it went
 * well. `says` reads it out: `now` interrupts, `soon` waits its turn.
 */
export function Notice({
  kind = 'info',
  title,
  children,
  actions,
  says,
}: {
  kind?: 'info' | 'mind' | 'harm' | 'done'
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  says?: 'now' | 'soon'
}) {
  const role = says === undefined ? undefined : says === 'now' ? 'alert' : 'status'
  return (
    <div className={`${styles.notice} ${styles[kind] ?? ''}`} role={role}>
      <div className={styles.words}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {actions !== undefined && <Actions>{actions}</Actions>}
    </div>
  )
}

/** What one can do next, as buttons side by side; `wide` ones fill the line on a phone. */
export function Actions({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return <div className={`${styles.actions} ${wide ? styles.wide : ''}`}>{children}</div>
}
