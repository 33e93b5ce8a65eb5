import { listRoutes, registerRooms, type Route } from '#lib/room'
import type { ComponentType } from 'react'
import { makeLazyScreen } from './lazy-screen.tsx'
import * as rooms from './rooms.ts'

registerRooms(Object.values(rooms))

/** Routes for development only, which are not in the build. */
const development: readonly Route[] = import.meta.env.DEV
  ? [
      {
        path: '/dev/pieces',
        screen: async () => (await import('./pieces/index.ts')).ComponentGalleryScreen,
      },
    ]
  : []

/** The screen of each path. */
export const routes: readonly { path: string; Screen: ComponentType }[] = [
  ...[...listRoutes(), ...development].map((route) => ({
    path: route.path,
    Screen: makeLazyScreen(route),
  })),
  {
    path: '*',
    Screen: makeLazyScreen({
      path: '*',
      screen: async () => (await import('./not-found.screen.tsx')).NotFoundScreen,
    }),
  },
]
