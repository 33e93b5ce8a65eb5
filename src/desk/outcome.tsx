import { useEffect, useRef } from 'react'
import styles from './decisions.module.css'

/** The outcome of an act whose card has disappeared. */
export interface Done {
  words: string
}

/** Shows the outcome and takes the focus of the card that has disappeared. */
export function Outcome({ done }: { done: Done | undefined }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => line.current?.focus(), [done])
  if (done === undefined) return null
  return (
    <p ref={line} role="status" tabIndex={-1} className={styles.outcome}>
      {done.words}
    </p>
  )
}
