import type { TripPart } from './departure-repository.ts'

/**
 * Returns the wire id of a part of a trip, `{uuid}.{from}.{to}`, in the form of `tripId` in `#contract/shapes`.
 * `parseTripId` is the reverse. In SQL: `wire_trip_id()`.
 */
export function makeTripId({ trip_id, leg_from, leg_to }: TripPart): string {
  return `${trip_id}.${leg_from}.${leg_to}`
}

/** Returns the part of a trip that a wire id names. The id is well-formed, but the part may not exist. */
export function parseTripId(id: string): TripPart {
  const [trip_id = '', from, to] = id.split('.')
  return { trip_id, leg_from: Number(from), leg_to: Number(to) }
}
