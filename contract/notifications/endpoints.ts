import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { page, PageMeta, perPage, reference } from '#contract/shapes'
import { Announcement, Banner } from './model.ts'

export const listBanners = endpoint({
  name: 'listBanners',
  summary: 'Banners of the strip above the navigation, in order',
  method: 'GET',
  path: '/v1/{p}/banners',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.array(Banner),
  refusals: [],
  cache: 'lookup',
})

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

const endpointOfPush = z
  .string()
  .check(
    z.maxLength(1000, { error: 'This push address is too long.', abort: true }),
    z.regex(/^https?:\/\/[\x21-\x7e]+$/, 'This is not the address of a push service.'),
  )

/** A push subscription as the browser's `PushSubscription` has it. */
const PushSubscriptionInput = z.strictObject({
  endpoint: endpointOfPush,
  keys: z.strictObject({
    p256dh: z.string().check(z.regex(/^B[\w-]{86}=?$/, 'This is not the key of a phone.')),
    auth: z.string().check(z.regex(/^[\w-]{22}={0,2}$/, 'This is not the secret of a phone.')),
  }),
})

export const getPushKey = endpoint({
  name: 'getPushKey',
  summary: 'The public VAPID key for `pushManager.subscribe`',
  method: 'GET',
  path: '/v1/{p}/push/key',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.object({ public_key: z.string() }),
  refusals: [],
})

export const subscribePush = endpoint({
  name: 'subscribePush',
  summary: 'Subscribes this phone to push about my trips, or, as a guest, about one booking',
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
  summary: 'Replaces the push address of this phone, authorised by the old one',
  method: 'PUT',
  path: '/v1/{p}/push/subscriptions',
  access: 'anyone',
  input: z.strictObject({ ...PushSubscriptionInput.shape, replaces: endpointOfPush }),
  output: z.object({ subscribed: z.boolean() }),
  refusals: ['not_found'],
})

export const unsubscribePush = endpoint({
  name: 'unsubscribePush',
  summary: 'Unsubscribes this phone from push; idempotent',
  method: 'DELETE',
  path: '/v1/{p}/push/subscriptions',
  access: 'anyone',
  input: z.strictObject({ endpoint: endpointOfPush }),
  output: z.object({ subscribed: z.boolean() }),
  refusals: [],
})
