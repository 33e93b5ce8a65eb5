import type { ReactNode } from 'react'
import styles from './desk.module.css'

/** A screen of the desk: a title above one column. `wide`: as wide as the grid, for a table or for several columns. */
export function DeskPage({
  title,
  wide = false,
  children,
}: {
  title: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={`${styles.column} ${wide ? styles.wide : ''}`}>
      <DeskTitle>{title}</DeskTitle>
      {children}
    </div>
  )
}

export function DeskTitle({ children }: { children: ReactNode }) {
  return <h1 className={styles.title}>{children}</h1>
}

/** A list of cards. Each child is an `<li>`, such as a `Card` with `as="li"`. */
export function CardList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

/** Small grey text for secondary information. */
export function MutedText({
  as: Tag = 'p',
  children,
}: {
  as?: 'p' | 'span' | 'small'
  children: ReactNode
}) {
  return <Tag className={styles.muted}>{children}</Tag>
}

/** Text that a person wrote, with their own line breaks. */
export function WrittenText({ children }: { children: ReactNode }) {
  return <p className={styles.written}>{children}</p>
}
