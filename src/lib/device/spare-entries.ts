import { read, write } from '#lib/device'

/** Entries that the database `place` could not store: they are in local storage until it can. */
export const spareEntries = (place: string | undefined): Record<string, unknown> =>
  (place && read('spare')?.[place]) || {}

/** Puts an entry there, or deletes it if `value` is undefined. False: there was nothing to do, or no space. */
export function spareEntry(place: string | undefined, key: string, value?: unknown): boolean {
  const { [key]: before, ...others } = spareEntries(place)
  if (place === undefined || (before === undefined && value === undefined)) return false
  const next = value === undefined ? others : { ...others, [key]: value }
  return write('spare', { ...read('spare'), [place]: next })
}
