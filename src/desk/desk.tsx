import type { DeskMembership } from '#contract/members/model'
import { VisuallyHidden } from '#ui/visually-hidden'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, Route, Routes, useLocation } from 'react-router-dom'
import { DeskErrorBoundary } from './boundary.tsx'
import styles from './desk.module.css'
import { deskQueryClient } from './query-client.ts'
import { useWaitingCounts } from './use-waiting-counts.ts'
import {
  deskRoutes,
  Entrance,
  findDeskRoute,
  prefetchScreens,
  type DeskScreenRoute,
  startDeskRooms,
} from './routes.ts'

/** The desk: the app for operators' members and our staff. */
export function Desk() {
  const { pathname } = useLocation()
  useEffect(() => void prefetchScreens(pathname), [pathname])
  return (
    <QueryClientProvider client={deskQueryClient}>
      <DeskErrorBoundary>
        <Entrance>{(place) => <AtWork place={place} />}</Entrance>
      </DeskErrorBoundary>
    </QueryClientProvider>
  )
}

/** The screens that a member may open. A URL without a screen shows the first of them. */
function AtWork({ place }: { place: DeskMembership }) {
  const queries = useQueryClient()
  useEffect(() => startDeskRooms(place, queries), [place, queries])
  const routes = deskRoutes.filter(({ isFor }) => isFor(place))
  const [first] = routes
  const { pathname } = useLocation()
  const open = findDeskRoute(routes, pathname)?.path
  return (
    <>
      <Navigation routes={routes} open={open} />
      <main className={styles.work}>
        <DeskErrorBoundary key={open}>
          <Routes>
            {routes.flatMap(({ addresses, Screen }) =>
              addresses.map((address) => (
                <Route key={address} path={address} element={<Screen place={place} />} />
              )),
            )}
            {first && <Route path="*" element={<first.Screen place={place} />} />}
          </Routes>
        </DeskErrorBoundary>
      </main>
    </>
  )
}

function Navigation({
  routes,
  open,
}: {
  routes: readonly DeskScreenRoute[]
  open: string | undefined
}) {
  const nav = useRef<HTMLElement>(null)
  const counts = useWaitingCounts(open)
  useEffect(() => {
    // On a phone the links are wider than the screen: scroll to the current one.
    const current = nav.current?.querySelector('[aria-current="page"]')
    current?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
  }, [open])
  return (
    <nav ref={nav} className={styles.links} aria-label="Desk">
      {routes.map(({ path, label, waiting }) => (
        <Link
          key={path}
          to={path}
          className={styles.link}
          aria-current={path === open ? 'page' : undefined}
        >
          {label} <Count count={(waiting && counts.get(waiting)) ?? 0} />
        </Link>
      ))}
    </nav>
  )
}

/** The number of open items on a screen. Screen readers add “waiting”. */
function Count({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={styles.count}>
      {count > 99 ? '99+' : count} <VisuallyHidden>waiting</VisuallyHidden>
    </span>
  )
}
