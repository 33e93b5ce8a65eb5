import type { DeskMembership } from '#contract/members/model'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { DeskErrorBoundary } from './boundary.tsx'
import styles from './desk.module.css'
import { Navigation } from './navigation.tsx'
import { deskQueryClient } from './query-client.ts'
import { deskRoutes, Entrance, findDeskRoute, prefetchScreens, startDeskRooms } from './routes.ts'

/** The desk: the app for operators' members and our staff. */
export function Desk() {
  const { pathname } = useLocation()
  useEffect(() => void prefetchScreens(pathname), [pathname])
  return (
    <QueryClientProvider client={deskQueryClient}>
      <DeskErrorBoundary>
        <Entrance>{(place) => <DeskScreens place={place} />}</Entrance>
      </DeskErrorBoundary>
    </QueryClientProvider>
  )
}

/** The screens that a member may open. A URL without a screen shows the first of them. */
function DeskScreens({ place }: { place: DeskMembership }) {
  const queries = useQueryClient()
  useEffect(() => startDeskRooms(place, queries), [place, queries])
  const routes = deskRoutes.filter(({ isFor }) => isFor(place))
  const [first] = routes
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
