export const claimKinds = ['lost', 'damaged', 'missing'] as const

/** Days after delivery for which damage and loss can be claimed. */
export const parcelClaimDays = 7

/** Hours that a sender has to pay for a parcel, from when it is booked. Its price is frozen for that time. */
export const parcelPayHours = 48

/** For how many days after its payment a parcel that is not handed in is moved to the next bus. */
export const parcelHandInDays = 14

/** The most photos of a claim. Together they may have `maxPhotoBytes`. */
export const maxClaimPhotos = 3

/** The largest claim that an operator may decide, in kobo. Our staff decide larger claims and insured ones. */
export const maxOperatorClaimKobo = 1_000_000

/** The most that an operator may pay for claims in 24 hours, in kobo. Our staff decide the rest. */
export const maxOperatorClaimKoboPerDay = 20_000_000

/** The length of the longest note that fits on the printed waybill, in characters. */
export const maxParcelNoteLength = 60

/**
 * Label and hint of each field. The label is also used in the summary and on the parcel's page. `most`: the largest
 * number of characters.
 */
const labels = {
  note: {
    label: 'Note',
    hint: 'For the counter and the driver, like: keep upright',
    most: maxParcelNoteLength,
  },
} as const

/** The optional details of a parcel as fields of a form, in order. */
export const parcelDetailFields = Object.entries(labels).map(([name, field]) => ({
  name: name as keyof typeof labels,
  ...field,
}))

/** Returns pairs of the label and the value of each detail of a parcel; the value of a missing detail is ''. */
export const listParcelDetails = (details: {
  [name in keyof typeof labels]?: string | null | undefined
}) => parcelDetailFields.map(({ name, label }) => [label, details[name] ?? ''] as const)

/** The most parcels in the list of an operator's counter. A search by number finds any other. */
export const maxCounterParcels = 500

/** The largest number of unpaid parcels of one person; the database counts them. */
export const maxUnpaidParcels = 10

/** Kinds of scans. Each is also a state of a parcel. */
export const parcelEventKinds = [
  'received',
  'loaded',
  'in_transit',
  'at_hub',
  'ready_for_pickup',
  'out_for_delivery',
  'delivered',
  'on_hold',
  'damaged',
  'lost',
  'return_in_transit',
  'returned',
] as const

export type ParcelEventKind = (typeof parcelEventKinds)[number]

/** All states of a parcel: before its first scan, those of its scans, and cancelled. */
export const parcelStates = ['pending_payment', 'paid', ...parcelEventKinds, 'cancelled'] as const

export type ParcelState = (typeof parcelStates)[number]

/** Returns whether a parcel has not yet reached its destination. Only then does it have a planned arrival. */
export const isParcelBeforeArrival = (state: ParcelState): boolean =>
  state === 'pending_payment' ||
  state === 'paid' ||
  state === 'received' ||
  state === 'loaded' ||
  state === 'in_transit' ||
  state === 'at_hub'

/** Returns whether a parcel has reached a final state; false for an unknown one. */
export const hasParcelEnded = (state: ParcelState | undefined): boolean =>
  state === 'delivered' || state === 'returned' || state === 'cancelled'

/** Working days (Monday to Friday) of free storage at the counter, without the add-on. */
export const freeStorageDays = 3

const longerStorageDays = 6

/** The states in which the receiver gets the pickup PIN by SMS, when the parcel reaches them and when it is renewed. */
export const statesWithPinMessage: readonly ParcelState[] = ['ready_for_pickup', 'out_for_delivery']

/** Returns the working days of free storage with these add-ons (codes). */
export const countFreeStorageDays = (add_ons: readonly string[]): number =>
  add_ons.includes('longer_storage') ? longerStorageDays : freeStorageDays

/** The storage fee for each further calendar day, in kobo: below ten kilograms, and from ten kilograms. */
export const storageFeesKobo = { light: 20_000, heavy: 50_000, heavy_from_grams: 10_000 }

/** Returns the path of the page that shows a parcel to anyone. */
export const makeTrackingPath = (tracking_id: string) => `/track-parcel?id=${tracking_id}`

/** Returns whether a place is a private door, of which only the city is public. */
export const isPrivateDoor = (place: string) => place.startsWith('Door ')

/**
 * Returns the place of the last scan; without a scan, the motor park where the sender hands the parcel over, or only
 * the city if it is fetched from a private door.
 */
const start = ({ place, from_place, from_city }: ParcelPlaces) =>
  place ?? (isPrivateDoor(from_place) ? from_city : from_place)

const seen = (place: string | null) => (place === null ? '' : `: ${place}`)

const sentences: Record<ParcelState, (where: ParcelPlaces) => string> = {
  pending_payment: () => 'Not paid yet. It will be sent once it is paid for.',
  paid: ({ from_place }) =>
    `Waiting to be ${isPrivateDoor(from_place) ? 'picked up' : 'handed in'}: ${from_place}.`,
  received: (where) => `At the counter, waiting for its bus: ${start(where)}.`,
  loaded: (where) => `On the bus: ${start(where)}.`,
  in_transit: ({ to_city }) => `On the road to ${to_city}.`,
  at_hub: ({ place }) =>
    `Stopped on the way: ${place ?? 'at a motor park'}. It continues from there.`,
  ready_for_pickup: ({ to_place }) => `Ready to be collected: ${to_place}. Bring the pickup PIN.`,
  out_for_delivery: ({ to_city }) =>
    `With the rider in ${to_city}. The rider asks for the pickup PIN.`,
  delivered: ({ to_place }) => `Delivered: ${to_place}.`,
  on_hold: ({ place }) => `Held${seen(place)}. The operator is looking into it.`,
  damaged: ({ place }) => `Found damaged${seen(place)}. The operator is looking into it.`,
  lost: () => 'It cannot be found. The operator is looking for it.',
  return_in_transit: ({ from_city }) => `On its way back to ${from_city}.`,
  returned: ({ from_city }) => `Returned to the sender in ${from_city}.`,
  cancelled: () => 'Cancelled. It will not be sent.',
}

/** Returns the state of a parcel and its next step, in one sentence for anyone. */
export function describeParcelState(state: ParcelState, where: ParcelPlaces): string {
  return sentences[state](where)
}

/** The public places of a parcel: cities and motor parks. `place`: where it was last scanned; null without a scan. */
export interface ParcelPlaces {
  place: string | null
  from_place: string
  from_city: string
  to_place: string
  to_city: string
}
