import { allRoutes } from '#lib/room'
import type { ComponentType } from 'react'
import { screenAt } from './flow.tsx'
import { NotFoundScreen } from './not-found.screen.tsx'
import './open-rooms.ts'

/** Which screen stands at which address. */
export const routes: readonly { path: string; Screen: ComponentType }[] = [
  ...allRoutes().map((route) => ({ path: route.path, Screen: screenAt(route) })),
  { path: '*', Screen: NotFoundScreen },
]
