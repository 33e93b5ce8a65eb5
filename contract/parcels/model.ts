import * as z from 'zod/mini'
import { refundStates } from '#contract/money'
import {
  code,
  id,
  instant,
  jpeg,
  kobo,
  lines,
  personName,
  phone,
  text,
  tripId,
  wholeNumber,
} from '#contract/shapes'
import { ParcelClaim } from './claims.ts'
import { ParcelDetails, ParcelDetailsView } from './details.ts'
import { Tracking } from './tracking.ts'

/** The highest declared value, in kobo. Anything above needs a carrier of valuables. */
const maxDeclaredKobo = 500_000_000

/** Where a parcel is handed over: at a counter (its code in `listLocations`) or at a door. */
const Handover = z.strictObject({
  at: z.enum(['park', 'door'], 'Choose the counter or the door.'),
  location: z.optional(code),
})

/** A handover with its address, if it is at a door. A quote does not need the address yet. */
const PlacedHandover = z.strictObject({ ...Handover.shape, address: z.optional(text(5, 160)) })

/**
 * A parcel to be priced, with either a `size` or all four measures. `trip_id`: the bus; by default the next one that
 * can carry it. Units are kobo, centimetres and grams.
 */
export const ParcelQuoteInput = z.strictObject({
  route: code,
  size: z.optional(code),
  length_cm: z.optional(wholeNumber(1, 300)),
  width_cm: z.optional(wholeNumber(1, 300)),
  height_cm: z.optional(wholeNumber(1, 300)),
  weight_grams: z.optional(wholeNumber(1, 100_000)),
  type: code,
  add_ons: z._default(z.array(code).check(z.maxLength(12, 'Choose at most 12.')), []),
  declared_value_kobo: kobo.check(
    z.maximum(maxDeclaredKobo, 'We carry parcels worth up to ₦5,000,000.'),
  ),
  drop_off: Handover,
  pick_up: Handover,
  trip_id: z.optional(tripId),
})

export type ParcelQuoteInput = z.output<typeof ParcelQuoteInput>

/** A bus that carries parcels on the route. `hand_in_by`: when the parcel must be at the counter. */
export const ParcelDeparture = z.object({
  trip_id: z.string(),
  operator: z.object({ code: z.string(), name: z.string() }),
  from_park: z.string(),
  to_park: z.string(),
  hand_in_by: instant,
  departs_at: instant,
  arrives_at: instant,
  zone: z.string(),
})

export type ParcelDeparture = z.output<typeof ParcelDeparture>

export const ParcelLine = z.object({
  code: z.enum(['carriage', 'add_on', 'door', 'cover', 'service_fee', 'vat']),
  label: z.string(),
  amount_kobo: kobo,
})

/** `total_kobo` is the sum of the amounts of `lines`. */
export const ParcelPrice = z.object({ lines: z.array(ParcelLine), total_kobo: kobo })

/** A price with VAT, valid until `valid_until`. `departures`: the next buses; the price is for the first. */
export const ParcelQuote = z.object({
  id: z.string(),
  ...ParcelPrice.shape,
  /** The most that is paid for loss or damage. */
  cover_kobo: kobo,
  /** The larger of weight and weight by volume, on which the price depends. */
  chargeable_grams: z.int(),
  counts_as: z.object({ code: z.string(), name: z.string() }),
  departures: z.array(ParcelDeparture),
  valid_until: instant,
  server_time: instant,
})

export type ParcelQuote = z.output<typeof ParcelQuote>

/** Sender or receiver. */
const ParcelPerson = z.strictObject({ full_name: personName, phone })

/**
 * A new parcel from a quote. A phone without a network sends the input of the quote instead; the parcel is priced when
 * the request arrives. `client_ref` is the phone's id for it; a repeated call makes no second parcel.
 */
export const CreateParcelInput = z.strictObject({
  quote_id: z.optional(id),
  quote: z.optional(ParcelQuoteInput),
  sender: ParcelPerson,
  receiver: ParcelPerson,
  contents: lines(3, 300),
  ...ParcelDetails.shape,
  /**
   * Whether the sender has read what must not be sent. Our app asks every sender; the users of other programs agree to
   * it with our terms.
   */
  nothing_prohibited: z.optional(z.literal(true, 'Confirm that nothing in it is prohibited.')),
  /** Where the sender hands the parcel over; a door needs its address. By default, the counter of the quote. */
  drop_off: z.optional(PlacedHandover),
  pick_up: PlacedHandover,
  photo: z.optional(jpeg),
  client_ref: z.optional(id),
})

export type CreateParcelInput = z.output<typeof CreateParcelInput>

/** Where a parcel is handed over, in answers. */
const HandoverPlace = z.object({
  at: z.enum(['park', 'door']),
  /** The motor park of the counter, or the city of the door. */
  name: z.string(),
  city: z.string(),
  /** The address of the park or door; null after its retention. */
  address: z.nullable(z.string()),
  location: z.nullable(z.string()),
})

/** The driver, from the loading scan. */
export const ParcelDriver = z.object({
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  plate: z.nullable(z.string()),
  operator: z.string(),
  loaded_at: instant,
})

export type ParcelDriver = z.output<typeof ParcelDriver>

const Person = z.object({ full_name: z.string(), phone: z.string() })

/** A parcel of the caller. Names are null from 30 days after its end. */
export const Parcel = z.object({
  id: z.string(),
  tracking_id: z.string(),
  waybill: z.nullable(z.string()),
  route: z.object({ code: z.string(), from_city: z.string(), to_city: z.string() }),
  size: z.object({ code: z.nullable(z.string()), name: z.string(), weight_grams: z.int() }),
  type: z.object({ code: z.string(), name: z.string() }),
  add_ons: z.array(z.object({ code: z.string(), name: z.string() })),
  contents: z.nullable(z.string()),
  ...ParcelDetailsView.shape,
  declared_value_kobo: kobo,
  cover_kobo: kobo,
  sender: z.nullable(Person),
  receiver: z.nullable(Person),
  drop_off: HandoverPlace,
  pick_up: HandoverPlace,
  price: ParcelPrice,
  paid_kobo: kobo,
  /**
   * Whether the whole price was paid from a wallet, so that a refund goes to this wallet. Missing in parcels stored
   * before this field existed.
   */
  paid_from_wallet: z.optional(z.boolean()),
  /** When an unpaid parcel is released. */
  pay_until: instant,
  /** A payment in progress, started on any phone. */
  pending_payment: z.nullable(z.string()),
  carrier: z.object({ code: z.string(), name: z.string(), phone: z.nullable(z.string()) }),
  planned: z.object({
    departs_at: instant,
    arrives_at: instant,
    hand_in_by: instant,
    zone: z.string(),
  }),
  driver: z.nullable(ParcelDriver),
  /** The six-digit pickup PIN. Null before payment, after delivery, and in the answer of `createParcel`. */
  pickup_pin: z.nullable(z.string()),
  pin_tries_left: z.int(),
  /** The URL of its photo below /api; null without one. */
  photo: z.nullable(z.string()),
  claims: z.array(ParcelClaim),
  refunds: z.array(
    z.object({
      amount_kobo: kobo,
      destination: z.enum(['wallet', 'source']),
      state: z.enum(refundStates),
    }),
  ),
  /** The actions that the caller may take now. */
  can: z.object({
    pay: z.boolean(),
    cancel: z.boolean(),
    claim: z.boolean(),
    renew_pin: z.boolean(),
  }),
  tracking: Tracking,
  created_at: instant,
  server_time: instant,
})

export type Parcel = z.output<typeof Parcel>

export type ParcelLine = z.output<typeof ParcelLine>

export type ParcelPrice = z.output<typeof ParcelPrice>
