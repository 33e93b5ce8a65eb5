// Written by npm run tables from the migrations.
import type { Generated, Timestamp } from '#server/db/column-types'

/** the latest fuel price of a brand in a state */
export interface FuelMonitor {
  id: Generated<number>
  fuel_station_id: number
  state_code: string
  fuel: 'petrol' | 'diesel' | 'cooking_gas'
  price_kobo: number
  as_of: Timestamp
  people: Generated<number>
}

/** prices that people saw, append-only */
export interface FuelReport {
  id: string
  person_id: string | null
  client_ref: string | null
  fuel_station_id: number
  state_code: string
  fuel: 'petrol' | 'diesel' | 'cooking_gas'
  place: string | null
  price_kobo: number
  observed_at: Timestamp
  created_at: Generated<Timestamp>
}

/** brands of fuel stations */
export interface FuelStation {
  id: Generated<number>
  code: string
  name: string
  logo: string | null
}
