import type { Output } from '#contract/endpoint'
import type { FuelMonitor, FuelStation } from '#contract/fuel/model'
import type { listCurrencies } from '#contract/lookups/endpoints'
import type {
  City,
  PassengerType,
  Place,
  VehicleType,
  ParcelAddOn,
  ParcelLocation,
  ParcelRoute,
  ParcelSize,
  ParcelType,
  ServiceType,
} from '#contract/lookups/model'
import type { Shape } from '#contract/shape'
import type { Announcement } from '#contract/notifications/model'
import type { PopularRoute } from '#contract/trips/model'
import { makePersonKey, makeSharedKey } from '#lib/device'
import type { Room } from '#lib/room'
import type { RecentSearch } from './recent.ts'
import { refreshLists } from './refresh.ts'

declare module '#lib/device' {
  interface StoredValues {
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
    popular_roads: PopularRoute[]
    lists_refreshed_at: number
    /** When the server sent each list that is in local storage, ms by the server's clock. */
    lists_told_at: Partial<Record<string, number>>
    recent_searches: RecentSearch[]
    location_choice: RecentSearch
  }
}

const end: Shape = { code: 'string', name: 'string' }
/** Searches that were stored by older versions have no `return`. */
const search: Shape = {
  from: end,
  to: end,
  date: 'instant',
  'return?': 'instant',
  passengers: 'number',
}

export const room: Room = {
  name: 'lookups',
  // The names from `parcel-size` to `announcements` come from the specification. Names of our own lists may look the
  // same.
  storageKeys: {
    parcel_sizes: makeSharedKey('parcel-size'),
    parcel_locations: makeSharedKey('parcel-locations'),
    parcel_routes: makeSharedKey('parcel-route'),
    parcel_types: makeSharedKey('parcel-type'),
    parcel_add_ons: makeSharedKey('parcel-addon'),
    vehicle_types: makeSharedKey('vehicle-type'),
    fuel_stations: makeSharedKey('fuel-stations'),
    fuel_monitors: makeSharedKey('fuel-monitor'),
    currencies: makeSharedKey('currency-type'),
    service_types: makeSharedKey('service-type'),
    announcements: makeSharedKey('announcements'),
    popular_roads: makeSharedKey('popular-roads'),
    cities: makeSharedKey('cities'),
    connections: makeSharedKey('connections'),
    passenger_types: makeSharedKey('passenger-types'),
    lists_refreshed_at: makeSharedKey('lists-refreshed-at', 'number'),
    lists_told_at: makeSharedKey('lists-told-at', { '*': 'number' }),
    recent_searches: makePersonKey('recent-searches', [search]),
    location_choice: makePersonKey('current location choice', search, 'new_start', 'session'),
  },
  prefetch: [{ at: 60, work: refreshLists }],
}
