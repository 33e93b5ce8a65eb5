import { allRoutes, type Route } from '#lib/room'
import type { ComponentType } from 'react'
import { screenAt } from './flow.tsx'
import './open-rooms.ts'

/** Development only; not in the build. */
const development: readonly Route[] = import.meta.env.DEV
  ? [
      {
        path: '/dev/pieces',
        screen: async () => (await import('./pieces.screen.tsx')).PiecesScreen,
      },
    ]
  : []

/** The screen of each path. */
export const routes: readonly { path: string; Screen: ComponentType }[] = [
  ...[...allRoutes(), ...development].map((route) => ({
    path: route.path,
    Screen: screenAt(route),
  })),
  {
    path: '*',
    Screen: screenAt({
      path: '*',
      screen: async () => (await import('./not-found.screen.tsx')).NotFoundScreen,
    }),
  },
]
