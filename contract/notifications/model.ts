import * as z from 'zod/mini'
import type { ParcelState } from '#contract/parcels/rules'
import { instant } from '#contract/shapes'

/** A banner. `url` begins with `/` or `https://`; null if the banner is text only. */
export const Banner = z.object({
  id: z.int(),
  content: z.string(),
  url: z.nullable(z.string()),
  url_text: z.nullable(z.string()),
})

export type Banner = z.output<typeof Banner>

export const Announcement = z.object({
  id: z.int(),
  title: z.string(),
  body: z.string(),
  published_at: instant,
})

export type Announcement = z.output<typeof Announcement>

/**
 * The payload of a push message, at most `maxPushBytes`: the notification's text, and the state of a booking's trip,
 * so that the phone can update the ticket without a request. `url` is a path of the app.
 */
export interface TripPushPayload {
  kind: 'delayed' | 'vehicle' | 'note' | 'cancelled' | 'reminder'
  reference: string
  title: string
  body: string
  url: string
  trip: { status: string; delay_minutes: number; plate: string | null; note: string | null }
  server_time: string
}

/**
 * The payload of a push message about something that the phone does not store. A newer notification with the same
 * `reference` replaces an older one.
 */
export interface PersonPushPayload {
  kind: 'person'
  reference: string
  title: string
  body: string
  url: string
  server_time: string
}

/**
 * The payload of a push message about a parcel: `reference` is its tracking ID, `parcel` its state and latest event.
 */
export interface ParcelPushPayload {
  kind: 'parcel'
  reference: string
  title: string
  body: string
  url: string
  parcel: {
    state: ParcelState
    kind: ParcelState
    words: string
    at: string
    place: string | null
  }
  server_time: string
}
