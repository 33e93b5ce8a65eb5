/*
 * A room is one area of the product: a folder in `src/features`. This is what it provides for the app, and how the app
 * reads it. `src/app/rooms.ts` lists the rooms; nothing else outside a room mentions it.
 */
import type { Endpoint } from '#contract/endpoint'
import type { Shape } from '#contract/shape'
import { declareKeys, type StorageName, type StorageKeys } from '#lib/device'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** A path and its screen. */
export interface Route {
  path: string
  /** Loads the screen; or the screen itself, if it is part of the first page. */
  screen: (() => Promise<ComponentType>) | { now: ComponentType }
  /** `flow`: without footer. `bare`: also without navigation. */
  layout?: 'flow' | 'bare'
  /** In the service worker's install list, so that it works without a network once the worker is installed. */
  installed?: true
  /**
   * The head of its `Page` (title and back link) does not depend on data: the build prerenders this head, which is
   * displayed before any script has loaded.
   */
  prerender_head?: true
  /** The part of the app that it belongs to, if it is not its room's part. */
  part?: AppPart
  /** Shows neither the offer to update nor the number of unsent items: for payments, tickets, and the outbox itself. */
  quiet?: true
  /** A step of a purchase: the strip at the top shows how to get help instead of banners. */
  purchase?: true
  /** Not downloaded ahead with other screens, since few people need it: the screen saves itself when it is open. */
  saves_itself?: true
  /** Needs a login: otherwise the login page is opened, which leads back to it. */
  needs_login?: true
}

/** A part of the app, as the storage page names it. */
export type AppPart =
  | 'Tickets and tracking'
  | 'Search, trips and parks'
  | 'Booking and paying'
  | 'Sending parcels'
  | 'Profile and wallet'
  | 'Messages and help'
  | 'Checking tickets'
  | 'Reviews and fuel prices'

export interface OutboxKind {
  endpoint: Endpoint
  /** Whether the endpoint takes the item's id as `client_ref`. */
  ref?: true
  /** The label in the list of unsent items. */
  word: string
  /** The screen that edits it, unless the item has its own. */
  edit_path: string
  /** Whether it only prepares the item that depends on it, and is not displayed separately. */
  opens?: true
}

export interface MenuItem {
  in: Menu
  /** Its position in the menu. */
  at: number
  to: string
  label: string
  /** A second line, for menus that have no description of their own. */
  hint?: string
  /** Its icon in the tab bar: an SVG path in a square of 24. */
  icon?: string
  /** A component that replaces the label after loading. */
  Live?: ComponentType
}

/**
 * The menus: top navigation, its parts for logged-in and logged-out people, the tab bar of phones, the columns of the
 * footer, the groups of the profile.
 */
export type Menu =
  | 'top'
  | 'more'
  | 'tabs'
  | 'account'
  | 'stranger'
  | 'Get Involved'
  | 'Explore'
  | 'Our Company'
  | 'Travel'
  | 'Money'
  | 'Account'

/** Work for an idle moment after the first paint, in the order of `at` over all rooms. */
export interface IdleWork {
  at: number
  /**
   * Runs only if this phone has a value under this key. On such a phone, idle work begins without waiting for the first
   * touch.
   */
  where?: StorageName
  /** Whether the work runs again each time the network is back. */
  again?: true
  work: (queries: QueryClient) => unknown
}

/**
 * Declares a kind of IndexedDB database, of which each owner has one. `device`: it belongs to the phone and stays after
 * a logout. `person`: it is deleted at logout.
 */
export interface StoreDeclaration {
  of: 'device' | 'person'
  /** When an entry is deleted: by age, after it was sent, or only on request. */
  until: 'old' | 'sent' | 'dropped'
  /**
   * Time limit of a read, ms. Short for answers, which the network can give; long for data that is nowhere else, since
   * a phone that is starting the app is slow.
   */
  read_ms: number
  /** Time limit for reading all entries, ms. */
  list_ms: number
  /** Whether the data can be downloaded again. If so, local storage does not store it when the database cannot. */
  is_spare?: true
  /** The shape of entries that are not sent yet, which a logout would lose. */
  unsent?: Shape
  /** The shape of its entries. An entry of another shape is not read, and deleted if it can be downloaded again. */
  shape: Shape
}

/** A kind of payable. The room of payments uses this description, so that it does not depend on the payable's room. */
export interface PayableKind {
  /** The purpose of its payments; the phone stores an unfinished payment under this name. */
  kind: string
  /** The path of the screen where the payable with this reference is paid. */
  path: (reference: string) => string
  /** Prefixes of the URLs whose screens load the outcome of a payment automatically. */
  screens: readonly string[]
  /** The key of the query for its newest state. */
  query: (reference: string) => QueryKey
  labels: {
    /** The name of what a payment buys: `the ticket`. */
    bought: string
    /** The message after a payment has succeeded while the person was on another screen. */
    landed: string
  }
  /**
   * Stores the newest state of a payable on this phone after a payment. `isPaid`: whether that payment was accepted.
   */
  note: (queries: QueryClient, reference: string, isPaid: boolean) => unknown
}

/** The queries of a room's public pages (`public-page-queries.ts`), by the endpoint whose answer each holds. */
export type PageQueries = Record<
  string,
  (input: Record<string, string>) => { queryKey: QueryKey; initialPageParam?: unknown }
>

export interface Room {
  name: string
  /** The part of the app that its screens belong to; without it, they are listed among everything else. */
  part?: AppPart
  routes?: readonly Route[]
  payable?: PayableKind
  /** Reloads the data that shows the person's own money with us, after some of it has moved. */
  onBalanceChange?: (queries: QueryClient) => void
  outboxKinds?: Record<string, OutboxKind>
  storageKeys?: StorageKeys
  /** Its IndexedDB databases. */
  stores?: Record<string, StoreDeclaration>
  prefetch?: readonly IdleWork[]
  navigation?: readonly MenuItem[]
}

let rooms: readonly Room[] = []

/** Registers the app's rooms and their storage keys. Until then, the lists of this file are empty. */
export function registerRooms(all: readonly Room[]): void {
  rooms = all
  for (const { storageKeys = {} } of all) declareKeys(storageKeys)
}

/** Returns the declarations of the databases of all rooms, by name. */
export const listStoreDeclarations = (): Record<string, StoreDeclaration> =>
  Object.assign({}, ...rooms.map(({ stores }) => stores)) as Record<string, StoreDeclaration>

export const listRoutes = (): Route[] => rooms.flatMap(({ routes = [] }) => routes)

/** Returns the paths of all screens that are downloaded ahead, by part of the app. */
export function listPathsByPart(): Map<AppPart | undefined, string[]> {
  const paths = new Map<AppPart | undefined, string[]>()
  for (const { routes = [], part } of rooms)
    for (const route of routes) {
      if (route.saves_itself) continue
      const of = route.part ?? part
      paths.set(of, [...(paths.get(of) ?? []), route.path])
    }
  return paths
}

/** Returns the lines of a menu, sorted by `at`. */
export const listMenuItems = (menu: Menu): MenuItem[] =>
  rooms
    .flatMap(({ navigation = [] }) => navigation.filter((way) => way.in === menu))
    .toSorted((a, b) => a.at - b.at)

/** Returns the idle work of all rooms, sorted by `at`. */
export const listIdleWork = (): IdleWork[] =>
  rooms.flatMap(({ prefetch = [] }) => prefetch).toSorted((a, b) => a.at - b.at)

/** Returns the declaration of a kind of outbox item; undefined for a kind of another version. */
export const findOutboxKind = (kind: string): OutboxKind | undefined =>
  rooms.find(({ outboxKinds = {} }) => kind in outboxKinds)?.outboxKinds?.[kind]

/** Returns the payable of a kind; undefined for a kind of another version, and for no kind (a top-up). */
export const findPayableByKind = (kind: string | undefined): PayableKind | undefined =>
  listAllPayables().find((payable) => payable.kind === kind)

export const listAllPayables = (): PayableKind[] => rooms.flatMap(({ payable }) => payable ?? [])

/** Reloads all data that shows the person's own money with us, after some of it has moved. */
export function refetchBalances(queries: QueryClient): void {
  for (const { onBalanceChange } of rooms) onBalanceChange?.(queries)
}
