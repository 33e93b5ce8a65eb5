import { listMenuItems } from '#lib/room'
import { Link } from '#ui/link'
import { useLocation } from 'react-router-dom'
import styles from './tab-bar.module.css'

/**
 * The main links of a phone at the bottom; the fifth is the support button. Hidden where a screen has its own bar,
 * and on wide screens.
 */
export function TabBar() {
  const { pathname } = useLocation()
  const ways = listMenuItems('tabs')
  // A page belongs to the first tab with whose path its own path begins: the pages of trips are below `/profile`, too.
  const here = ways.find(({ to }) => pathname === to || (to !== '/' && pathname.startsWith(to)))
  const stands = here?.to === pathname ? 'page' : 'true'
  return (
    <nav className={styles.tabs} aria-label="Shortcuts">
      {ways.map(({ to, label, icon }) => (
        <Link key={to} to={to} aria-current={here?.to === to ? stands : undefined}>
          <svg viewBox="0 0 24 24" width="24" height="24" fill="none" aria-hidden="true">
            <path
              d={icon}
              stroke="currentColor"
              strokeWidth="1.8"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
          {label}
        </Link>
      ))}
    </nav>
  )
}
