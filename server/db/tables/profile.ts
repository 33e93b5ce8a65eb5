// Written by npm run tables from the migrations.
import type { Generated, Timestamp } from '#server/db/column-types'

/** people somebody books for, kept to fill the passenger form */
export interface Traveller {
  id: string
  person_id: string
  full_name: string
  gender: 'female' | 'male'
  passenger_type: string
  phone: string | null
  address: string
  created_at: Generated<Timestamp>
}
