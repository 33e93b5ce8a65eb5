import { UnstyledButton } from '#ui/button'
import { FullScreenDialog } from '#ui/dialog'
import { Chevron } from '#ui/pictures/chevron'
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
            <Chevron to="back" />
          </UnstyledButton>
          <h2>{title}</h2>
        </div>
        {top}
      </div>
      <div className={styles.content}>{children}</div>
    </FullScreenDialog>
  )
}
