// Written by npm run tables from the migrations.
import type { Bytes, Generated, Timestamp } from '#server/db/column-types'

/** answers that a desk has ready */
export interface CannedAnswer {
  id: string
  desk_id: string | null
  title: string
  body: string
  changed_at: Generated<Timestamp>
}

/** conversations of people with operators, with listed businesses and with our support line */
export interface Conversation {
  id: string
  person_id: string
  operator_id: string | null
  state: Generated<'open' | 'closed'>
  created_at: Generated<Timestamp>
  desk_id: string | null
  last_seq: Generated<number>
  last_at: Generated<Timestamp>
  person_got: Generated<number>
  person_read: Generated<number>
  desk_got: Generated<number>
  desk_read: Generated<number>
  waits_since: Timestamp | null
  assigned_to: string | null
  closed_at: Timestamp | null
  rating: number | null
  rating_words: string | null
  business_id: string | null
}

/** what was said in conversations, append-only */
export interface Message {
  id: string
  conversation_id: string
  number: Generated<number>
  sender: 'person' | 'business' | 'automatic'
  body: string
  client_ref: string | null
  sent_at: Generated<Timestamp>
  seq: Generated<number>
  author: string | null
  author_id: string | null
  desk_id: string | null
  waited_seconds: number | null
  about_kind: 'booking' | 'parcel' | 'charter' | null
  about_reference: string | null
  about_title: string | null
  has_photo: Generated<boolean>
  desk_saw: number | null
}

/** photos that came with messages */
export interface MessagePhoto {
  message_id: string
  jpeg: Bytes
}
