import { type ReactNode, useId } from 'react'
import styles from './notice.module.css'

/** Buttons side by side; `wide` ones fill the line on a phone. */
export function ButtonRow({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return <div className={`${styles.actions} ${wide ? styles.wide : ''}`}>{children}</div>
}

/**
 * A notice. `mind`: a warning. `harm`: a failure. `done`: a success. `says`: when screen readers read it, `now` (at
 * once) or `soon` (in turn).
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
  const id = useId()
  const role = says === undefined ? 'note' : says === 'now' ? 'alert' : 'status'
  return (
    <div
      className={styles.notice}
      data-kind={kind}
      role={role}
      aria-labelledby={title === undefined ? undefined : id}
    >
      <div className={styles.words}>
        {title !== undefined && (
          <p id={id} className={styles.title}>
            {title}
          </p>
        )}
        {children !== undefined && <div>{children}</div>}
      </div>
      {actions !== undefined && <ButtonRow>{actions}</ButtonRow>}
    </div>
  )
}
