// Written by npm run tables from the migrations.
import type { Generated, Json, Timestamp } from '#server/db/column-types'

/** cities that can be travelled between, by timetable */
export interface Connection {
  feed_id: string | null
  from_city_id: number
  to_city_id: number
  ends_on: string
  runs: number
}

/** adult fares between two stops of a run */
export interface Fare {
  schedule_id: string
  leg_from: number
  leg_to: number
  amount_kobo: number
}

/** imported timetables (GTFS) */
export interface Feed {
  id: string
  name: string
  sha256: string
  zone: string
  options: Generated<Json>
  imported_at: Generated<Timestamp>
}

/** motor parks and stops */
export interface MotorPark {
  id: string
  code: string
  name: string
  city_id: number
  address: string
  phone: string | null
  latitude: number | null
  longitude: number | null
  feed_id: string | null
  feed_key: string | null
  stars: Generated<number[]>
  unverified_reviews: Generated<number>
}

/** companies that run buses */
export interface Operator {
  id: string
  code: string
  name: string
  phone: string | null
  email: string | null
  logo: string | null
  about: Generated<string>
  rating: number | null
  reviews: Generated<number>
  luggage: string
  insurer: string | null
  default_vehicle: string
  default_amenities: Generated<string[]>
  feed_id: string | null
  feed_key: string | null
  stars: Generated<number[]>
  unverified_reviews: Generated<number>
}

/** runs that repeat */
export interface Schedule {
  id: string
  operator_id: string
  vehicle_type: string
  amenities: Generated<string[]>
  route_name: Generated<string>
  headsign: Generated<string>
  zone: Generated<string>
  starts_at_seconds: number
  distance_km: number | null
  flat_fare_kobo: number | null
  park_fee_kobo: Generated<number>
  is_night: Generated<boolean>
  calendar: Json
  feed_id: string | null
  feed_key: string | null
  rolled_until: Generated<string>
  ends_on: Generated<string>
}

/** where a run stops, seconds after its start */
export interface ScheduleStop {
  schedule_id: string
  position: number
  motor_park_id: string
  city_id: number
  arrives_after_seconds: number
  departs_after_seconds: number
  pick_up: Generated<boolean>
  drop_off: Generated<boolean>
  starts_at_seconds: number
  boards_at: Generated<number>
  boards_days_after: Generated<number>
}

/** dated departures */
export interface Trip {
  id: string
  schedule_id: string
  service_date: string
  departs_at: Timestamp
  arrives_at: Timestamp
  sales_close_at: Timestamp
  fare_percent: Generated<number>
  status: Generated<'scheduled' | 'boarding' | 'departed' | 'completed' | 'cancelled'>
  plate: string | null
  version: Generated<number>
  run: Generated<number>
  delay_minutes: Generated<number>
  note: string | null
  withdrawn_at: Timestamp | null
}
