import { describeError } from '#lib/api/error'
import { CallError } from '#lib/api'
import { makeLoginPath } from '#lib/browser'
import { ButtonAnchor } from '#ui/button'
import { Notice } from '#ui/notice'
import { focusFirstError } from '#lib/use-form'
import type { FieldWatch } from '#lib/use-field-checks'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import styles from './fields.module.css'

/** A lost answer looks like a missing network: the server may have done what was asked. */
const noAnswer =
  'No network. We do not know yet whether it was done. Try again when the network is back.'

/**
 * A form that `onSubmit` sends. An `error` is displayed once. If it belongs to a field, it is displayed there, and the
 * first wrong field gets the focus; otherwise, it is displayed above `action`. `offline`: the message if there is no
 * answer.
 */
export function Form({
  id,
  onSubmit,
  onBlur,
  watch,
  error = null,
  offline = noAnswer,
  action,
  children,
}: {
  /** For the `form` of a submit button in a bar at the bottom. */
  id?: string
  onSubmit: () => void
  onBlur?: () => void
  /** The `watch` of `useForm`, which checks each field when the person leaves it. */
  watch?: FieldWatch
  error?: Error | null
  offline?: string
  /** The buttons, unless they are in a bar at the bottom. */
  action?: ReactNode
  children: ReactNode
}) {
  const box = useRef<HTMLFormElement>(null)
  /** The error that is displayed at a field. */
  const [atField, setAtField] = useState<Error | null>(null)
  useLayoutEffect(() => {
    // A missing answer is no fault of a field, even if a field still shows an earlier error.
    const isSilence = error instanceof CallError && error.is_offline
    if (error !== null && !isSilence && focusFirstError(box.current)) setAtField(error)
  }, [error])
  return (
    <form
      ref={box}
      id={id}
      className={styles.form}
      noValidate
      {...watch}
      onBlur={(event) => {
        watch?.onBlur(event)
        onBlur?.()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      {error !== atField && <FailureNotice error={error} offline={offline} />}
      {action}
    </form>
  )
}

/**
 * Shows why an action failed: the server's sentence, or `offline` if there was no answer. Renders nothing without an
 * error.
 */
export function FailureNotice({
  error,
  offline = noAnswer,
}: {
  error: Error | null
  offline?: string
}) {
  if (error === null) return null
  return (
    <Notice tone="danger" live="assertive" actions={makeLoginAction(error)}>
      {describeError(error, offline)}
    </Notice>
  )
}

/** Returns the link to the login if an action failed because the login has ended or is too old for it. */
export function makeLoginAction(error: Error): ReactNode {
  const code = error instanceof CallError ? error.code : undefined
  if (code === 'not_signed_in') return <ButtonAnchor href={makeLoginPath()}>Log in</ButtonAnchor>
  return code === 'login_too_old' ? (
    <ButtonAnchor href={`${makeLoginPath()}&again`}>Log in again</ButtonAnchor>
  ) : undefined
}
