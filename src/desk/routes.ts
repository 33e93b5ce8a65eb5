import type { DeskMembership } from '#contract/members/model'
import { type DeskRoom, type DeskRoute, deskGroups } from '#lib/desk-room'
import { loadOnDemand } from '#lib/lazy'
import { registerRooms } from '#lib/room'
import type { QueryClient } from '@tanstack/react-query'
import { matchPath } from 'react-router-dom'
import * as rooms from './rooms.ts'

const allRooms: readonly DeskRoom[] = Object.values(rooms)

registerRooms(allRooms.map(({ stores = {} }) => ({ name: 'desk', stores })))

/** Returns a route with its URLs and the component of its screen, which is rendered once its chunk has loaded. */
function readRoute({ path, detail_path, screen, ...route }: DeskRoute) {
  const { load: fetchScreen, Loaded: Screen } = loadOnDemand(screen)
  const addresses = detail_path === undefined ? [path] : [path, detail_path]
  return { ...route, path, addresses, fetchScreen, Screen }
}

export type DeskScreenRoute = ReturnType<typeof readRoute>

/** The screens of all rooms, in the order of the navigation. */
export const deskRoutes = allRooms
  .flatMap(({ routes }) => routes)
  .toSorted((a, b) => deskGroups.indexOf(a.group) - deskGroups.indexOf(b.group) || a.at - b.at)
  .map(readRoute)

export const findDeskRoute = (routes: readonly DeskScreenRoute[], pathname: string) =>
  routes.find(({ addresses }) => addresses.some((address) => matchPath(address, pathname)))

/** Returns the screen that a member sees at `/desk`, and at a URL that is none of theirs. */
export const findFirstRoute = (routes: readonly DeskScreenRoute[], membership: DeskMembership) =>
  routes.find(({ isFirstFor }) => isFirstFor?.(membership) ?? true) ?? routes[0]

const [entrance] = allRooms.flatMap((room) => room.entrance ?? [])
if (entrance === undefined) throw new Error('no room of the desk has an entrance')
const { load: fetchEntrance, Loaded: Entrance } = loadOnDemand(entrance)
export { Entrance }

/** Loads the entrance and the screen of a URL. Never rejects: what fails is loaded again when it is rendered. */
export async function prefetchScreens(pathname: string): Promise<void> {
  await Promise.allSettled([fetchEntrance(), findDeskRoute(deskRoutes, pathname)?.fetchScreen()])
}

export function startDeskRooms(membership: DeskMembership, queries: QueryClient): void {
  for (const { start } of allRooms) start?.(membership, queries)
}
