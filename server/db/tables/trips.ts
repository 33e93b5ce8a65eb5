// Written by npm run tables from the migrations.
import type { Generated, Timestamp } from '#server/db/column-types'

/** cities that can be travelled between, by timetable */
export interface Connection {
  feed_id: string | null
  from_city_id: number
  to_city_id: number
  ends_on: string
  runs: number
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
  vehicle_type: string | null
  driver_name: string | null
  driver_phone: string | null
}
