// Written by npm run tables from the migrations.
import type { Bytes, Generated, Json, Timestamp } from '#server/db/column-types'

/** what people send */
export interface Parcel {
  id: string
  tracking_id: string
  waybill: string | null
  user_id: string
  quote_id: string
  state: Generated<string>
  came_from: string | null
  route_id: number
  operator_id: string
  trip_id: string
  leg_from: number
  leg_to: number
  size_code: string
  weight_grams: number
  measures: number[] | null
  type_code: string
  add_ons: Generated<string[]>
  declared_value_kobo: number
  cover_kobo: number
  drop_off_location_id: number | null
  pick_up_location_id: number | null
  drop_off_address: string | null
  pick_up_address: string | null
  sender_name: string | null
  sender_phone: string | null
  receiver_name: string | null
  receiver_phone: string | null
  contents: string | null
  price: Json
  total_kobo: number
  paid_kobo: Generated<number>
  pay_until: Timestamp
  paid_at: Timestamp | null
  pin_hash: Bytes | null
  pin_issue: Generated<number>
  pin_tries: Generated<number>
  proved_at: Timestamp | null
  loaded_trip_id: string | null
  loaded_at: Timestamp | null
  plate: string | null
  driver_name: string | null
  driver_phone: string | null
  ready_at: Timestamp | null
  ended_at: Timestamp | null
  client_ref: string | null
  created_at: Generated<Timestamp>
  pin_renewed_on: string | null
  pin_renewals: Generated<number>
  received_at: Timestamp | null
  insured: Generated<boolean>
  payable_id: string | null
}

/** damage and loss that senders claim */
export interface ParcelClaim {
  id: string
  parcel_id: string
  kind: 'lost' | 'damaged' | 'missing'
  words: string
  asked_kobo: number
  state: Generated<'open' | 'to_be_paid' | 'accepted' | 'refused'>
  paid_kobo: Generated<number>
  answer: string | null
  key_id: string | null
  created_at: Generated<Timestamp>
  decided_at: Timestamp | null
  insured: boolean
  granted_kobo: Generated<number>
  answered_by: 'operator' | 'staff' | 'old rules' | null
  staff_key_id: string | null
  recommended_kobo: number | null
  recommendation: string | null
  recommended_at: Timestamp | null
}

/** what happened to them, append-only */
export interface ParcelEvent {
  id: string
  parcel_id: string
  kind: 'created' | 'paid' | 'cancelled' | 'received' | 'loaded' | 'in_transit' | 'at_hub' | 'ready_for_pickup' | 'out_for_delivery' | 'delivered' | 'on_hold' | 'damaged' | 'lost' | 'return_in_transit' | 'returned'
  occurred_at: Timestamp
  recorded_at: Generated<Timestamp>
  operator_id: string | null
  key_id: string | null
  motor_park_id: string | null
  trip_id: string | null
  said_at: Timestamp | null
}

/** photos of them, made anew without what cameras write into them */
export interface ParcelPhoto {
  id: string
  parcel_id: string
  claim_id: string | null
  number: number
  jpeg: Bytes
  created_at: Generated<Timestamp>
}

/** prices that were told, without anybody's name */
export interface ParcelQuote {
  id: string
  asked: Json
  route_id: number
  operator_id: string
  trip_id: string
  leg_from: number
  leg_to: number
  price: Json
  total_kobo: number
  valid_until: Timestamp
  created_at: Generated<Timestamp>
}

/** what a parcel can be */
export interface ParcelState {
  state: string
  rank: number | null
  is_end: Generated<boolean>
}

/** which state may follow which */
export interface ParcelTransition {
  from_state: string
  to_state: string
}
