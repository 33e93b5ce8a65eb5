import { allRoutes } from '#lib/room'
import type { ComponentType } from 'react'
import { screenAt } from './flow.tsx'
import './open-rooms.ts'

/** Which screen stands at which address. */
export const routes: readonly { path: string; Screen: ComponentType }[] = [
  ...allRoutes().map((route) => ({ path: route.path, Screen: screenAt(route) })),
  {
    path: '*',
    Screen: screenAt({
      path: '*',
      screen: async () => (await import('./not-found.screen.tsx')).NotFoundScreen,
      plain: true,
    }),
  },
]
