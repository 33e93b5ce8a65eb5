import { isPrivateDoor } from './rules.ts'
import type { Tracking } from './tracking.ts'

/**
 * Returns `Kubwa, then goes on to Jabi`: where a parcel's bus arrives and where the parcel goes from there. Undefined
 * if `park` is unknown, or is where the parcel is handed over.
 */
export function describeOnwardTransport(
  park: string | null | undefined,
  to: string | undefined,
): string | undefined {
  if (park === null || park === undefined || to === undefined || park === to) return undefined
  return `${park}, then goes on to ${to}`
}

/** Returns ` From Kubwa it goes on to Jabi.` for the end of a text; empty if the parcel does not go on to a counter. */
export function makeOnwardSentence({ expected_park, to_place }: Tracking): string {
  const goesOn = describeOnwardTransport(expected_park, to_place) !== undefined
  return goesOn && !isPrivateDoor(to_place)
    ? ` From ${expected_park} it goes on to ${to_place}.`
    : ''
}
