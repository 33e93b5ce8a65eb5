// Written by npm run tables from the migrations.
import type { Generated, Json, Timestamp } from '#server/db/column-types'

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
