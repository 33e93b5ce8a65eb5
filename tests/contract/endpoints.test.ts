import * as fc from 'fast-check'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/all'
import { getBooking, holdSeats, previewCancellation } from '#contract/bookings/endpoints'
import {
  type Endpoint,
  isSameForEverybody,
  makeCallUrl,
  listPathParameters,
} from '#contract/endpoint'
import { errorTable, makeRefusal } from '#contract/errors'
import { takeWebhook } from '#contract/payments/endpoints'
import { findTrips, getTrip } from '#contract/trips/endpoints'

/** Calls on which other programs depend; names in braces may change. */
const promised = [
  'GET /v1/{p}/generals/cities',
  'GET /v1/{p}/generals/passenger-types',
  'GET /v1/{p}/generals/vehicle-types',
  'GET /v1/{p}/generals/currencies',
  'GET /v1/{p}/generals/service-types',
  'GET /v1/{p}/generals/locations',
  'GET /v1/{p}/generals/parcels/routes',
  'GET /v1/{p}/generals/parcels/add-ons',
  'GET /v1/{p}/generals/parcels/types',
  'GET /v1/{p}/generals/parcels/sizes',
  'GET /v1/{p}/generals/fuel-stations',
  'GET /v1/{p}/fuel-monitors',
  'GET /v1/{p}/fuel-reports',
  'POST /v1/{p}/fuel-reports',
  'GET /v1/{p}/announcements',
  'GET /v1/{p}/banners',
  'GET /v1/{p}/push/key',
  'POST /v1/{p}/push/subscriptions',
  'PUT /v1/{p}/push/subscriptions',
  'DELETE /v1/{p}/push/subscriptions',
  'POST /v1/{p}/trips/{}/status',
  'GET /v1/{p}/articles',
  'GET /v1/{p}/articles/{}',
  'GET /v1/{p}/conversations',
  'POST /v1/{p}/conversations',
  'GET /v1/{p}/conversations/{}',
  'GET /v1/{p}/conversations/{}/messages',
  'POST /v1/{p}/conversations/{}/messages',
  'GET /v1/{p}/conversations/{}/photos/{}',
  'POST /v1/{p}/conversations/{}/marks',
  'POST /v1/{p}/conversations/{}/typing',
  'POST /v1/{p}/conversations/{}/rating',
  'GET /v1/{p}/unread-messages',
  'GET /v1/{p}/desk-hours',
  'GET /v1/{p}/events',
  'GET /v1/{p}/operator/conversations',
  'GET /v1/{p}/operator/conversations/{}/messages',
  'GET /v1/{p}/operator/conversations/{}/photos/{}',
  'POST /v1/{p}/operator/conversations/{}/messages',
  'POST /v1/{p}/operator/conversations/{}/marks',
  'POST /v1/{p}/operator/conversations/{}/state',
  'POST /v1/{p}/operator/conversations/{}/hand-over',
  'GET /v1/{p}/staff/conversations',
  'GET /v1/{p}/staff/conversations/{}/messages',
  'GET /v1/{p}/staff/conversations/{}/photos/{}',
  'POST /v1/{p}/staff/conversations/{}/messages',
  'POST /v1/{p}/staff/conversations/{}/marks',
  'POST /v1/{p}/staff/conversations/{}/state',
  'POST /v1/{p}/staff/conversations/{}/hand-over',
  'GET /v1/{p}/connections/routes',
  'GET /v1/{p}/trips',
  'GET /v1/{p}/trips/{}',
  'GET /v1/{p}/motor-parks',
  'GET /v1/{p}/motor-parks/{}',
  'GET /v1/{p}/motor-parks/{}/departures',
  'POST /v1/{p}/bookings',
  'GET /v1/{p}/bookings',
  'GET /v1/{p}/bookings/{}',
  'DELETE /v1/{p}/bookings/{}',
  'PUT /v1/{p}/bookings/{}/passengers',
  'GET /v1/{p}/bookings/{}/cancellation',
  'POST /v1/{p}/bookings/{}/cancellation',
  'GET /v1/{p}/bookings/{}/reschedule',
  'POST /v1/{p}/bookings/{}/reschedule',
  'GET /v1/{p}/bookings/{}/tickets',
  'GET /v1/{p}/bookings/{}/ticket.pdf',
  'GET /v1/{p}/bookings/{}/receipt.pdf',
  'GET /v1/{p}/bookings/{}/calendar.ics',
  'GET /v1/{p}/tickets/keys',
  'POST /v1/{p}/parcels/quotes',
  'POST /v1/{p}/parcels',
  'GET /v1/{p}/parcels',
  'GET /v1/{p}/parcels/{}',
  'DELETE /v1/{p}/parcels/{}',
  'POST /v1/{p}/parcels/{}/pickup-pin',
  'GET /v1/{p}/parcels/{}/photo.jpg',
  'GET /v1/{p}/parcels/{}/waybill.pdf',
  'POST /v1/{p}/parcels/{}/claims',
  'GET /v1/{p}/parcels/{}/claims/{}/photos/{}',
  'GET /v3/{p}/parcels/tracking/{}',
  'POST /v1/{p}/parcel-events',
  'GET /v1/{p}/operator/parcels',
  'GET /v1/{p}/operator/claims',
  'GET /v1/{p}/operator/claims/{}/photos/{}',
  'POST /v1/{p}/operator/claims/{}/answer',
  'POST /v1/{p}/operator/claims/{}/recommendation',
  'GET /v1/{p}/staff/claims',
  'GET /v1/{p}/staff/claims/{}/photos/{}',
  'POST /v1/{p}/staff/claims/{}/answer',
  'GET /v1/{p}/staff/insurance',
  'POST /v1/{p}/staff/insurance/float',
  'GET /v1/{p}/operator/departures',
  'GET /v1/{p}/trips/{}/manifest',
  'POST /v1/{p}/boarding-scans',
  'GET /v1/{p}/payment-methods',
  'POST /v1/{p}/payments',
  'GET /v1/{p}/payments/{}',
  'POST /v1/{p}/payments/{}/verify',
  'POST /v1/{p}/webhooks/{}',
  'POST /v1/{p}/auth/signup',
  'POST /v1/{p}/auth/login',
  'GET /v1/{p}/auth/google',
  'POST /v1/{p}/auth/google',
  'POST /v1/{p}/auth/refresh',
  'POST /v1/{p}/auth/logout',
  'POST /v1/{p}/auth/password/forgot',
  'POST /v1/{p}/auth/password/reset',
  'POST /v1/{p}/auth/password/change',
  'POST /v1/{p}/auth/contact/code',
  'POST /v1/{p}/auth/contact/verify',
  'GET /v1/{p}/auth/sessions',
  'DELETE /v1/{p}/auth/sessions/{}',
  'DELETE /v1/{p}/auth/sessions',
  'GET /v2/{p}/profile/fetch/profile',
  'PATCH /v1/{p}/profile',
  'POST /v1/{p}/profile/export',
  'POST /v1/{p}/profile/export.pdf',
  'POST /v1/{p}/profile/erase',
  'DELETE /v1/{p}/profile/erase',
  'GET /v1/{p}/profile/travellers',
  'POST /v1/{p}/profile/travellers',
  'PATCH /v1/{p}/profile/travellers/{}',
  'DELETE /v1/{p}/profile/travellers/{}',
  'GET /v1/{p}/profile/guest-bookings',
  'POST /v1/{p}/profile/guest-bookings',
  'GET /v1/{p}/rewards',
  'GET /v1/{p}/rewards/points',
  'POST /v1/{p}/rewards/redemptions',
  'GET /v1/{p}/referral',
  'GET /v1/{p}/reviews',
  'GET /v1/{p}/reviews/operators',
  'POST /v1/{p}/reviews',
  'DELETE /v1/{p}/reviews/{}',
  'GET /v1/{p}/profile/reviews',
]

const callOf = ({ method, path }: Endpoint) =>
  `${method} ${path.replaceAll(/\{(\w+)\}/g, (whole) => (whole === '{p}' ? whole : '{}'))}`

const shapeOf = (endpoint: Endpoint): readonly string[] =>
  'shape' in endpoint.input ? Object.keys(endpoint.input.shape as object) : []

test.each(promised)('%s is promised', (call) => {
  expect(endpoints.map(callOf)).toContain(call)
})

test('the payment companies of the specification tell of payments', () => {
  const company = takeWebhook.input.shape.provider
  for (const name of ['paystack', 'flutterwave'])
    expect(company.safeParse(name).success, name).toBe(true)
  expect(company.safeParse('constructor').success).toBe(false)
})

test('every endpoint has a name of its own and an address of its own', () => {
  expect(new Set(endpoints.map(({ name }) => name)).size).toBe(endpoints.length)
  expect(new Set(endpoints.map(callOf)).size).toBe(endpoints.length)
})

test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s names only refusals with a sentence and path names it reads',
  (_, endpoint) => {
    expect(endpoint.path).toMatch(/^\/v\d\/\{p\}(\/[\w{}.-]+)+$/)
    expect(endpoint.summary).not.toBe('')
    for (const code of endpoint.refusals) expect(errorTable).toHaveProperty(code)
    expect(shapeOf(endpoint)).toEqual(expect.arrayContaining(listPathParameters(endpoint.path)))
  },
)

test('what creates or moves something is safe to repeat, what only reads carries no key', () => {
  for (const endpoint of endpoints) {
    if (endpoint.method === 'GET' || endpoint.access === 'provider')
      expect(endpoint.idempotency).toBeUndefined()
    // Endpoints with these paths need no idempotency key. A stored answer would store a token or a PIN; logging in
    // twice only makes a second session. An export only reads, and its answer must not be stored; a repeated erasure is
    // one erasure, a repeated quote binds nobody, and codes are limited wherever they are sent. A typing notice is
    // forgotten in seconds.
    const needsNone =
      /\/(auth|webhooks|verify|export|erase|quotes|pickup-pin|codes|proofs|typing)\b/.test(
        endpoint.path,
      )
    if (endpoint.method === 'POST' && !needsNone)
      expect(endpoint.idempotency, endpoint.name).toBeDefined()
  }
})

test('what is for keys names the scope that a key must have, and nothing else does', () => {
  for (const { name, access, scope } of endpoints)
    expect(scope !== undefined, name).toBe(access === 'operator' || access === 'staff')
})

test('what is for desks names the roles that may call, and nothing else does', () => {
  for (const { name, access, roles, before_proof } of endpoints) {
    expect((roles ?? []).length > 0, name).toBe(access === 'desk')
    if (before_proof) expect(access, name).toBe('desk')
  }
})

test('every refusal has a 4xx or 5xx status and says in a sentence what to do', () => {
  for (const [code, [status, sentence]] of Object.entries(errorTable)) {
    expect(status, code).toBeGreaterThanOrEqual(400)
    expect(sentence, code).toMatch(/^[A-Z].+\.$/)
    expect(sentence, code).not.toMatch(/error|occurred|invalid/i)
  }
  expect(makeRefusal('seat_taken', { fields: { seats: 'Seat 4 is gone.' } })).toMatchObject({
    status: 409,
    code: 'seat_taken',
    message: errorTable.seat_taken[1],
    fields: { seats: 'Seat 4 is gone.' },
  })
})

test('an address carries its path, its query and nothing of the body', () => {
  expect(listPathParameters(previewCancellation.path)).toEqual(['reference'])
  expect(makeCallUrl(getBooking, { reference: 'AB 12/..' })).toBe(
    '/api/v1/waka/bookings/AB%2012%2F..',
  )
  expect(makeCallUrl(previewCancellation, { reference: 'R', seats: '4,5' })).toBe(
    '/api/v1/waka/bookings/R/cancellation?seats=4%2C5',
  )
  expect(makeCallUrl(holdSeats, { trip_id: 'x', seats: [1] })).toBe('/api/v1/waka/bookings')
  expect(
    makeCallUrl(findTrips, { from: 'lagos', to: '', operator: ['a', 'b'], page: undefined }),
  ).toBe('/api/v1/waka/trips?from=lagos&operator=a%2Cb')
})

test('no value climbs out of its place in the address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
      const address = new URL(`http://x${makeCallUrl(getTrip, { id })}`)
      if (id === '.' || id === '..') return
      expect(address.pathname.split('/')).toHaveLength(6)
      expect(decodeURIComponent(address.pathname.split('/')[5] ?? '')).toBe(id)
      expect(address.search).toBe('')
    }),
  )
})

test('every photo is served at the widths of the specification, and at no other', () => {
  const photos = endpoints.filter(({ file }) => file === 'image/jpeg')
  expect(photos.length).toBeGreaterThan(7)
  const refuses = ({ input }: Endpoint, w: string) =>
    input.safeParse({ w }).error?.issues.some(({ path }) => path[0] === 'w') === true
  const widths = [640, 750, 828, 1080, 1200, 1920, 2048, 3840, 16, 384].map(String)
  for (const photo of photos) {
    expect([photo.name, widths.filter((w) => refuses(photo, w))]).toEqual([photo.name, []])
    expect([photo.name, refuses(photo, '1000')]).toEqual([photo.name, true])
    const isUnknown = photo.input
      .safeParse({ w: '640' })
      .error?.issues.some(({ code }) => code === 'unrecognized_keys')
    expect([photo.name, isUnknown ?? false]).toEqual([photo.name, false])
  }
})

test('what shared caches may hold is public, and only read', () => {
  const shared = endpoints.filter(isSameForEverybody)
  expect(shared.length).toBeGreaterThan(30)
  for (const { method, access, cookie, streams, idempotency } of shared)
    expect({ method, access, cookie, streams, idempotency }).toEqual({
      method: 'GET',
      access: 'anyone',
    })
})

/** Returns whether each of the instants in an input may be of the year 0, by name of the field, however deep in it. */
function listInstants({ input }: Endpoint): [field: string, takesYear0: boolean][] {
  const instants: [string, boolean][] = []
  z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema }) => {
      if (!(zodSchema instanceof z.ZodMiniObject)) return
      for (const [field, schema] of Object.entries(zodSchema.shape)) {
        const takes = (text: string) => z.safeParse(schema, text).success
        const isText = ['short text', 'text as long as an instant'].some(takes)
        if (takes('2026-11-21T10:00:00Z') && !isText)
          instants.push([field, takes('0000-02-29T00:00:00Z')])
      }
    },
  })
  return instants
}

test('no input takes the year 0, which PostgreSQL does not know', () => {
  const instants = endpoints.flatMap((endpoint) =>
    listInstants(endpoint).map(([field, takesYear0]) => [`${endpoint.name}.${field}`, takesYear0]),
  )
  expect(instants.length).toBeGreaterThanOrEqual(10)
  expect(instants.filter(([, takesYear0]) => takesYear0)).toEqual([])
})
