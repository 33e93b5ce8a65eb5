import type { ReactNode } from 'react'
import type { To } from 'react-router-dom'
import { CoverLink } from '#ui/cover-link'
import styles from './entries.module.css'

/** A list of incoming and outgoing entries, of money or of points. */
export function EntryList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

/**
 * One entry, with a `note`, such as the balance after it. The note is below the amount, if there is one. With `to`, the
 * whole row is a link. `children`: actions for the entry.
 */
export function EntryRow({
  title,
  to,
  amount,
  isIncome = false,
  at,
  when,
  note,
  children,
}: {
  title: string
  to?: To | undefined
  amount?: string | undefined
  isIncome?: boolean
  /** The instant in ISO 8601. */
  at: string
  /** The same instant in readable form. */
  when: string
  note: string
  children?: ReactNode
}) {
  return (
    <li className={`${styles.row} ${to === undefined ? '' : styles.linked}`}>
      <b>{to === undefined ? title : <CoverLink to={to}>{title}</CoverLink>}</b>
      {amount !== undefined && (
        <span className={styles.amount} data-in={isIncome}>
          {amount}
        </span>
      )}
      <time dateTime={at}>{when}</time>
      <span className={styles.note}>{note}</span>
      {children}
    </li>
  )
}
