/*
 * What a room hands over to the desk, in `src/features/<room>/desk/room.ts`. `src/desk/rooms.ts` lists these rooms;
 * no traveller's page imports any of them.
 */
import type { DeskPlace } from '#contract/members/model'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'

/** A screen of the desk and its line in the navigation. */
export interface DeskRoute {
  /** The address below `/desk`. */
  path: string
  label: string
  /** Its position in the navigation. */
  at: number
  /** A second address of the same screen, without a line of its own. */
  detail_path?: string
  /** Who sees it; the server refuses everybody else by itself. */
  isFor: (place: DeskPlace) => boolean
  /** Fetches the screen, which is a chunk of its own. */
  screen: () => Promise<ComponentType<{ place: DeskPlace }>>
}

export interface EntranceProps {
  /** The desk, once the member's place there is known. */
  children: (place: DeskPlace) => ReactNode
}

export interface DeskRoom {
  routes: readonly DeskRoute[]
  /** Runs once a member is at work, on any screen. */
  start?: (place: DeskPlace, queries: QueryClient) => unknown
  /** Fetches what asks who somebody is before it shows the desk. One room has it. */
  entrance?: () => Promise<ComponentType<EntranceProps>>
}
