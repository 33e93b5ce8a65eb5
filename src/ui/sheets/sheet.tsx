import { UnstyledButton } from '#ui/button'
import { FullScreenDialog } from '#ui/dialog'
import type { ReactNode } from 'react'
import styles from './sheet.module.css'

/** A sheet that covers the page and asks one question. `top` stays visible while the rest scrolls. */
export function Sheet({
  title,
  top,
  onClose,
  children,
}: {
  title: string
  top?: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  return (
    <FullScreenDialog className={styles.sheet ?? ''} label={title} onClose={onClose}>
      <div className={styles.top}>
        <div className={styles.head}>
          <UnstyledButton className={styles.back} aria-label="Back" onClick={onClose}>
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <path
                d="m14 5-7 7 7 7"
                fill="none"
                stroke="currentColor"
                strokeWidth="2"
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            </svg>
          </UnstyledButton>
          <h2>{title}</h2>
        </div>
        {top}
      </div>
      <div className={styles.content}>{children}</div>
    </FullScreenDialog>
  )
}
