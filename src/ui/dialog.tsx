import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { UnstyledButton } from './button.tsx'
import styles from './dialog.module.css'

/** A question over the screen, at its bottom edge on a phone. Escape and × close it; a tap outside does not. */
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
  const id = useId()
  if (!open) return null
  return (
    <Modal className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <UnstyledButton className={styles.close} aria-label="Close" onClick={onClose}>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M2 2l16 16M18 2 2 18" stroke="currentColor" strokeWidth="2" />
          </svg>
        </UnstyledButton>
      </div>
      <div className={styles.inside}>{children}</div>
    </Modal>
  )
}

/** A dialog over the whole screen, with the name `label`. Escape closes it. */
export function FullScreenDialog({
  className,
  label,
  onClose,
  children,
}: {
  className: string
  label: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Modal className={className} aria-label={label} onClose={onClose}>
      {children}
    </Modal>
  )
}

/**
 * The modal dialog of the browser. It traps the focus, returns it on closing, and makes the page behind it inert, and
 * it needs no file beyond those of the install list of the service worker. It is rendered at the end of the body, where
 * it inherits no style and is not inside a form.
 */
function Modal({
  onClose,
  children,
  ...rest
}: {
  className: string | undefined
  'aria-label'?: string
  'aria-labelledby'?: string
  onClose: () => void
  children: ReactNode
}) {
  const box = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current: dialog } = box
    dialog?.showModal()
    // Only `close` returns the focus; removing the element from the page does not.
    return () => dialog?.close()
  }, [])
  return createPortal(
    <dialog
      {...rest}
      ref={box}
      // The browser reports `close` late: under StrictMode the dialog is open again by then.
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
    >
      {children}
    </dialog>,
    document.body,
  )
}
