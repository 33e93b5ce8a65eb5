// Written by npm run tables from the migrations.
import type { Generated, Json } from '#server/db/column-types'

/** cities that have a motor park */
export interface City {
  id: Generated<number>
  code: string
  name: string
  state_code: string
  latitude: number
  longitude: number
  zone: Generated<string>
}

/** short names, quarters and suburbs by which cities are found */
export interface CityAlias {
  code: string
  city_code: string
}

/** currencies we take */
export interface Currency {
  id: Generated<number>
  code: string
  name: string
  symbol: string
}

/** what can be added to a parcel */
export interface ParcelAddOn {
  id: Generated<number>
  code: string
  name: string
  hint: Generated<string>
  price_kobo: number
  position: number
}

/** counters at motor parks that take in and give out parcels */
export interface ParcelLocation {
  id: Generated<number>
  motor_park_id: string
}

/** roads that parcels travel, one row each way */
export interface ParcelRoute {
  id: Generated<number>
  code: string
  from_city_id: number
  to_city_id: number
  distance_km: number
  base_kobo: number
}

/** sizes of parcels */
export interface ParcelSize {
  id: Generated<number>
  code: string
  name: string
  hint: Generated<string>
  length_cm: number
  width_cm: number
  height_cm: number
  weight_grams: number
  price_percent: number
}

/** kinds of goods that parcels hold */
export interface ParcelType {
  id: Generated<number>
  code: string
  name: string
  hint: Generated<string>
  restricted: Generated<boolean>
  position: number
}

/** kinds of passengers and their share of the fare */
export interface PassengerType {
  id: Generated<number>
  code: string
  name: string
  fare_percent: number
  hint: Generated<string>
  position: number
}

/** services a customer can ask for */
export interface ServiceType {
  id: Generated<number>
  code: string
  name: string
  hint: Generated<string>
  position: number
}

/** the 36 states and the capital territory, and regions of imported timetables */
export interface State {
  code: string
  name: string
  zone: string
}

/** vehicles with their seat layout */
export interface VehicleType {
  id: Generated<number>
  code: string
  name: string
  size: 'small' | 'medium' | 'large'
  seats: number
  layout: Json
  sellable: number[]
}
