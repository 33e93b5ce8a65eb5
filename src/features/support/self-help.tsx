import { Link } from '#ui/link'
import styles from './conversation.module.css'

const links = [
  { to: '/profile/trip', label: 'Your trips: tickets, moving, cancelling, refunds' },
  { to: '/waybill/summary', label: 'Where your parcel is' },
  { to: '/profile/transaction', label: 'Payments and receipts' },
  { to: '/info-center', label: 'Answers to common questions' },
]

/** Links to what people mostly write to our support about and can do themselves without waiting. */
export function SelfHelpLinks() {
  return (
    <nav className={styles.help} aria-labelledby="self-help">
      <p id="self-help">What you can do now:</p>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
