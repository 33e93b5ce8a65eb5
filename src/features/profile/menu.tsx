import { formatNaira } from '#contract/money'
import { LogOutButton } from '#features/accounts'
import { countUnreadQuery } from '#features/support'
import { getWalletBalanceQuery } from '#features/wallet'
import { listMenuItems } from '#lib/room'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '#ui/link'
import { useLocation } from 'react-router-dom'
import { findMenuIcon } from './icons.ts'
import styles from './profile.module.css'

/** The second line of each menu entry, by path. */
const hints: Record<string, string> = {
  '/profile/trip': 'Tickets, moving, cancelling, refunds',
  '/profile/travellers': 'Who you book for, and your next of kin',
  '/profile/driver': 'Who carries your parcel or drives you',
  '/profile/charters': 'Requests, offers, drivers',
  '/profile/travel-request': 'Routes with no bus, waiting lists, prices',
  '/waybill/summary': 'Waybills, pickup PINs, where they are',
  '/profile/transaction': 'Money in and out, receipts, statement',
  '/profile/invoices': 'What you owe, and receipts',
  '/profile/rewards': 'Points, and turning them into money',
  '/profile/referral': 'Your code, and who joined with it',
  '/profile/messages': 'Chats with us and with operators',
  '/profile/details': 'Name, email, phone',
  '/profile/settings': 'Messages, data saver, language',
  '/profile/changepassword': 'Where you are logged in',
  '/phone': 'What opens without a network, data, space',
  '/phone/outbox': 'What you wrote that is not sent yet',
  '/profile/privacy': 'Take it with you, or have it erased',
}

/**
 * Links to all screens of the user. On a phone, these links are the profile itself; from 900 px on, they are a menu
 * beside each screen of the profile. With `isBeside`, they are rendered only beside a screen.
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
        <div>
          <LogOutButton />
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
  /** Badges of menu entries, by path. */
  values?: Record<string, string | undefined>
  children?: ReactNode
}) {
  return (
    <section className={styles.group} aria-label={name}>
      <h2>{name}</h2>
      <ul className={styles.links}>
        {children}
        {listMenuItems(name).map(({ to, label, hint = hints[to] ?? '' }) => (
          <Row key={to} to={to} title={label} word={hint} value={values[to]} />
        ))}
      </ul>
    </section>
  )
}

/**
 * `asks` is whether to load the balance. It is false beside another screen: phones hide the menu there, and wide
 * screens show the stored balance.
 */
function WalletRow({ asks }: { asks: boolean }) {
  const wallet = useQuery({ ...getWalletBalanceQuery, enabled: asks }).data
  return (
    <Row
      to="/profile/wallet"
      title="Wallet"
      word={`${wallet?.can_top_up ? 'Add money' : 'Refunds, rewards'}, pay for trips`}
      value={wallet && formatNaira(wallet.balance_kobo)}
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
          <path d={findMenuIcon(to)} />
        </svg>
        <b>{title}</b>
        <small>{word}</small>
        {value !== undefined && <span className={styles.value}>{value}</span>}
      </Link>
    </li>
  )
}
