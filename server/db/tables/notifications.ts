// Written by npm run tables from the migrations.
import type { Generated, Timestamp } from '#server/db/column-types'

/** news for travellers */
export interface Announcement {
  id: Generated<number>
  title: string
  body: string
  published_at: Generated<Timestamp>
}

/** what the strip above the navigation says */
export interface Banner {
  id: Generated<number>
  position: number
  content: string
  url: string | null
  url_text: string | null
  shown_from: Generated<Timestamp>
  shown_until: Timestamp | null
}

/** bookings that a phone without an account wants news of */
export interface PushBooking {
  subscription_id: string
  booking_id: string
}

/** news that a push service has taken for a phone */
export interface PushSent {
  subscription_id: string
  news_id: string
  sent_at: Generated<Timestamp>
}

/** phones that want news of trips */
export interface PushSubscription {
  id: string
  endpoint: string
  p256dh: string
  auth: string
  person_id: string | null
  login_id: string | null
  created_at: Generated<Timestamp>
}
