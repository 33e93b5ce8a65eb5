import {
  hasParcelEnded,
  isPrivateDoor,
  type ParcelEventKind,
  type ParcelState,
} from '#contract/parcels/rules'
import type { CounterParcel, ParcelScanResult } from '#contract/parcels/tracking'

/** What a member of a counter can do with a parcel: the kind of its scan. */
export type StepKind = Extract<
  ParcelEventKind,
  | 'received'
  | 'loaded'
  | 'ready_for_pickup'
  | 'out_for_delivery'
  | 'delivered'
  | 'on_hold'
  | 'damaged'
  | 'lost'
  | 'return_in_transit'
  | 'returned'
>

/** The label of a step's button, and the sentence about the parcel once the step is done. */
export const stepLabels: Record<StepKind, { act: string; done: string }> = {
  received: { act: 'Take it in', done: 'is handed in' },
  loaded: { act: 'Load it', done: 'is loaded' },
  ready_for_pickup: { act: 'It has arrived', done: 'has arrived; the receiver gets a message' },
  out_for_delivery: { act: 'Give it to the rider', done: 'is with the rider' },
  delivered: { act: 'Hand it over', done: 'is handed over' },
  on_hold: { act: 'Hold it back', done: 'is held back' },
  damaged: { act: 'Report it damaged', done: 'is reported damaged' },
  lost: { act: 'Report it missing', done: 'is reported missing' },
  return_in_transit: { act: 'Send it back', done: 'is on its way back' },
  returned: { act: 'Return it to the sender', done: 'is returned' },
}

/** What a step means for the people who wait for the parcel, where that is not obvious. */
export const stepHints: Partial<Record<StepKind, string>> = {
  on_hold: 'Sender and receiver read that it is held. It stays where it is until its next step.',
  damaged: 'Sender and receiver read that it is damaged. The sender can claim money for it.',
  lost: 'Sender and receiver read that it cannot be found. The sender can claim money for it.',
  return_in_transit: 'The receiver cannot collect it any more. The sender gets it with their PIN.',
}

/** The state of a parcel, as a member of a counter reads it. */
export const stateLabels: Record<ParcelState, string> = {
  pending_payment: 'Not paid yet',
  paid: 'Waiting to be handed in',
  received: 'At the park, waiting for its bus',
  loaded: 'On the bus',
  in_transit: 'On the road',
  at_hub: 'Stopped on the way',
  ready_for_pickup: 'Arrived, waiting for the receiver',
  out_for_delivery: 'With the rider',
  delivered: 'Handed over to the receiver',
  on_hold: 'Held back',
  damaged: 'Reported damaged',
  lost: 'Reported missing',
  return_in_transit: 'On its way back to the sender',
  returned: 'Returned to the sender',
  cancelled: 'Cancelled by the sender',
}

type Place = Pick<CounterParcel, 'state' | 'reached' | 'to_place'>

const arrived: readonly ParcelState[] = ['ready_for_pickup', 'out_for_delivery']

/** Returns the next step of a parcel; undefined if nothing is left to do. */
export function findNextStep({ state, reached, to_place }: Place): StepKind | undefined {
  if (hasParcelEnded(state)) return undefined
  if (reached === 'paid') return 'received'
  if (reached === 'received') return 'loaded'
  if (reached === 'return_in_transit') return 'returned'
  if (arrived.includes(reached)) return 'delivered'
  return findArrival(to_place)
}

const findArrival = (to_place: string): StepKind =>
  isPrivateDoor(to_place) ? 'out_for_delivery' : 'ready_for_pickup'

/**
 * Returns the possible steps other than the next one: arriving although nobody has scanned the parcel on its bus,
 * holding it back, reporting it damaged or lost, sending it back.
 */
export function listOtherSteps({ state, reached, to_place }: Place): StepKind[] {
  if (hasParcelEnded(state)) return []
  const wasTakenIn = reached !== 'paid'
  const harms: StepKind[] = wasTakenIn ? ['on_hold', 'damaged', 'lost'] : ['on_hold']
  return [
    ...(reached === 'received' ? [findArrival(to_place)] : []),
    ...harms.filter((kind) => kind !== state),
    ...(arrived.includes(reached) ? (['return_in_transit'] as const) : []),
  ]
}

/** The states that say what is wrong with a parcel, not how far it has come. */
const problems: readonly ParcelState[] = ['on_hold', 'damaged', 'lost']

/**
 * Returns a parcel as it is after a step. It is displayed until the list is loaded again, so that a member who scans
 * the parcel again immediately is offered the next step.
 */
export function advanceParcel(
  parcel: CounterParcel,
  kind: StepKind,
  { result, state = kind }: ParcelScanResult,
): CounterParcel {
  if (result === 'not_received') return parcel
  return { ...parcel, state, reached: problems.includes(state) ? parcel.reached : state }
}

/** Returns whether a step needs the PIN of the receiver or, for a return, of the sender. */
export const needsPin = (kind: StepKind): boolean => kind === 'delivered' || kind === 'returned'

/** Returns the motor park at which a step is done, as its code; undefined at a door and on the way. */
export function findStepPark(
  kind: StepKind,
  { from_park, to_park, from_place, to_place }: CounterParcel,
): string | undefined {
  if (kind === 'received' || kind === 'returned')
    return isPrivateDoor(from_place) ? undefined : from_park
  if (kind === 'ready_for_pickup' || kind === 'delivered')
    return isPrivateDoor(to_place) ? undefined : to_park
  return undefined
}
