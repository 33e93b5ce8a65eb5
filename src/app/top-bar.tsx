import { product } from '#contract/product'
import { listMenuItems, type Menu, type Route } from '#lib/room'
import { discardChoices, useUser } from '#lib/session'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { UnstyledButton } from '#ui/button'
import { Link } from '#ui/link'
import { useLocation } from 'react-router-dom'
import { VisuallyHidden } from '#ui/visually-hidden'
import styles from './frame.module.css'

/**
 * The bar at the top of every screen: the logo, and the navigation unless the layout is bare. `children` are beside the
 * navigation.
 */
export function TopBar({ layout, children }: { layout: Route['layout']; children?: ReactNode }) {
  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <Link to="/" className={styles.logo} onClick={discardChoices}>
          <ProductMark /> <span className={styles.name}>{product.name}</span>
        </Link>
        {children}
        {layout !== 'bare' && <Navigation />}
      </div>
    </header>
  )
}

/** A row of links from the xl breakpoint (80em); below it, a menu, which has more of them. */
function Navigation() {
  const { open, toggle, button } = useMenu()
  return (
    <>
      <UnstyledButton
        ref={button}
        className={styles.menu}
        aria-expanded={open}
        aria-controls="links"
        onClick={toggle}
      >
        <svg viewBox="0 0 24 24" width="26" height="26" fill="none" aria-hidden="true">
          <path
            d={open ? 'M6 6l12 12M18 6 6 18' : 'M4 6.5h16M4 12h16M4 17.5h16'}
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
          />
        </svg>
        <VisuallyHidden>{open ? 'Close' : 'Menu'}</VisuallyHidden>
      </UnstyledButton>
      <div id="links" className={styles.links} data-open={open}>
        <nav aria-label="Main" className={styles.group}>
          <NavLinks menu="top" />
          <span className={styles.account}>
            <AccountLinks />
          </span>
        </nav>
        {open && (
          <nav aria-label="More" className={`${styles.group} ${styles.more}`}>
            <NavLinks menu="more" />
          </nav>
        )}
      </div>
    </>
  )
}

const NavLinks = ({ menu }: { menu: Menu }) =>
  listMenuItems(menu).map(({ to, label }) => (
    <NavLink key={to} to={to}>
      {label}
    </NavLink>
  ))

/** Links for the logged-in user, or links to login and signup. The last one is highlighted. */
function AccountLinks(): ReactNode {
  const ways = listMenuItems(useUser() === undefined ? 'stranger' : 'account')
  return ways.map(({ to, label, Live }) => (
    <NavLink key={to} to={to} stands={to === ways.at(-1)?.to}>
      {Live === undefined ? (
        label
      ) : (
        <Suspense fallback={label}>
          <Live />
        </Suspense>
      )}
    </NavLink>
  ))
}

/** A link that is marked when its page is open. */
function NavLink({ to, stands, children }: { to: string; stands?: boolean; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <Link
      to={to}
      aria-current={pathname === to ? 'page' : undefined}
      className={stands ? styles.stands : undefined}
    >
      {children}
    </Link>
  )
}

/**
 * Returns the state of the menu of small screens. Navigation and Escape close it; Escape returns the focus to its
 * button.
 */
function useMenu() {
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const open = openAt === key
  useEffect(() => {
    if (!open) return
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenAt(undefined)
      button.current?.focus()
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [open])
  return { open, button, toggle: () => setOpenAt(open ? undefined : key) }
}

function ProductMark() {
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
