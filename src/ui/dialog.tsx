import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './dialog.module.css'

/** A question over the screen, from the bottom on a phone. Escape and × close it. */
export function Dialog({
  open,
  onClose,
  title,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
}) {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (open && box.current?.open === false) box.current.showModal()
    if (!open) box.current?.close()
  }, [open])
  return (
    <dialog ref={box} className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      {open && (
        <div className={styles.inside}>
          <div className={styles.head}>
            <h2 id={id}>{title}</h2>
            <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
              ×
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}
