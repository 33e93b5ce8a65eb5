import { naira } from '#contract/money'
import { LogOut } from '#features/accounts'
import { getWalletBalanceQuery } from '#features/wallet'
import { showPhone } from '#lib/format'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ErasureNotice } from './erasure-notice.tsx'
import { GuestBookings } from './guest-bookings.tsx'
import { WithProfile } from './with-profile.tsx'
import styles from './profile.module.css'

const travel = [
  ['/profile/trip', 'My trips', 'Tickets, moving, cancelling, refunds'],
  ['/waybill/summary', 'My parcels', 'Waybills, pickup PINs, where they are'],
  ['/profile/travellers', 'Travellers', 'Whom you book for, and your next of kin'],
  ['/profile/travel-request', 'Travel requests', 'A road or a time nobody offers'],
  ['/profile/driver', 'Drivers', 'Who carries your parcel or drives you'],
] as const

const money = [
  ['/profile/transaction', 'Transactions', 'What moved, receipts, statement'],
  ['/profile/rewards', 'Rewards', 'Points, and turning them into money'],
  ['/profile/referral', 'Invite friends', 'Your code, and who came with it'],
] as const

const account = [
  ['/profile/details', 'My details', 'Name, e-mail, phone'],
  ['/profile/settings', 'Settings', 'What we write, data saver, language'],
  ['/profile/changepassword', 'Password and devices', 'Where you are logged in'],
  ['/profile/messages', 'Messages', 'Talks with us and with operators'],
  ['/phone', 'Storage on this phone', 'What opens without a network, data, space'],
  ['/phone/outbox', 'Waiting to be sent', 'What you wrote and has not arrived yet'],
  ['/profile/privacy', 'My data', 'Take it with you, or have it erased'],
] as const

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
          <Group name="Travel" links={travel} />
          <Group name="Money" links={money}>
            <WalletRow />
          </Group>
          <Group name="Account" links={account} />
          <div className={styles.leave}>
            <LogOut />
          </div>
        </>
      )}
    </WithProfile>
  )
}

function Group({
  name,
  links,
  children,
}: {
  name: string
  links: readonly (readonly [to: string, title: string, word: string])[]
  children?: ReactNode
}) {
  return (
    <section className={styles.group} aria-label={name}>
      <h2>{name}</h2>
      <ul className={styles.links}>
        {children}
        {links.map(([to, title, word]) => (
          <Row key={to} to={to} title={title} word={word} />
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
