/*
 * What a room provides for the desk, in `src/features/<room>/desk/room.ts`. `src/desk/rooms.ts` lists these rooms; no
 * traveller's page imports any of them.
 */
import type { DeskMembership } from '#contract/members/model'
import type { WaitingSubject } from '#contract/members/rules'
import type { StoreDeclaration } from '#lib/room'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'

/** The groups of the desk’s navigation, in their order for every role. */
export const deskGroups = ['Sell', 'Customers', 'Money', 'Manage'] as const

export type DeskGroup = (typeof deskGroups)[number]

/** A screen of the desk and its line in the navigation. */
export interface DeskRoute {
  /** The URL below `/desk`. */
  path: string
  label: string
  /** The kind of open work on this screen; the number of open items is beside the label. */
  waiting?: WaitingSubject
  group: DeskGroup
  /** Its position in its group. */
  at: number
  /** Another URL of the same screen, which has no line in the navigation. */
  detail_path?: string
  /** Whether a member sees it. The server also refuses its calls to everybody else. */
  isFor: (membership: DeskMembership) => boolean
  /** Whether `/desk` may open this screen, by default true. It opens the first such screen of the navigation. */
  isFirstFor?: (membership: DeskMembership) => boolean
  /** Loads the screen, which is a separate chunk. */
  screen: () => Promise<ComponentType<{ membership: DeskMembership }>>
}

export interface EntranceProps {
  /** Renders the desk, once it is known that the person is a member. */
  children: (membership: DeskMembership) => ReactNode
}

export interface DeskRoom {
  routes: readonly DeskRoute[]
  /**
   * The room's databases that members fill on other pages. Declared here too, so that a logout at the desk empties
   * them.
   */
  stores?: Record<string, StoreDeclaration>
  /** Runs on any screen once a member has opened the desk. */
  start?: (membership: DeskMembership, queries: QueryClient) => unknown
  /** Loads the component that identifies a person before it shows the desk. Only one room has it. */
  entrance?: () => Promise<ComponentType<EntranceProps>>
}
