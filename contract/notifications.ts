import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant, page, PageMeta, perPage, reference } from './shapes.ts'
import type { ParcelState } from './parcel-states.ts'

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

export const listBanners = endpoint({
  name: 'listBanners',
  summary: 'What the strip above the navigation says, in its order',
  method: 'GET',
  path: '/v1/{p}/banners',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.array(Banner),
  refusals: [],
  cache: 'lookup',
})

export const Announcement = z.object({
  id: z.int(),
  title: z.string(),
  body: z.string(),
  published_at: instant,
})
export type Announcement = z.output<typeof Announcement>

export const listAnnouncements = endpoint({
  name: 'listAnnouncements',
  summary: 'News for travellers, newest first',
  method: 'GET',
  path: '/v1/{p}/announcements',
  access: 'anyone',
  input: z.strictObject({ per_page: perPage(10), page }),
  output: z.array(Announcement),
  meta: PageMeta,
  refusals: [],
  cache: 'lookup',
})

/**
 * What a push carries, at most 1 kB: words for the notification, and how the trip of a booking stands
 * now, so that the ticket on the phone is right without asking. `url` is a path of the app.
 */
export interface TripNews {
  kind: 'delayed' | 'vehicle' | 'note' | 'cancelled'
  reference: string
  title: string
  body: string
  url: string
  trip: { status: string; delay_minutes: number; plate: string | null; note: string | null }
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

const endpointOfPush = z
  .string()
  .check(
    z.maxLength(1000, { error: 'This push address is too long.', abort: true }),
    z.regex(/^https?:\/\/[\x21-\x7e]+$/, 'This is not the address of a push service.'),
  )

/** A phone's address at its push service and its keys, as the browser's `PushSubscription` has them. */
const PushSubscriptionInput = z.strictObject({
  endpoint: endpointOfPush,
  keys: z.strictObject({
    p256dh: z.string().check(z.regex(/^B[\w-]{86}=?$/, 'This is not the key of a phone.')),
    auth: z.string().check(z.regex(/^[\w-]{22}={0,2}$/, 'This is not the secret of a phone.')),
  }),
})

export const getPushKey = endpoint({
  name: 'getPushKey',
  summary: 'The key with which our pushes are signed (VAPID), for `pushManager.subscribe`',
  method: 'GET',
  path: '/v1/{p}/push/key',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.object({ public_key: z.string() }),
  refusals: [],
})

export const subscribePush = endpoint({
  name: 'subscribePush',
  summary: 'This phone wants news of my trips, or as a guest of the one booking that is named',
  method: 'POST',
  path: '/v1/{p}/push/subscriptions',
  access: 'owner',
  input: z.strictObject({
    ...PushSubscriptionInput.shape,
    reference: z.optional(reference),
  }),
  output: z.object({ subscribed: z.boolean() }),
  refusals: ['not_found', 'not_signed_in'],
  idempotency: 'required',
})

export const renewPush = endpoint({
  name: 'renewPush',
  summary: 'The push service gave this phone a new address: the old one proves whose it is',
  method: 'PUT',
  path: '/v1/{p}/push/subscriptions',
  access: 'anyone',
  input: z.strictObject({ ...PushSubscriptionInput.shape, replaces: endpointOfPush }),
  output: z.object({ subscribed: z.boolean() }),
  refusals: ['not_found'],
})

export const unsubscribePush = endpoint({
  name: 'unsubscribePush',
  summary: 'No more news to this phone; the same answer whether or not there were any',
  method: 'DELETE',
  path: '/v1/{p}/push/subscriptions',
  access: 'anyone',
  input: z.strictObject({ endpoint: endpointOfPush }),
  output: z.object({ subscribed: z.boolean() }),
  refusals: [],
})
