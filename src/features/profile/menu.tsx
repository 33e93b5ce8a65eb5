import { naira } from '#contract/money'
import { LogOut } from '#features/accounts'
import { countUnreadQuery } from '#features/support'
import { getWalletBalanceQuery } from '#features/wallet'
import { listMenuItems } from '#lib/room'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '#ui/link'
import { useLocation } from 'react-router-dom'
import { findHint } from './hints.ts'
import { findIcon } from './icons.ts'
import styles from './profile.module.css'

/**
 * Links to everything of mine: the profile on a phone, and beside each of its screens from 900 px on (`isBeside`:
 * only there).
 */
export function ProfileMenu({ isBeside }: { isBeside: boolean }) {
  const { data } = useQuery({ ...countUnreadQuery, enabled: !isBeside })
  const unread = data !== undefined && data.count > 0 ? `${data.count} new` : undefined
  return (
    <nav className={isBeside ? styles.beside : styles.menu} aria-label="Profile">
      <Group name="Travel" />
      <Group name="Money">
        <WalletRow asks={!isBeside} />
      </Group>
      <Group name="Account" values={{ '/profile/messages': unread }} />
      {!isBeside && (
        <div className={styles.leave}>
          <LogOut />
        </div>
      )}
    </nav>
  )
}

function Group({
  name,
  values = {},
  children,
}: {
  name: 'Travel' | 'Money' | 'Account'
  /** Badges of menu lines, by address. */
  values?: Record<string, string | undefined>
  children?: ReactNode
}) {
  return (
    <section className={styles.group} aria-label={name}>
      <h2>{name}</h2>
      <ul className={styles.links}>
        {children}
        {listMenuItems(name).map(({ to, label, hint = findHint(to) }) => (
          <Row key={to} to={to} title={label} word={hint} value={values[to]} />
        ))}
      </ul>
    </section>
  )
}

/** `asks`: whether to load; beside another screen, where a phone hides it, stored data is enough. */
function WalletRow({ asks }: { asks: boolean }) {
  const wallet = useQuery({ ...getWalletBalanceQuery, enabled: asks }).data
  return (
    <Row
      to="/profile/wallet"
      title="Wallet"
      word={`${wallet?.can_top_up ? 'Add money' : 'Refunds, rewards'}, pay with one tap`}
      value={wallet && naira(wallet.balance_kobo)}
    />
  )
}

function Row({
  to,
  title,
  word,
  value,
}: {
  to: string
  title: string
  word: string
  value?: string | undefined
}) {
  const isHere = useLocation().pathname === to
  return (
    <li>
      <Link to={to} aria-current={isHere ? 'page' : undefined}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={findIcon(to)} />
        </svg>
        <b>{title}</b>
        <small>{word}</small>
        {value !== undefined && <span className={styles.value}>{value}</span>}
      </Link>
    </li>
  )
}
