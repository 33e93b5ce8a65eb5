import type { User } from '#contract/profile/model'
import { dropInvalidEntries, type Shape } from '#contract/shape'
import { useHydrated } from './use-hydrated.ts'
import { useEffect, useReducer } from 'react'

/**
 * A guest's proof of a booking: a token, which the server returned with the hold or for a code, and the phone number of
 * the booking's contact.
 */
export interface GuestCredentials {
  token?: string
  phone?: string
}

/** A booking's tickets in short form, for local storage: enough to board with. */
export interface NextTrip {
  reference: string
  from: string
  to: string
  operator: string
  departs_at: string
  zone: string
  seats: number[]
  tickets: { seat: number; passenger: string; payload: string }[]
  delay_minutes?: number | undefined
  /** For a return trip: the direction of this booking, and the reference of the other one. */
  return_trip?: { way: 'out' | 'back'; other: string } | undefined
  /** The time of this state, ms by the server's clock. */
  saved_at: number
}

/** The subject of an action, and the results of earlier actions about it that were known when it began. */
export interface ActionSubject {
  subject: string
  known_results: readonly string[]
}

/** The type of the value under each key. Rooms add theirs (`declare module '#lib/device'`). */
export interface StoredValues {
  user: User | 'no user'
  token: string
  device_id: string
  clock_skew: number
  /**
   * `at`: what this phone's clock showed when it was last read, ms since 1970. `is_doubtful`: the clock was changed, so
   * that the elapsed time is unknown.
   */
  clock_seen: { at: number; is_doubtful: boolean }
  guest_proofs: Record<string, GuestCredentials>
  next_trips: NextTrip[]
  reloaded_for: string
  /** The path of the screen that failed last in this visit. */
  stopped_at: string
  words_on_arrival: string
  left_drafts: Record<string, unknown>
  /** Idempotency keys of actions without an answer, by the hash of the action. `at`: ms by the server's clock. */
  open_keys: Record<string, ({ key: string; at: number } & Partial<ActionSubject>) | undefined>
  owner: string
  leaving: string
  logout_to_send: boolean
  /** This phone's push subscription: its owner (`guest`: only for the listed bookings) and its endpoint, a URL. */
  told: { owner: string; endpoint: string; references: string[] }
  /** Entries that IndexedDB could not store, by database and key. */
  spare: Record<string, Record<string, unknown>>
  /** Whether data saver is on, for everyone who uses this phone. */
  saves_data: boolean
  /** Whether space was freed, by the person or because the phone was full: then screens are not prefetched. */
  small_app: boolean
  /** The number of unsent items, for the notice that appears before the outbox is loaded. */
  waiting_to_send: number
}
export type StorageName = keyof StoredValues

/** The values of the cookies that scripts read. */
export interface StoredCookies {
  jwt: string
}
export type CookieName = keyof StoredCookies

/** A key of local storage, session storage or a cookie: where it is, to whom it belongs, and how long it stays. */
export interface StorageKey {
  in: 'local' | 'session' | 'cookie'
  name: string
  /** `device`: it belongs to the phone. `public`: the same for everybody. `person`: deleted at logout. */
  of: 'device' | 'person' | 'public'
  /**
   * What ends the value. `cleared`: only clearing the phone's storage. `done`: the code that wrote it. `logout`: a
   * logout. `other_login`: a logout, or a login by somebody else. `new_start`: a logout, a login by somebody else, or a
   * press of the logo.
   */
  until: 'cleared' | 'done' | 'logout' | 'other_login' | 'new_start'
  /** The shape of its value. A stored value of another shape is deleted when it is read. */
  shape: Shape
}

/** The keys of a room or of `lib`, by their names in code. */
export type StorageKeys = Partial<Record<StorageName | CookieName, StorageKey>>

type StorageArea = StorageKey['in']

/** Declares a key of a person, which a logout deletes, so that others who use this phone do not see it. */
export const makePersonKey = (
  name: string,
  shape: Shape,
  until: 'logout' | 'other_login' | 'new_start' = 'other_login',
  area: StorageArea = 'local',
): StorageKey => ({ in: area, name, of: 'person', until, shape })

/** Declares a key of the phone itself, which a logout leaves. */
export const makeDeviceKey = (
  name: string,
  shape: Shape,
  until: 'cleared' | 'done' = 'cleared',
  area: StorageArea = 'local',
): StorageKey => ({ in: area, name, of: 'device', until, shape })

/** Declares a key of public data. The shapes of lists are those of their endpoints, which `lookupQuery` checks. */
export const makeSharedKey = (name: string, shape: Shape = 'any'): StorageKey => ({
  in: 'local',
  name,
  of: 'public',
  until: 'cleared',
  shape,
})

/** The shape of a stored user: `no user`, as the specification names it, or the fields that every version stores. */
const storedUser: Shape = [
  'string',
  {
    id: 'string',
    full_name: 'string',
    'email?': ['string', 'null'],
    'phone?': ['string', 'null'],
    'default_kin?': [{ full_name: 'string', phone: 'string', relationship: 'string' }, 'null'],
    'notifications?': { '*': 'boolean' },
    'erase_at?': ['instant', 'null'],
  },
]

const storedTrip: Shape = {
  reference: 'string',
  from: 'string',
  to: 'string',
  operator: 'string',
  departs_at: 'instant',
  zone: 'string',
  seats: ['number'],
  tickets: [{ seat: 'number', passenger: 'string', payload: 'string' }],
  'delay_minutes?': 'number',
  'return_trip?': { way: 'string', other: 'string' },
  saved_at: 'number',
}

/** The keys of `lib` and `app`. The specification demands the names `user`, `token` and `jwt`. */
const ownKeys: StorageKeys = {
  user: makePersonKey('user', storedUser, 'logout'),
  jwt: makePersonKey('jwt', 'string', 'logout', 'cookie'),
  token: makePersonKey('token', 'string', 'logout'),
  owner: makePersonKey('owner', 'string', 'logout'),
  told: makePersonKey(
    'told',
    { owner: 'string', endpoint: 'string', references: ['string'] },
    'logout',
  ),
  spare: makePersonKey('spare', { '*': { '*': 'any' } }, 'logout'),
  waiting_to_send: makePersonKey('waiting-to-send', 'number', 'logout'),
  words_on_arrival: makePersonKey('words-on-arrival', 'string', 'logout', 'session'),
  guest_proofs: makePersonKey('guest-proofs', { '*': { 'token?': 'string', 'phone?': 'string' } }),
  next_trips: makePersonKey('next-trips', [storedTrip]),
  left_drafts: makePersonKey('left-drafts', { '*': 'any' }),
  open_keys: makePersonKey('open-keys', { '*': { key: 'string', at: 'number' } }, 'logout'),
  device_id: makeDeviceKey('device-id', 'string'),
  clock_skew: makeDeviceKey('clock-skew', 'number'),
  clock_seen: makeDeviceKey('clock-seen', { at: 'number', is_doubtful: 'boolean' }),
  saves_data: makeDeviceKey('saves-data', 'boolean'),
  small_app: makeDeviceKey('small-app', 'boolean'),
  leaving: makeDeviceKey('leaving', 'string', 'done'),
  logout_to_send: makeDeviceKey('logout-to-send', 'boolean', 'done'),
  reloaded_for: makeDeviceKey('reloaded-for', 'any', 'cleared', 'session'),
  stopped_at: makeDeviceKey('stopped-at', 'string', 'cleared', 'session'),
}

const keys = new Map(Object.entries(ownKeys) as [StorageName | CookieName, StorageKey][])

/** Makes a room's keys readable and writable. */
export function declareKeys(more: StorageKeys): void {
  for (const [keyName, key] of Object.entries(more))
    keys.set(keyName as StorageName | CookieName, key)
}

/** Returns the declarations of all keys of the registered rooms, by their names in code. */
export const listStorageKeys = (): ReadonlyMap<StorageName | CookieName, StorageKey> => keys

/** Returns the declaration of a key. Throws for an undeclared key. */
export function findStorageKey(keyName: StorageName | CookieName): StorageKey {
  const key = keys.get(keyName)
  if (key === undefined) throw new Error(`${keyName} is not a declared storage key`)
  return key
}

/** Returns local or session storage. Throws if storage is switched off. */
export const getStorageArea = (name: StorageArea) =>
  name === 'local' ? localStorage : sessionStorage

/**
 * Values that the phone could not store, by area and name. They exist only in this document, until it is left. On the
 * server, which has no storage and renders pages for everybody, there are none.
 */
const unstored = new Map<string, string>()
const formatKeyId = ({ in: area, name }: StorageKey) => `${area} ${name}`

/** Returns whether this document has a value that the phone could not store. */
export const isUnstored = (keyName: StorageName): boolean =>
  unstored.has(formatKeyId(findStorageKey(keyName)))

/** Returns whether this browser stores even small values. A private window, or one without cookies, may not. */
export const canStore = (): boolean => write('clock_skew', read('clock_skew') ?? 0)

/**
 * Returns the value of a key; undefined if it is missing or unreadable. Leaves out parts of another shape, which stay
 * stored until the next value replaces them.
 */
export function read<S extends StorageName>(keyName: S): StoredValues[S] | undefined {
  const { in: area, name, shape } = findStorageKey(keyName)
  const here = unstored.get(`${area} ${name}`)
  if (here !== undefined) return parsed(here) as StoredValues[S]
  try {
    const raw = getStorageArea(area).getItem(name)
    if (raw === null) return undefined
    return dropInvalidEntries(shape, parsed(raw)) as StoredValues[S] | undefined
  } catch {
    return undefined
  }
}

/**
 * Parses a stored value. Texts such as the specification's `no user` are stored as they are, everything else as JSON.
 */
function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return raw
  }
}

/**
 * Stores a value. Deletes lists that can be downloaded again if there is no space. Returns false if the value was not
 * stored, because storage is full or off; then only this document has it.
 */
export function write<S extends StorageName>(keyName: S, value: StoredValues[S]): boolean {
  const key = findStorageKey(keyName)
  const raw = typeof value === 'string' ? value : JSON.stringify(value)
  const isStored = put(key, raw) || (key.of !== 'public' && dropLists() && put(key, raw))
  if (isStored) unstored.delete(formatKeyId(key))
  else if (typeof document !== 'undefined') unstored.set(formatKeyId(key), raw)
  notifyChange(keyName)
  return isStored
}

function put({ in: area, name }: StorageKey, raw: string): boolean {
  try {
    getStorageArea(area).setItem(name, raw)
    return true
  } catch {
    return false
  }
}

/** Deletes the values of `public` keys, which can be downloaded again. Returns whether there were any. */
function dropLists(): boolean {
  try {
    const lists = [...keys.values()].filter(
      ({ of, name }) => of === 'public' && localStorage.getItem(name) !== null,
    )
    for (const { name } of lists) localStorage.removeItem(name)
    return lists.length > 0
  } catch {
    return false
  }
}

/** Deletes the value of a key and notifies its subscribers. */
export function removeItem(keyName: StorageName): void {
  const { in: area, name } = findStorageKey(keyName)
  unstored.delete(`${area} ${name}`)
  try {
    getStorageArea(area).removeItem(name)
  } catch {
    return
  }
  notifyChange(keyName)
}

/** Deletes the values of all keys whose `until` is one of these events; not of cookies. */
export function removeItemsExpiringAt(...ends: readonly StorageKey['until'][]): void {
  for (const [keyName, { in: area, until }] of keys)
    if (area !== 'cookie' && ends.includes(until)) removeItem(keyName as StorageName)
}

const listeners = new Set<(keyName: StorageName | CookieName) => void>()

/** Tells this tab's subscribers of a storage key that its value has changed. */
export function notifyChange(keyName: StorageName | CookieName): void {
  for (const listener of listeners) listener(keyName)
}

/** Calls back when a key changes in this tab or, for local storage, in another. Returns a function that stops this. */
export function onDeviceChange(keyName: StorageName | CookieName, changed: () => void): () => void {
  const here = (which: StorageName | CookieName) => which === keyName && changed()
  const elsewhere = (event: StorageEvent) => event.key === findStorageKey(keyName).name && changed()
  listeners.add(here)
  globalThis.addEventListener('storage', elsewhere)
  return () => {
    listeners.delete(here)
    globalThis.removeEventListener('storage', elsewhere)
  }
}

/** Returns the value of a key, updated when it changes; undefined before hydration. */
export const useStored = <S extends StorageName>(keyName: S): StoredValues[S] | undefined =>
  useStoredValue(keyName, read)

/** Returns the value of a key as `look` reads it, updated when it changes; undefined before hydration. */
export function useStoredValue<S extends StorageName | CookieName, Value>(
  keyName: S,
  look: (keyName: S) => Value | undefined,
): Value | undefined {
  const hydrated = useHydrated()
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => onDeviceChange(keyName, drawAgain), [keyName])
  return hydrated ? look(keyName) : undefined
}
