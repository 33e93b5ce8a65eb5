import { useEffect, useRef } from 'react'
import styles from './desk.module.css'

/** The result of an action whose card has left the list since. */
export interface OutcomeText {
  text: string
}

/** Says what an action did, and takes the focus from the card that has gone. Renders nothing before. */
export function Outcome({ outcome }: { outcome: OutcomeText | undefined }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => line.current?.focus(), [outcome])
  if (outcome === undefined) return null
  return (
    <p ref={line} role="status" tabIndex={-1} className={styles.outcome}>
      {outcome.text}
    </p>
  )
}
