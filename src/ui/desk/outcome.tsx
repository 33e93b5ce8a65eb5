import { isOutcomeUnknown } from '#lib/api/idempotency-key'
import { describeError, findFieldErrors } from '#lib/api/error'
import { useEffect, useRef } from 'react'
import styles from './desk.module.css'

/** The outcome of an action whose card has disappeared. */
export interface OutcomeText {
  text: string
}

/**
 * Passes the refusal that a card shows to `onGone` when the card leaves its list, for instance because another member
 * has decided: the card would take it along. A mistake in a field is not passed on.
 */
export function useRefusalOutcome(error: Error | null, onGone: (text: string) => void) {
  const last = useRef({ error, onGone })
  useEffect(() => {
    last.current = { error, onGone }
  })
  useEffect(
    () => () => {
      const { error: refusal, onGone: report } = last.current
      const isMistake = Object.keys(findFieldErrors(refusal)).length > 0
      if (refusal !== null && !isMistake && !isOutcomeUnknown(refusal))
        report(`Not done: ${describeError(refusal, '')}`)
    },
    [],
  )
}

/** Shows an outcome and takes over the focus of the card that has disappeared. Renders nothing without an outcome. */
export function OutcomeNotice({ outcome }: { outcome: OutcomeText | undefined }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => line.current?.focus(), [outcome])
  if (outcome === undefined) return null
  return (
    <p ref={line} role="status" tabIndex={-1} className={styles.outcome}>
      {outcome.text}
    </p>
  )
}
