import type { ReactNode } from 'react'
import { Skeleton } from './page.tsx'
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

/** The skeleton of a slip that is loading, with what is already known: its `head`, and the children below the edge. */
export function StubSkeleton({ head, children }: { head?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.stub}>
      <div className={styles.head}>{head ?? <b>&nbsp;</b>}</div>
      <div className={styles.waiting}>
        <Skeleton count={1} className={styles.waitingCode} />
        <Skeleton className={styles.waitingLines} />
      </div>
      <div className={styles.tear} aria-hidden="true" />
      <div className={styles.waitingBelow}>{children}</div>
    </div>
  )
}
