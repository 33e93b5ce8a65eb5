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
import type { Announcement } from '#contract/notifications/model'
import type { PopularRoute } from '#contract/trips/model'
import { ofPerson, ofPublic } from '#lib/device'
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

export const room: Room = {
  name: 'lookups',
  // Names of one word, or with a hyphen, come from the specification.
  storageKeys: {
    parcel_sizes: ofPublic('parcel-size'),
    parcel_locations: ofPublic('parcel-locations'),
    parcel_routes: ofPublic('parcel-route'),
    parcel_types: ofPublic('parcel-type'),
    parcel_add_ons: ofPublic('parcel-addon'),
    vehicle_types: ofPublic('vehicle-type'),
    fuel_stations: ofPublic('fuel-stations'),
    fuel_monitors: ofPublic('fuel-monitor'),
    currencies: ofPublic('currency-type'),
    service_types: ofPublic('service-type'),
    announcements: ofPublic('announcements'),
    popular_roads: ofPublic('popular-roads'),
    cities: ofPublic('cities'),
    connections: ofPublic('connections'),
    passenger_types: ofPublic('passenger-types'),
    lists_refreshed_at: ofPublic('lists-refreshed-at'),
    lists_told_at: ofPublic('lists-told-at'),
    recent_searches: ofPerson('recent-searches'),
    location_choice: ofPerson('current location choice', 'new_start', 'session'),
  },
  prefetch: [{ at: 60, work: refreshLists }],
}
