import { type ReactNode, useId } from 'react'
import styles from './notice.module.css'

/** Buttons side by side; `wide` ones fill the line on a phone. */
export function ButtonRow({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return <div className={`${styles.actions} ${wide ? styles.wide : ''}`}>{children}</div>
}

/** A notice. `live`: screen readers announce it, `assertive` (at once) or `polite` (in turn). */
export function Notice({
  tone = 'info',
  title,
  children,
  actions,
  live,
}: {
  tone?: 'info' | 'success' | 'warning' | 'danger'
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  live?: 'assertive' | 'polite'
}) {
  const id = useId()
  const role = live === undefined ? 'note' : live === 'assertive' ? 'alert' : 'status'
  return (
    <div
      className={styles.notice}
      data-tone={tone}
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
