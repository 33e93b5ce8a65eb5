import { read, write } from '#lib/device'

/** Returns this phone's id for limits and drafts: a random UUID, new at each start if there is no storage. */
export function getDeviceId(): string {
  const known = read('device_id')
  if (known !== undefined) return known
  const fresh = crypto.randomUUID()
  write('device_id', fresh)
  return fresh
}
