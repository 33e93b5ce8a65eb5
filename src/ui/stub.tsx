import type { ReactNode } from 'react'
import styles from './stub.module.css'

/**
 * A slip of paper that people show each other: a ticket, a waybill. `head` is its coloured top, `above` what is shown
 * to others, and the children are below the perforated edge.
 */
export function Stub({
  label,
  head,
  above,
  children,
}: {
  /** Its name for screen readers. */
  label: string
  head: ReactNode
  above: ReactNode
  children: ReactNode
}) {
  return (
    <article className={styles.stub} aria-label={label}>
      <header className={styles.head}>{head}</header>
      {above}
      <div className={styles.tear} aria-hidden="true" />
      {children}
    </article>
  )
}
