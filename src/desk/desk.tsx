import type { DeskMembership } from '#contract/members/model'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { DeskErrorBoundary } from './boundary.tsx'
import styles from './desk.module.css'
import { Navigation } from './navigation.tsx'
import { deskQueryClient } from './query-client.ts'
import {
  deskRoutes,
  Entrance,
  findDeskRoute,
  findFirstRoute,
  prefetchScreens,
  startDeskRooms,
} from './routes.ts'

/** The desk: the app for operators' members and our staff. */
export function Desk() {
  const { pathname } = useLocation()
  useEffect(() => void prefetchScreens(pathname), [pathname])
  return (
    <QueryClientProvider client={deskQueryClient}>
      <DeskErrorBoundary>
        <Entrance>{(membership) => <DeskScreens membership={membership} />}</Entrance>
      </DeskErrorBoundary>
    </QueryClientProvider>
  )
}

/** The screens that a member may open. A URL without a screen shows the first screen of their role. */
function DeskScreens({ membership }: { membership: DeskMembership }) {
  const queries = useQueryClient()
  useEffect(() => startDeskRooms(membership, queries), [membership, queries])
  const routes = deskRoutes.filter(({ isFor }) => isFor(membership))
  const first = findFirstRoute(routes, membership)
  const { pathname } = useLocation()
  const open = (findDeskRoute(routes, pathname) ?? first)?.path
  return (
    <>
      <Navigation routes={routes} open={open} />
      <main className={styles.work}>
        <DeskErrorBoundary key={open}>
          <Routes>
            {routes.flatMap(({ addresses, Screen }) =>
              addresses.map((address) => (
                <Route key={address} path={address} element={<Screen membership={membership} />} />
              )),
            )}
            {first && <Route path="*" element={<first.Screen membership={membership} />} />}
          </Routes>
        </DeskErrorBoundary>
      </main>
    </>
  )
}
