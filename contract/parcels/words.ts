import type { ParcelState } from './states.ts'

/** Public places only: cities and motor parks. `place`: where it was last scanned; null without a scan. */
export interface ParcelWhere {
  place: string | null
  from_place: string
  from_city: string
  to_place: string
  to_city: string
}

/** Whether a place is somebody's door, of which only the city is public. */
export const isDoor = (place: string) => place.startsWith('Door ')

const sentences: Record<ParcelState, (where: ParcelWhere) => string> = {
  pending_payment: () => 'Not paid yet. It will be sent once it is paid for.',
  paid: ({ from_place }) =>
    `Waiting to be ${isDoor(from_place) ? 'picked up' : 'handed in'}: ${from_place}.`,
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

/** A bus does not start at a door. */
const start = ({ place, from_place, from_city }: ParcelWhere) =>
  place ?? (isDoor(from_place) ? from_city : from_place)

const seen = (place: string | null) => (place === null ? '' : `: ${place}`)

/** The state of a parcel and its next step, in one sentence for anyone. */
export function parcelWords(state: ParcelState, where: ParcelWhere): string {
  return sentences[state](where)
}
