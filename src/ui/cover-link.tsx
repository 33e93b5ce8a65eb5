import { Link, type LinkProps } from '#ui/link'
import type { ReactNode } from 'react'
import styles from './cover-link.module.css'

/** The link of a card, which receives a tap anywhere on the card. The card must be positioned. */
export function CoverLink({ className = '', ...rest }: LinkProps) {
  return <Link {...rest} className={`${styles.cover} ${className}`} />
}

/** A row of a list that is one link: its `CoverLink`. */
export function LinkCard({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li className={styles.card} aria-label={label}>
      {children}
    </li>
  )
}
