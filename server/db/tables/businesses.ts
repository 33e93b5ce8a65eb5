// Written by npm run tables from the migrations.
import type { Generated, Timestamp } from '#server/db/column-types'

/** what a traveller needs around a motor park, listed or waiting to be */
export interface Business {
  id: string
  code: string | null
  name: string
  category: 'guest-house' | 'food' | 'cargo' | 'car-hire' | 'tyres' | 'towing' | 'insurance'
  about: string
  address: string
  city_id: number
  motor_park_id: string | null
  latitude: number | null
  longitude: number | null
  phone: string
  days: number[]
  opens: number
  closes: number
  state: Generated<'pending' | 'listed' | 'refused'>
  asked_by: string | null
  asked_at: Generated<Timestamp>
  place: number | null
  words: string | null
  decided_at: Timestamp | null
  decided_by: string | null
  stars: Generated<number[]>
  unverified_reviews: Generated<number>
}
