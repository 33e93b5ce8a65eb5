import type { ReactNode } from 'react'
import styles from './entries.module.css'

/** A list of incoming and outgoing entries, of money or of points. */
export function EntryList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

/** One entry with what is under its amount, such as the balance after it. `children`: actions for the entry. */
export function EntryRow({
  title,
  amount,
  isIncome = false,
  at,
  when,
  balance,
  children,
}: {
  title: string
  amount: string
  isIncome?: boolean
  /** The instant in ISO 8601. */
  at: string
  /** The same instant in readable form. */
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
      <span className={styles.balance}>{balance}</span>
      {children}
    </li>
  )
}
