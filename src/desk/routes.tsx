import type { DeskPlace } from '#contract/members/model'
import type { DeskRoom, DeskRoute } from '#lib/desk-room'
import { arriving } from '#lib/part'
import type { QueryClient } from '@tanstack/react-query'
import * as rooms from './rooms.ts'

const allRooms: readonly DeskRoom[] = Object.values(rooms)

/** A route whose screen is drawn as soon as its chunk has come. */
const withScreen = (route: DeskRoute) => ({ ...route, Screen: arriving(route.screen).Arriving })

/** The screens of all rooms, in the order of the navigation. */
export const deskRoutes = allRooms
  .flatMap(({ routes }) => routes)
  .toSorted((a, b) => a.at - b.at)
  .map(withScreen)

export function startRooms(place: DeskPlace, queries: QueryClient): void {
  for (const { start } of allRooms) start?.(place, queries)
}

const [entrance] = allRooms.flatMap(({ Entrance }) => Entrance ?? [])
if (entrance === undefined) throw new Error('no room at the desk asks who somebody is')
export const Entrance = entrance
