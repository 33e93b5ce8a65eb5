/*
 * What a room hands over to the app, and where the app's parts find it again. `src/app/rooms.ts` lists the
 * rooms; nothing else outside a room names it.
 */
import type { Endpoint } from '#contract/endpoint'
import { declareKeys, type Spot, type StorageKeys } from '#lib/device'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** An address and the screen that is there. */
export interface Route {
  path: string
  /** Fetches what the screen needs, or is the screen where that comes with the first page. */
  screen: (() => Promise<ComponentType>) | { now: ComponentType }
  /** `flow`: no footer, one keeps to the matter; `alone`: no navigation either. */
  around?: 'flow' | 'alone'
  /** Opens from the first install: the browser's own controls stand here, not Mantine's. */
  plain?: true
  /** Nothing is offered or counted over it: money is moving, a ticket is being shown, or it is about what waits. */
  quiet?: true
  /** Shows nothing without a login: leads to it, and back. */
  own?: true
}

/** A kind of thing that is written here and waits to be sent. */
export interface OutboxEntry {
  /** Fetched with the rest of the app's rules: the first page does without it. */
  endpoint: () => Promise<Endpoint>
  /** The endpoint takes the thing's id as its `client_ref`. */
  ref?: true
  /** Its name in the outbox list. */
  word: string
  /** Where it is changed, unless the thing says otherwise. */
  edit_path: string
  /** It only opens the way for what depends on it: to the person, both are one. */
  opens?: true
}

/** A line in one of the app's menus. */
export interface Way {
  in: Menu
  /** Its place among the others. */
  at: number
  to: string
  label: string
  /** A few words more, where the menu that it is in has none. */
  hint?: string
  /** Its picture in the tab bar: an SVG path in a square of 24. */
  icon?: string
  /** Replaces the label once loaded. */
  Live?: ComponentType
}

/**
 * The top navigation, what it has for logged-in and logged-out users, a phone's tab bar, the footer's columns, the
 * profile's groups.
 */
export type Menu =
  | 'top'
  | 'tabs'
  | 'account'
  | 'stranger'
  | 'Get Involved'
  | 'Explore'
  | 'Our Company'
  | 'Travel'
  | 'Money'
  | 'Account'

/** Work for an idle moment after the first draw, in the order of `at` over all rooms. */
export interface Prefetch {
  at: number
  /** Only where this phone holds something under the key, which counts as somebody's being known here. */
  where?: Spot
  /** Done again whenever there is a network again. */
  again?: true
  work: (queries: QueryClient) => unknown
}

/**
 * A kind of IndexedDB database, one for each owner. `device`: what lies there belongs to the phone and stays
 * after a logout; `person`: it goes with its owner.
 */
export interface StoreFacts {
  of: 'device' | 'person'
  /** When an entry is deleted: by age, once sent, or only on request. */
  until: 'old' | 'sent' | 'dropped'
  /**
   * How long a read may take, ms. A stored answer is asked of the network then; what is nowhere else is waited
   * for, since a phone that is busy starting the app answers late.
   */
  read_ms: number
  /** How long reading all of it may take, ms. */
  list_ms: number
  /** Whether it can be downloaded again: then it has no second place in local storage. */
  is_spare?: true
}

export interface Room {
  name: string
  routes?: readonly Route[]
  outboxKinds?: Record<string, OutboxEntry>
  storageKeys?: StorageKeys
  /** Databases of its own, in IndexedDB. */
  stores?: Record<string, StoreFacts>
  prefetch?: readonly Prefetch[]
  navigation?: readonly Way[]
}

/** Routes to the screens of one file, by the names under which it exports them. */
export function screensOf<Door extends object>(load: () => Promise<Door>) {
  return <Name extends ScreenName<Door>>(
    path: string,
    name: Name,
    around: Omit<Route, 'path' | 'screen'> = {},
  ): Route => ({ path, screen: async () => (await load())[name] as ComponentType, ...around })
}

type ScreenName<Door> = {
  [Name in keyof Door]: Door[Name] extends ComponentType ? Name : never
}[keyof Door]

let rooms: readonly Room[] = []

/** The app's rooms: their keys can be read, their things sent, their addresses and menus found. */
export function openRooms(all: readonly Room[]): void {
  rooms = all
  for (const { storageKeys = {} } of all) declareKeys(storageKeys)
}

/** The databases of all rooms, by their names. */
export const allStores = (): Record<string, StoreFacts> =>
  Object.assign({}, ...rooms.map(({ stores }) => stores)) as Record<string, StoreFacts>

/** All routes of all rooms. */
export const allRoutes = (): Route[] => rooms.flatMap(({ routes = [] }) => routes)

/** The lines of a menu, in their order. */
export const waysIn = (menu: Menu): Way[] =>
  rooms
    .flatMap(({ navigation = [] }) => navigation.filter((way) => way.in === menu))
    .toSorted((a, b) => a.at - b.at)

/** All that is done in idle moments, in its order. */
export const allPrefetching = (): Prefetch[] =>
  rooms.flatMap(({ prefetch = [] }) => prefetch).toSorted((a, b) => a.at - b.at)

/** The endpoint of a kind; undefined for a kind of another version. */
export const outboxEntry = (kind: string): OutboxEntry | undefined =>
  rooms.find(({ outboxKinds = {} }) => kind in outboxKinds)?.outboxKinds?.[kind]
