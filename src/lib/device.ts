import type { Booking } from '#contract/bookings/model'
import type { Output } from '#contract/endpoint'
import type { Fuel, FuelMonitor, FuelStation } from '#contract/fuel/model'
import type { City, PassengerType, Place, VehicleType } from '#contract/lookups/model'
import type { listCurrencies } from '#contract/lookups/endpoints'
import type {
  ParcelAddOn,
  ParcelLocation,
  ParcelRoute,
  ParcelSize,
  ParcelType,
  ServiceType,
} from '#contract/lookups/parcel-lists'
import type { Announcement } from '#contract/notifications/model'
import type { Parcel } from '#contract/parcels/model'
import type { User } from '#contract/profile/model'
import cookies from 'js-cookie'
import { useHydrated } from '#lib/hydrated'
import { useEffect, useReducer } from 'react'

/** A search as the home form makes it; `from` and `to` are place codes, `date` is `YYYY-MM-DD`. */
export interface RecentSearch {
  from: { code: string; name: string }
  to: { code: string; name: string }
  date: string
  passengers: number
}

/** Where a parcel is handed in or out; `location` is a counter's code, empty until one is chosen. */
interface ParcelEnd {
  at: 'park' | 'door'
  location: string
}

/** What is to be sent, as it was chosen: codes of our lists (cities for the road), measures and naira as typed. */
export interface ParcelData {
  from: string
  to: string
  drop_off: ParcelEnd
  pick_up: ParcelEnd
  /** A size of ours, or `own` for its measures: centimetres and kilograms. */
  size: string
  length: string
  width: string
  height: string
  weight: string
  type: string
  add_ons: string[]
  value: string
}

/** What proves that a guest owns a booking: the token of its hold, or the contact's phone. */
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

/** What each place holds. */
export interface Kept {
  user: User | 'no user'
  token: string
  jwt: string
  consent: string
  device_id: string
  clock_skew: number
  color_scheme: 'light' | 'dark' | 'auto'
  cities: City[]
  connections: { from_cities: Place[]; to_cities: Place[] }
  passenger_types: PassengerType[]
  parcel_sizes: ParcelSize[]
  parcel_locations: ParcelLocation[]
  parcel_routes: ParcelRoute[]
  parcel_types: ParcelType[]
  parcel_add_ons: ParcelAddOn[]
  vehicle_types: VehicleType[]
  fuel_stations: FuelStation[]
  fuel_monitors: FuelMonitor[]
  currencies: Output<typeof listCurrencies>
  service_types: ServiceType[]
  announcements: Announcement[]
  current_parcel_data: ParcelData
  /** The parcel that was taken in or paid last, whole: it opens also where IndexedDB was lost. */
  current_parcel_booking: Parcel
  /** The bus that is to carry it. */
  parcel_choice: { trip_id: string }
  lists_refreshed_at: number
  /** When the server said what local storage mirrors of each list, ms by its clock. */
  lists_told_at: Partial<Record<string, number>>
  recent_searches: RecentSearch[]
  /** Whose prices this phone shows first; `state` is a state's name. */
  fuel_choice: { state: string; fuel: Fuel }
  guest_proofs: Record<string, GuestProof>
  next_trips: NextTrip[]
  current_booking: Pick<Booking, 'reference'>
  /** A payment that has no end yet, and what it is for. */
  pending_payment: { reference: string; booking?: string; parcel?: string }
  pending_top_up: { reference: string }
  reloaded_for: string
  words_on_arrival: string
  left_drafts: Record<string, unknown>
  location_choice: RecentSearch
  owner: string
  leaving: string
  logout_to_send: boolean
  /** What this phone is told by push: whose trips (`guest`: only the bookings named), at which address. */
  told: { owner: string; endpoint: string; references: string[] }
  /** Bookings of which nobody wants to be told, and is not asked again. */
  not_told: string[]
  /** What IndexedDB had no place for, by database and key. */
  spare: Record<string, Record<string, unknown>>
  /** This phone wants little data, whoever uses it. */
  saves_data: boolean
  /** The person freed space: screens are not fetched ahead of time until she wants them again. */
  small_app: boolean
  /** How many things in the outbox are not sent, for the line that says so before the outbox is loaded. */
  waiting_to_send: number
}
export type Spot = keyof Kept

/** Every key this app writes on the phone, outside IndexedDB. The first block is the specification's. */
const spots: Record<Spot, readonly [area: 'local' | 'session' | 'cookie', name: string]> = {
  user: ['local', 'user'],
  parcel_sizes: ['local', 'parcel-size'],
  parcel_locations: ['local', 'parcel-locations'],
  parcel_routes: ['local', 'parcel-route'],
  parcel_types: ['local', 'parcel-type'],
  parcel_add_ons: ['local', 'parcel-addon'],
  vehicle_types: ['local', 'vehicle-type'],
  fuel_stations: ['local', 'fuel-stations'],
  fuel_monitors: ['local', 'fuel-monitor'],
  currencies: ['local', 'currency-type'],
  service_types: ['local', 'service-type'],
  announcements: ['local', 'announcements'],
  current_parcel_data: ['local', 'current parcel data'],
  current_parcel_booking: ['local', 'current parcel booking'],
  jwt: ['cookie', 'jwt'],
  consent: ['cookie', 'consent'],

  token: ['local', 'token'],
  device_id: ['local', 'device-id'],
  clock_skew: ['local', 'clock-skew'],
  color_scheme: ['local', 'color-scheme'],
  cities: ['local', 'cities'],
  connections: ['local', 'connections'],
  passenger_types: ['local', 'passenger-types'],
  recent_searches: ['local', 'recent-searches'],
  fuel_choice: ['local', 'fuel-choice'],
  guest_proofs: ['local', 'guest-proofs'],
  next_trips: ['local', 'next-trips'],
  pending_payment: ['local', 'pending-payment'],
  pending_top_up: ['local', 'pending-top-up'],
  lists_refreshed_at: ['local', 'lists-refreshed-at'],
  lists_told_at: ['local', 'lists-told-at'],
  parcel_choice: ['session', 'current parcel choice'],
  current_booking: ['session', 'current booking'],
  location_choice: ['session', 'current location choice'],
  reloaded_for: ['session', 'reloaded-for'],
  words_on_arrival: ['session', 'words-on-arrival'],
  left_drafts: ['local', 'left-drafts'],
  owner: ['local', 'owner'],
  leaving: ['local', 'leaving'],
  logout_to_send: ['local', 'logout-to-send'],
  told: ['local', 'told'],
  not_told: ['local', 'not-told'],
  spare: ['local', 'spare'],
  saves_data: ['local', 'saves-data'],
  small_app: ['local', 'small-app'],
  waiting_to_send: ['local', 'waiting-to-send'],
}

const area = (name: 'local' | 'session') => (name === 'local' ? localStorage : sessionStorage)

/** What is kept at a spot, or undefined: nothing there, unreadable, or storage is switched off. */
export function read<S extends Spot>(spot: S): Kept[S] | undefined {
  const [place, name] = spots[spot]
  try {
    const raw = place === 'cookie' ? cookies.get(name) : area(place).getItem(name)
    return raw === null || raw === undefined ? undefined : (parsed(raw) as Kept[S])
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

/** Over https no cookie travels readable. A script reads `jwt`, as the specification has it. */
const cookieFlags = (): Cookies.CookieAttributes => ({
  path: '/',
  sameSite: 'strict',
  ...(location.protocol === 'https:' && { secure: true }),
})

/** Keeps a value and tells whether it is really there (false: full, or storage is switched off). */
export function write<S extends Spot>(
  spot: S,
  value: Kept[S],
  cookie?: Cookies.CookieAttributes,
): boolean {
  const [place, name] = spots[spot]
  const raw = typeof value === 'string' ? value : JSON.stringify(value)
  try {
    if (place === 'cookie') cookies.set(name, raw, { ...cookieFlags(), ...cookie })
    else area(place).setItem(name, raw)
    for (const listener of listeners) listener(spot)
    return true
  } catch {
    return false
  }
}

/** Empties a spot. */
export function forget(spot: Spot): void {
  const [place, name] = spots[spot]
  try {
    if (place === 'cookie') cookies.remove(name, { path: '/' })
    else area(place).removeItem(name)
  } catch {
    return
  }
  for (const listener of listeners) listener(spot)
}

/** Empties every spot but these. */
export function forgetAllBut(kept: readonly Spot[]): void {
  for (const spot of Object.keys(spots) as Spot[]) if (!kept.includes(spot)) forget(spot)
}

const listeners = new Set<(spot: Spot) => void>()

/** Calls back when a spot changes in this tab or, for local storage, in another. Returns the way out. */
export function onDeviceChange(spot: Spot, changed: () => void): () => void {
  const here = (which: Spot) => which === spot && changed()
  const elsewhere = (event: StorageEvent) => event.key === spots[spot][1] && changed()
  listeners.add(here)
  globalThis.addEventListener('storage', elsewhere)
  return () => {
    listeners.delete(here)
    globalThis.removeEventListener('storage', elsewhere)
  }
}

/** Keeps what proves that a guest owns a booking; `call` sends it along with everything about it. */
export function rememberProof(reference: string, proof: GuestProof): void {
  const proofs = read('guest_proofs') ?? {}
  write('guest_proofs', { ...proofs, [reference]: { ...proofs[reference], ...proof } })
}

/** This phone's name for limits and drafts: a random UUID made once, new each time without storage. */
export function deviceId(): string {
  const known = read('device_id')
  if (known !== undefined) return known
  const fresh = crypto.randomUUID()
  write('device_id', fresh)
  return fresh
}

/** What the phone keeps at a spot, followed while it changes; undefined until the page is alive. */
export function useKept<S extends Spot>(spot: S): Kept[S] | undefined {
  const hydrated = useHydrated()
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => onDeviceChange(spot, drawAgain), [spot])
  return hydrated ? read(spot) : undefined
}
