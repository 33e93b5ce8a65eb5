import type { ComponentProps } from 'react'
import styles from './visually-hidden.module.css'

/** Text for screen readers only. */
export function VisuallyHidden({
  as: Element = 'span',
  ...props
}: Pick<ComponentProps<'span'>, 'role' | 'children'> & { as?: 'span' | 'div' }) {
  return <Element {...props} className={styles.hidden} />
}
