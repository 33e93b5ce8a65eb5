import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type To } from 'react-router-dom'
import styles from './button.module.css'

type Kind = 'primary' | 'plain' | 'quiet' | 'harm'

interface Look {
  kind?: Kind | undefined
  /** As wide as what it stands in. */
  wide?: boolean | undefined
  children: ReactNode
}

const look = ({ kind = 'plain', wide = false }: Look) =>
  [styles.button, styles[kind], wide && styles.wide].filter(Boolean).join(' ')

/** Something that happens here. `busy` keeps it from being pressed twice and says that it works. */
export function Button({
  kind,
  wide,
  busy = false,
  type = 'button',
  children,
  onClick,
  ...rest
}: Look & { busy?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type={type === 'submit' ? 'submit' : 'button'}
      className={look({ kind, wide, children })}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      {children}
      {busy && <span className={styles.dots} aria-hidden="true" />}
    </button>
  )
}

/** Somewhere to go, looking like a button. */
export function ButtonLink({
  to,
  replace,
  ...rest
}: Look & { to: To; replace?: boolean | undefined }) {
  return (
    <Link to={to} replace={replace ?? false} className={look(rest)}>
      {rest.children}
    </Link>
  )
}

/** A door out of the app: telephone, messages, maps, files. */
export function ButtonAnchor({ href, ...rest }: Look & { href: string; target?: '_blank' }) {
  return (
    <a href={href} target={rest.target} rel={rest.target && 'noreferrer'} className={look(rest)}>
      {rest.children}
    </a>
  )
}
