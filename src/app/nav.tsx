import { product } from '#contract/product'
import { forget } from '#lib/device'
import { useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import styles from './frame.module.css'

const links = [
  ['/brands', 'Operators'],
  ['/businesses', 'Businesses'],
  ['/info-center', 'Info Center'],
  ['/reviews', 'Reviews'],
  ['/blog', 'Blog'],
  ['/profile/trip', 'My trips'],
] as const

const accountLinks = [
  ['/login', 'Log in'],
  ['/signup', `Join ${product.name}`],
] as const

const hiddenOn = new Set(['/send-parcel', '/login', '/signup'])

/** The top navigation: a row of links from the xl breakpoint, a menu below it. */
export function Nav() {
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt === pathname
  if (hiddenOn.has(pathname)) return null
  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <Link to="/" className={styles.logo} onClick={forgetChoices}>
          <Mark /> {product.name}
        </Link>
        <button
          type="button"
          className={styles.menu}
          aria-expanded={open}
          aria-controls="links"
          onClick={() => setOpenAt(open ? undefined : pathname)}
        >
          {open ? 'Close' : 'Menu'}
        </button>
        <nav id="links" aria-label="Main" className={styles.links} data-open={open}>
          {links.map(([to, label]) => (
            <NavLink key={to} to={to}>
              {label}
            </NavLink>
          ))}
          <span className={styles.account}>
            {accountLinks.map(([to, label]) => (
              <NavLink key={to} to={to}>
                {label}
              </NavLink>
            ))}
          </span>
        </nav>
      </div>
    </header>
  )
}

/** The specification: the logo first clears the saved parcel, reservation and location choices. */
function forgetChoices(): void {
  forget('current_parcel_data')
  forget('current_parcel_booking')
  forget('current_booking')
  forget('location_choice')
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#f9b000" />
      <path d="M0 18.5h32M0 22.5h32" stroke="#1b1a17" strokeWidth="1.6" />
      <path
        d="m6 8 4.5 8L16 9l5.5 7L26 8"
        fill="none"
        stroke="#1b1a17"
        strokeWidth="3.2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
