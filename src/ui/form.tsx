import { describeError } from '#lib/api/error'
import { CallError } from '#lib/api'
import { loginPath } from '#lib/browser'
import { ButtonAnchor } from '#ui/button'
import { Notice } from '#ui/notice'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './fields.module.css'

/**
 * A form that is sent by `onSubmit`. After an `error`, the first wrong field gets the focus and the message is above
 * `action`. `offline`: the message if there is no answer.
 */
export function Form({
  onSubmit,
  onBlur,
  error = null,
  offline = 'No network. Nothing was changed. Try again when the network is back.',
  action,
  children,
}: {
  onSubmit: () => void
  onBlur?: () => void
  error?: Error | null
  offline?: string
  /** The buttons. */
  action: ReactNode
  children: ReactNode
}) {
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error !== null) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return (
    <form
      ref={box}
      className={styles.form}
      noValidate
      onBlur={onBlur}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      <FailureNotice error={error} offline={offline} />
      {action}
    </form>
  )
}

/**
 * Shows why an action failed: the server's sentence, or `offline` if there was no answer. Renders nothing without an
 * error.
 */
export function FailureNotice({ error, offline }: { error: Error | null; offline: string }) {
  if (error === null) return null
  return (
    <Notice
      kind="harm"
      says="now"
      actions={
        error instanceof CallError && error.code === 'login_too_old' ? (
          <ButtonAnchor href={`${loginPath()}&again`}>Log in again</ButtonAnchor>
        ) : undefined
      }
    >
      {describeError(error, offline)}
    </Notice>
  )
}
