import { useEffect, useRef } from 'react'
import styles from './decisions.module.css'

/** What came of an act whose card has gone since. */
export interface Done {
  words: string
}

/** Says what came of it, and takes the focus from what has gone. Renders nothing before. */
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
