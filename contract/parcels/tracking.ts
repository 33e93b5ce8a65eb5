import * as z from 'zod/mini'
import { ShownDetails } from './details.ts'
import { parcelEventKinds, parcelStates } from './states.ts'
import { code, id, instant, instantOfClock, kobo, personName, phone, text } from '#contract/shapes'

/** Working days (Monday to Friday) a parcel waits at the counter at no cost, and with the add-on. */
export const freeStorageDays = 3

const longerStorageDays = 6

/** How many of them a parcel with these add-ons (codes) waits. */
export const freeDaysWith = (add_ons: readonly string[]): number =>
  add_ons.includes('longer_storage') ? longerStorageDays : freeStorageDays

/** Storage per further calendar day, kobo: below and from ten kilograms. */
export const storagePerDayKobo = { light: 20_000, heavy: 50_000, heavy_from_grams: 10_000 }

/** A stop of the parcel's way, drawn as a line. `at` is null until it was there. */
const TrackingStop = z.object({
  place: z.string(),
  /** Kilometres from the start, for drawing. */
  km: z.int(),
  /** Where the city lies: nothing tells where in it. */
  latitude: z.number(),
  longitude: z.number(),
  planned_at: z.nullable(instant),
  at: z.nullable(instant),
})

const TrackingEvent = z.object({
  kind: z.enum(['created', 'paid', 'cancelled', ...parcelEventKinds]),
  /** The sentence shown: `Loaded on a bus in Lagos`. */
  words: z.string(),
  at: instant,
  /** A city or a public motor park, never more. */
  place: z.nullable(z.string()),
})

/** The storage fee due at the counter. `due_kobo` as of `server_time`. */
const Storage = z.object({ free_until: instant, per_day_kobo: kobo, due_kobo: kobo })

/**
 * Where a parcel is, for anybody who has its tracking id: no name, no phone, no exact address. `words`
 * says in one sentence how it stands and what comes next.
 */
export const Tracking = z.object({
  tracking_id: z.string(),
  state: z.enum(parcelStates),
  words: z.string(),
  from_city: z.string(),
  to_city: z.string(),
  /** Where it is handed in and out: a public motor park, or `Door in Kano`. */
  from_place: z.string(),
  to_place: z.string(),
  operator: z.string(),
  hand_in_by: instant,
  expected_at: z.nullable(instant),
  stops: z.array(TrackingStop),
  /** Newest first. */
  events: z.array(TrackingEvent),
  storage: z.nullable(Storage),
  zone: z.string(),
  link: z.string(),
  share_text: z.string(),
  server_time: instant,
})

export type Tracking = z.output<typeof Tracking>

/** Where the app shows a parcel to anybody, below the origin: what people share, scan and tap. */
export const trackingPath = (tracking_id: string) => `/track-parcel?id=${tracking_id}`

/**
 * One scan of an operator. `id` is made by the scanner, so that anything that is sent twice counts once. The
 * parcel by its `waybill` or its `tracking_id`. `loaded` names the bus and its driver, `delivered` and
 * `returned` need the `pin`.
 */
export const ParcelScan = z.strictObject({
  id,
  parcel: text(8, 20),
  kind: z.enum(parcelEventKinds),
  occurred_at: instantOfClock,
  /** A counter's or a motor park's code. */
  place: z.optional(code),
  /** The departure, without its legs. */
  trip_id: z.optional(id),
  plate: z.optional(text(3, 15)),
  driver_name: z.optional(personName),
  driver_phone: z.optional(phone),
  pin: z.optional(z.string().check(z.regex(/^\d{6}$/, 'A pickup PIN has 6 digits.'))),
})

export type ParcelScan = z.output<typeof ParcelScan>

/**
 * What became of a scan. `recorded`: it is in the parcel's history, whose state now is `state`.
 * `duplicate`: it was here already. `not_live`: the parcel is unpaid, cancelled or handed out.
 * `not_received`: noted, and counts once a `received` scan from before it has come. `wrong_time`: not noted,
 * since it is from before the payment, from the future or older than 30 days. `wrong_pin`, `pin_locked`:
 * nothing was handed out. `unknown`: no parcel of this operator.
 */
export const ParcelScanResult = z.object({
  id: z.string(),
  result: z.enum([
    'recorded',
    'duplicate',
    'not_live',
    'not_received',
    'wrong_time',
    'wrong_pin',
    'pin_locked',
    'unknown',
  ]),
  state: z.optional(z.enum(parcelStates)),
})

export type ParcelScanResult = z.output<typeof ParcelScanResult>

/** A parcel as its carrier's counter knows it. */
export const CounterParcel = z.object({
  tracking_id: z.string(),
  waybill: z.string(),
  state: z.enum(parcelStates),
  from_place: z.string(),
  to_place: z.string(),
  size: z.string(),
  type: z.string(),
  add_ons: z.array(z.string()),
  contents: z.nullable(z.string()),
  ...ShownDetails.shape,
  declared_value_kobo: kobo,
  sender_name: z.nullable(z.string()),
  receiver_name: z.nullable(z.string()),
  receiver_phone: z.nullable(z.string()),
  departs_at: instant,
})

export type CounterParcel = z.output<typeof CounterParcel>
