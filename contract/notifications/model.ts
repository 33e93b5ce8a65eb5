import * as z from 'zod/mini'
import type { ParcelState } from '#contract/parcels/states'
import { instant } from '#contract/shapes'

/** Milliseconds: how long a banner stands, and how long the list of them is fresh (spec.md section 9). */
export const bannerTurnMs = 5000

export const bannerFreshMs = 300_000

/** `url` begins with `/` or `https://`; null: words alone. */
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
 * What a push carries, at most 1 kB: words for the notification, and how the trip of a booking stands
 * now, so that the ticket on the phone is right without asking. `url` is a path of the app.
 */
export interface TripNews {
  kind: 'delayed' | 'vehicle' | 'note' | 'cancelled' | 'reminder'
  reference: string
  title: string
  body: string
  url: string
  trip: { status: string; delay_minutes: number; plate: string | null; note: string | null }
  server_time: string
}

/** News for a person that are about nothing kept on the phone; `reference` only folds a newer one over an older. */
export interface PersonNews {
  kind: 'person'
  reference: string
  title: string
  body: string
  url: string
  server_time: string
}

/** The same for a parcel: `reference` is its tracking id, `parcel` how it stands now and the event that says so. */
export interface ParcelNews {
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
