import { type ReactNode, useId } from 'react'
import styles from './picture-message.module.css'

/**
 * The SVG paths of a drawing in a box of 96 × 58: lines in ink, an area in yellow, and optionally lines in front of
 * both.
 */
export type DrawingPaths = readonly [ink: string, danfo: string, front?: string]

/** A drawing on a line of ground, in the middle of the screen. */
export function Drawing({ paths: [ink, danfo, front] }: { paths: DrawingPaths }) {
  return (
    <svg viewBox="0 0 96 64" width="96" height="64" className={styles.drawing} aria-hidden="true">
      <path d="M2 58h92" className={styles.ground} />
      <path d={ink} className={styles.ink} />
      <path d={danfo} className={styles.danfo} />
      {front !== undefined && <path d={front} className={styles.ink} />}
    </svg>
  )
}

/**
 * A drawing above a sentence (`title`), a hint, and the next step (`action`). `isLive`: whether screen readers announce
 * it.
 */
export function PictureMessage({
  paths,
  title,
  action,
  isLive = false,
  children,
}: {
  paths: DrawingPaths
  title: string
  action?: ReactNode
  isLive?: boolean
  children?: ReactNode
}) {
  const id = useId()
  return (
    <div className={styles.message} {...(isLive && { role: 'status', 'aria-labelledby': id })}>
      <Drawing paths={paths} />
      <p id={id} className={styles.title}>
        {title}
      </p>
      {children !== undefined && <div className={styles.hint}>{children}</div>}
      {action}
    </div>
  )
}
