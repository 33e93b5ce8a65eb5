import type { User } from '#contract/profile/model'
import { useHydrated } from '#lib/hydrated'
import { useEffect, useReducer } from 'react'

/** A guest's proof of a booking: the token of its hold, or the contact's phone. */
export interface GuestProof {
  token?: string
  phone?: string
}

/** A booking's tickets in outline, small enough for local storage: enough to board with. */
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
  /** When the server last said this, ms by its clock. */
  saved_at: number
}

/** The type of each key. Rooms add theirs (`declare module '#lib/device'`). */
export interface Kept {
  user: User | 'no user'
  token: string
  device_id: string
  clock_skew: number
  color_scheme: 'light' | 'dark' | 'auto'
  guest_proofs: Record<string, GuestProof>
  next_trips: NextTrip[]
  reloaded_for: string
  words_on_arrival: string
  left_drafts: Record<string, unknown>
  owner: string
  leaving: string
  logout_to_send: boolean
  /** This phone's push subscription: whose trips (`guest`: only the named bookings), and its address. */
  told: { owner: string; endpoint: string; references: string[] }
  /** Entries IndexedDB could not take, by database and key. */
  spare: Record<string, Record<string, unknown>>
  /** This phone wants little data, no matter who uses it. */
  saves_data: boolean
  /** The person freed space: screens are not fetched ahead of time until they want them again. */
  small_app: boolean
  /** How many things in the outbox are not sent, for the line that says so before the outbox is loaded. */
  waiting_to_send: number
}
export type Spot = keyof Kept

/** What each cookie holds that a script reads; `#lib/device-cookies` reads and writes them. */
export interface KeptInCookies {
  jwt: string
}
export type CookieSpot = keyof KeptInCookies

/** A key of local storage, session storage or a cookie: where it lies, whose it is, and how long it stays. */
export interface StorageKey {
  in: 'local' | 'session' | 'cookie'
  name: string
  /**
   * `device`: of this phone, no matter who holds it; `public`: the same for everybody; `person`: gone with a
   * logout.
   */
  of: 'device' | 'person' | 'public'
  /**
   * `cleared`: as long as the phone keeps it; `done`: taken off by anyone who wrote it; `logout`: until the person
   * logs out; `other_login`: also when somebody else logs in; `new_start`: also when the logo is pressed.
   */
  until: 'cleared' | 'done' | 'logout' | 'other_login' | 'new_start'
}

/** The keys of a room or of `lib`, by what code calls them. */
export type StorageKeys = Partial<Record<Spot | CookieSpot, StorageKey>>

type In = StorageKey['in']

/** A key of a person's: what one must not see of another who used this phone before. */
export const ofPerson = (
  name: string,
  until: 'logout' | 'other_login' | 'new_start' = 'other_login',
  place: In = 'local',
): StorageKey => ({ in: place, name, of: 'person', until })

/** A key of this phone. */
export const ofDevice = (
  name: string,
  until: 'cleared' | 'done' = 'cleared',
  place: In = 'local',
): StorageKey => ({ in: place, name, of: 'device', until })

/** A list that is the same for everybody. */
export const ofPublic = (name: string): StorageKey => ({
  in: 'local',
  name,
  of: 'public',
  until: 'cleared',
})

/** The keys of `lib` and `app`. Names without a hyphen are the specification's. */
const ownKeys: StorageKeys = {
  user: ofPerson('user', 'logout'),
  jwt: ofPerson('jwt', 'logout', 'cookie'),
  token: ofPerson('token', 'logout'),
  owner: ofPerson('owner', 'logout'),
  told: ofPerson('told', 'logout'),
  spare: ofPerson('spare', 'logout'),
  waiting_to_send: ofPerson('waiting-to-send', 'logout'),
  words_on_arrival: ofPerson('words-on-arrival', 'logout', 'session'),
  guest_proofs: ofPerson('guest-proofs'),
  next_trips: ofPerson('next-trips'),
  left_drafts: ofPerson('left-drafts'),
  device_id: ofDevice('device-id'),
  clock_skew: ofDevice('clock-skew'),
  color_scheme: ofDevice('color-scheme'),
  saves_data: ofDevice('saves-data'),
  small_app: ofDevice('small-app'),
  leaving: ofDevice('leaving', 'done'),
  logout_to_send: ofDevice('logout-to-send', 'done'),
  reloaded_for: ofDevice('reloaded-for', 'cleared', 'session'),
}

const keys = new Map(Object.entries(ownKeys) as [Spot | CookieSpot, StorageKey][])

/** A room's keys can be read and written from now on. */
export function declareKeys(more: StorageKeys): void {
  for (const [spot, key] of Object.entries(more)) keys.set(spot as Spot | CookieSpot, key)
}

/** Every key that was declared. */
export const storageKeys = (): ReadonlyMap<Spot | CookieSpot, StorageKey> => keys

/** Where a spot lies. Throws for one that nobody declared. */
export function placeOf(spot: Spot | CookieSpot): StorageKey {
  const key = keys.get(spot)
  if (key === undefined) throw new Error(`${spot} is nobody’s`)
  return key
}

/** Local or session storage. Throws where storage is switched off. */
export const area = (name: In) => (name === 'local' ? localStorage : sessionStorage)

/** The value at a spot; undefined if missing, unreadable, or storage is off. */
export function read<S extends Spot>(spot: S): Kept[S] | undefined {
  const { in: place, name } = placeOf(spot)
  try {
    const raw = area(place).getItem(name)
    return raw === null ? undefined : (parsed(raw) as Kept[S])
  } catch {
    return undefined
  }
}

/** Words such as the specification's `no user` stand in storage as they are, everything else as JSON. */
function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return raw
  }
}

/** Keeps a value and tells whether it is really there (false: full, or storage is switched off). */
export function write<S extends Spot>(spot: S, value: Kept[S]): boolean {
  const { in: place, name } = placeOf(spot)
  const raw = typeof value === 'string' ? value : JSON.stringify(value)
  try {
    area(place).setItem(name, raw)
    tellChange(spot)
    return true
  } catch {
    return false
  }
}

/** Empties a spot. */
export function forget(spot: Spot): void {
  const { in: place, name } = placeOf(spot)
  try {
    area(place).removeItem(name)
  } catch {
    return
  }
  tellChange(spot)
}

/** Empties all keys of storage whose time is over when one of these comes. */
export function forgetUntil(...ends: readonly StorageKey['until'][]): void {
  for (const [spot, { in: place, until }] of keys)
    if (place !== 'cookie' && ends.includes(until)) forget(spot as Spot)
}

const listeners = new Set<(spot: Spot | CookieSpot) => void>()

/** Tells who follows a spot in this tab that it holds something else now. */
export function tellChange(spot: Spot | CookieSpot): void {
  for (const listener of listeners) listener(spot)
}

/** Calls back when a spot changes in this tab or, for local storage, in another. Returns the way out. */
export function onDeviceChange(spot: Spot | CookieSpot, changed: () => void): () => void {
  const here = (which: Spot | CookieSpot) => which === spot && changed()
  const elsewhere = (event: StorageEvent) => event.key === placeOf(spot).name && changed()
  listeners.add(here)
  globalThis.addEventListener('storage', elsewhere)
  return () => {
    listeners.delete(here)
    globalThis.removeEventListener('storage', elsewhere)
  }
}

/** What the phone keeps at a spot, followed while it changes; undefined until the page is alive. */
export const useKept = <S extends Spot>(spot: S): Kept[S] | undefined => useFollowed(spot, read)

/** The same, as `look` reads it. */
export function useFollowed<S extends Spot | CookieSpot, Value>(
  spot: S,
  look: (spot: S) => Value | undefined,
): Value | undefined {
  const hydrated = useHydrated()
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => onDeviceChange(spot, drawAgain), [spot])
  return hydrated ? look(spot) : undefined
}
