import { naira } from '#contract/money'
import { LogOut } from '#features/accounts'
import { getWalletBalanceQuery } from '#features/wallet'
import { showPhone } from '#lib/format'
import { waysIn } from '#lib/room'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ErasureNotice } from './erasure-notice.tsx'
import { GuestBookings } from './guest-bookings.tsx'
import { WithProfile } from './with-profile.tsx'
import styles from './profile.module.css'

/** Who I am here, and the way to everything that is mine. */
export function ProfileScreen() {
  return (
    <WithProfile title="Profile" back={false}>
      {(user) => (
        <>
          <div className={styles.who}>
            <h2>{user.full_name}</h2>
            {user.email !== null && <p>{user.email}</p>}
            {user.phone !== null && <p>{showPhone(user.phone)}</p>}
          </div>
          <ErasureNotice user={user} />
          <GuestBookings />
          <Group name="Travel" />
          <Group name="Money">
            <WalletRow />
          </Group>
          <Group name="Account" />
          <div className={styles.leave}>
            <LogOut />
          </div>
        </>
      )}
    </WithProfile>
  )
}

function Group({ name, children }: { name: 'Travel' | 'Money' | 'Account'; children?: ReactNode }) {
  return (
    <section className={styles.group} aria-label={name}>
      <h2>{name}</h2>
      <ul className={styles.links}>
        {children}
        {waysIn(name).map(({ to, label, hint = '' }) => (
          <Row key={to} to={to} title={label} word={hint} />
        ))}
      </ul>
    </section>
  )
}

function WalletRow() {
  const wallet = useQuery(getWalletBalanceQuery).data
  return (
    <Row
      to="/profile/wallet"
      title="Wallet"
      word="Add money, pay with one tap"
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
  return (
    <li>
      <Link to={to}>
        <b>{title}</b>
        <small>{word}</small>
        {value !== undefined && <span className={styles.value}>{value}</span>}
        <span className={styles.arrow} aria-hidden="true">
          ›
        </span>
      </Link>
    </li>
  )
}
