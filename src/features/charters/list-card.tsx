import { CoverLink } from '#ui/cover-link'
import type { ReactNode } from 'react'
import type { To } from 'react-router-dom'
import styles from './list-card.module.css'

/** A list of vehicles, charters or requests. */
export function ListCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  )
}

/** One row of `ListCards`. The whole row links to `to`. Without a picture, the title is above the facts. */
export function ListCard({
  to,
  title,
  picture,
  under,
  facts,
  foot,
}: {
  to: To
  title: string
  picture?: ReactNode
  /** Displayed below the title, beside the picture. */
  under?: ReactNode
  facts: ReactNode
  /** The state and the price. */
  foot: ReactNode
}) {
  const heading = (
    <h2>
      <CoverLink to={to}>{title}</CoverLink>
    </h2>
  )
  return (
    <li className={styles.card}>
      {picture === undefined ? (
        <div className={styles.facts}>
          {heading}
          {facts}
        </div>
      ) : (
        <>
          {picture}
          <div className={styles.who}>
            {heading}
            {under}
          </div>
          <p className={styles.facts}>{facts}</p>
        </>
      )}
      <div className={styles.foot}>{foot}</div>
    </li>
  )
}
