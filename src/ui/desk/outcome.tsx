import { useEffect, useRef } from 'react'
import styles from './desk.module.css'

/** The outcome of an action whose card has disappeared. */
export interface OutcomeText {
  text: string
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
