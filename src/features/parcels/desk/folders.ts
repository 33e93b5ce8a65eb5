import type { CounterParcel } from '#contract/parcels/tracking'

/** A group of parcels at a counter that wait for the same step. */
interface Folder {
  value: string
  label: string
  empty: string
  holds: (parcel: CounterParcel) => boolean
}

const isLate = ({ storage }: CounterParcel) => (storage?.due_kobo ?? 0) > 0

const has =
  (...states: CounterParcel['state'][]) =>
  ({ state }: CounterParcel) =>
    states.includes(state)

const hasArrived = has('ready_for_pickup', 'out_for_delivery')

const first: Folder = {
  value: 'paid',
  label: 'To take in',
  empty: 'No paid parcels are waiting to be handed in.',
  holds: has('paid'),
}

const folders: readonly Folder[] = [
  first,
  {
    value: 'received',
    label: 'At the park',
    empty: 'No parcels are waiting for a bus.',
    holds: has('received'),
  },
  {
    value: 'away',
    label: 'On the road',
    empty: 'No parcels are on the road.',
    holds: has('loaded', 'in_transit', 'at_hub', 'return_in_transit'),
  },
  {
    value: 'arrived',
    label: 'Arrived',
    empty: 'No parcels are waiting to be collected.',
    holds: (parcel) => hasArrived(parcel) && !isLate(parcel),
  },
  {
    value: 'late',
    label: 'Overdue',
    empty: 'No parcels are waiting longer than their free days.',
    holds: (parcel) => hasArrived(parcel) && isLate(parcel),
  },
  {
    value: 'wrong',
    label: 'Problems',
    empty: 'No parcels are held, damaged or missing.',
    holds: has('on_hold', 'damaged', 'lost'),
  },
]

/** Parcels on which the counter has to act: those that the number beside the link to the screen counts. */
const isToDo = has('received', 'on_hold', 'damaged')

/**
 * Returns the folder with this value. Without a value, returns the first folder in which the counter has to act, or the
 * first that is not empty.
 */
export function findFolder(value: string | null, parcels: readonly CounterParcel[]): Folder {
  const chosen = folders.find((folder) => folder.value === value)
  const firstOf = (found: readonly CounterParcel[]) =>
    folders.find(({ holds }) => found.some((parcel) => holds(parcel)))
  return chosen ?? firstOf(parcels.filter((parcel) => isToDo(parcel))) ?? firstOf(parcels) ?? first
}

/** Returns the options of a choice of folders, each with the number of parcels in it. */
export const listFolderOptions = (parcels: readonly CounterParcel[]) =>
  folders.map(({ value, label, holds }) => {
    const count = parcels.filter((parcel) => holds(parcel)).length
    return { value, label: count === 0 ? label : `${label} (${count})` }
  })
