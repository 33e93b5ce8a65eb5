import { listRoutes, registerRooms, type Route } from '#lib/room'
import type { ReactNode } from 'react'
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

const notFound: Route = {
  path: '*',
  screen: async () => (await import('./not-found.screen.tsx')).NotFoundScreen,
}

/** The screen of each path, by the path's pattern; `*` for all other paths. */
export const screensByPath: ReadonlyMap<string, ReactNode> = new Map(
  [...listRoutes(), ...development, notFound].map((route) => {
    const Screen = makeLazyScreen(route)
    return [route.path, <Screen key={route.path} />]
  }),
)
