import { read, write } from '#lib/device'

/** Returns the entries that the database `place` could not store. They are in local storage until it can. */
export const readFallbackEntries = (place: string | undefined): Record<string, unknown> =>
  (place && read('spare')?.[place]) || {}

/**
 * Stores an entry in local storage, or deletes it if `value` is undefined. Returns false if there was nothing to do, or
 * no space.
 */
export function storeFallbackEntry(
  place: string | undefined,
  key: string,
  value?: unknown,
): boolean {
  const { [key]: before, ...others } = readFallbackEntries(place)
  if (place === undefined || (before === undefined && value === undefined)) return false
  const next = value === undefined ? others : { ...others, [key]: value }
  return write('spare', { ...read('spare'), [place]: next })
}
