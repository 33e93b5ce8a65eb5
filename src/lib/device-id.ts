import { read, write } from '#lib/device'

/** This phone's name for limits and drafts: a random UUID made once, new each time without storage. */
export function deviceId(): string {
  const known = read('device_id')
  if (known !== undefined) return known
  const fresh = crypto.randomUUID()
  write('device_id', fresh)
  return fresh
}
