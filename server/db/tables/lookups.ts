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

/** currencies we take */
export interface Currency {
  id: Generated<number>
  code: string
  name: string
  symbol: string
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
