import type { ReactNode } from 'react'
import styles from './entries.module.css'

/** A list of what came in and went out, of money or of points. */
export function EntryList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

/** One entry with the balance after it. `children`: what can be done with it. */
export function EntryRow({
  title,
  amount,
  isIncome,
  at,
  when,
  balance,
  children,
}: {
  title: string
  amount: string
  isIncome: boolean
  /** ISO. */
  at: string
  /** The same instant for people. */
  when: string
  balance: string
  children?: ReactNode
}) {
  return (
    <li className={styles.row}>
      <b>{title}</b>
      <span className={styles.amount} data-in={isIncome}>
        {amount}
      </span>
      <time dateTime={at}>{when}</time>
      <span className={styles.balance}>{balance} left</span>
      {children}
    </li>
  )
}
