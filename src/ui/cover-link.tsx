import { Link, type LinkProps } from '#ui/link'
import styles from './cover-link.module.css'

/** The link of a card, which receives a tap anywhere on the card. The card must be positioned. */
export function CoverLink({ className = '', ...rest }: LinkProps) {
  return <Link {...rest} className={`${styles.cover} ${className}`} />
}
