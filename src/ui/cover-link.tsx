import { Link, type LinkProps } from '#ui/link'
import styles from './cover-link.module.css'

/** The link of a card, which takes a tap anywhere on it. The card is positioned. */
export function CoverLink({ className = '', ...rest }: LinkProps) {
  return <Link {...rest} className={`${styles.cover} ${className}`} />
}
