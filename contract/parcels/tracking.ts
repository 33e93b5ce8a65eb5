import * as z from 'zod/mini'
import { code, id, instant, deviceInstant, kobo, personName, phone, text } from '#contract/shapes'
import { ParcelDetailsView } from './details.ts'
import { isReference, hasOldWaybillForm } from '#contract/reference'
import { parsePhone } from '#contract/phone'
import { parcelEventKinds, parcelStates } from './rules.ts'

/** A stop on the parcel's way. `at`: when it was there; null before that. */
const TrackingStop = z.object({
  place: z.string(),
  /** Kilometres from the start. */
  km: z.int(),
  /** The location of the city, never of a place in it. */
  latitude: z.number(),
  longitude: z.number(),
  planned_at: z.nullable(instant),
  at: z.nullable(instant),
})

const TrackingEvent = z.object({
  kind: z.enum(['created', 'paid', 'cancelled', ...parcelEventKinds]),
  /** The sentence that people see: `Loaded on a bus in Lagos`. */
  words: z.string(),
  at: instant,
  /** A city or a public motor park, never more. */
  place: z.nullable(z.string()),
})

/** The storage fee due at the counter, at `server_time`. */
const Storage = z.object({ free_until: instant, per_day_kobo: kobo, due_kobo: kobo })

/**
 * Where a parcel is, for anyone with its tracking ID: no name, phone or exact address. `words`: its state and the
 * next step in one sentence.
 */
export const Tracking = z.object({
  tracking_id: z.string(),
  state: z.enum(parcelStates),
  words: z.string(),
  from_city: z.string(),
  to_city: z.string(),
  /** Where it is handed over: a motor park, or `Door in Kano`. */
  from_place: z.string(),
  to_place: z.string(),
  operator: z.string(),
  hand_in_by: instant,
  /** When its bus arrives in the city; null once the parcel has arrived. */
  expected_at: z.nullable(instant),
  /**
   * The motor park where its bus arrives, which may differ from `to_place`. Missing in parcels stored before this field
   * existed.
   */
  expected_park: z.optional(z.nullable(z.string())),
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

/**
 * One scan by an operator. The scanner generates `id`, so that a scan that is sent twice counts once. `parcel`: its
 * waybill number or tracking ID. `loaded` needs bus and driver, `delivered` and `returned` need the `pin`.
 */
export const ParcelScan = z.strictObject({
  id,
  parcel: text(8, 20),
  kind: z.enum(parcelEventKinds),
  occurred_at: deviceInstant,
  /** The code of a counter or a motor park. */
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
 * The outcome of a scan. `recorded`: it is in the history; `state` is the current state of the parcel. `duplicate`: it
 * was recorded before. `not_live`: the parcel is unpaid, cancelled or delivered. `not_received`: the scan is stored,
 * and counts once an earlier `received` scan arrives. `wrong_time`: not stored, since it is from before the payment,
 * from the future or older than 30 days. `wrong_pin`, `pin_locked`: not delivered. `storage_due`: not delivered, since
 * a storage fee is due and the scan came from a member, who must use `deliverParcel`. `unknown`: no parcel of this
 * operator.
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
    'storage_due',
    'unknown',
  ]),
  state: z.optional(z.enum(parcelStates)),
})

export type ParcelScanResult = z.output<typeof ParcelScanResult>

/**
 * `search`: the number of a waybill or a tracking ID, which finds any paid parcel of the operator; or the phone number
 * of sender or receiver, which finds those that are not delivered. `place`: only parcels of this counter or motor park.
 */
export const FindOperatorParcelsInput = z.strictObject({
  place: z.optional(code),
  search: z.optional(
    z.string().check(
      z.maxLength(40, 'This is too long.'),
      z.refine(
        (written) =>
          isReference(written) || hasOldWaybillForm(written) || parsePhone(written) !== undefined,
        'Enter the number of the waybill, or a phone number.',
      ),
    ),
  ),
})

/**
 * A parcel as its carrier's counter sees it. `reached`: how far the parcel has come, even if the latest scan reports a
 * problem. `from_park` and `to_park`: the codes of the motor parks of its counters; in place of a door, the motor park
 * of its planned bus. `trip_id`: the departure of this bus, without its legs. `sold_at_counter`: the counter sold the
 * parcel, so the operator itself has the money.
 */
export const CounterParcel = z.object({
  tracking_id: z.string(),
  waybill: z.string(),
  state: z.enum(parcelStates),
  reached: z.enum(parcelStates),
  from_city: z.string(),
  to_city: z.string(),
  from_place: z.string(),
  to_place: z.string(),
  from_park: z.string(),
  to_park: z.string(),
  size: z.string(),
  type: z.string(),
  add_ons: z.array(z.string()),
  contents: z.nullable(z.string()),
  ...ParcelDetailsView.shape,
  declared_value_kobo: kobo,
  sender_name: z.nullable(z.string()),
  receiver_name: z.nullable(z.string()),
  receiver_phone: z.nullable(z.string()),
  sender_phone: z.nullable(z.string()),
  trip_id: z.string(),
  departs_at: instant,
  zone: z.string(),
  storage: z.nullable(Storage),
  sold_at_counter: z.boolean(),
})

export type CounterParcel = z.output<typeof CounterParcel>
