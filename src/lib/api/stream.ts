import { read } from '#lib/device'
import { getDeviceId } from '#lib/device/id'

/** Opens the event stream of the logged-in user, beginning after `since`. Rejects if there is no answer. */
export function openStream(
  url: string,
  since: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const headers = {
    Accept: 'text/event-stream',
    'Content-Type': 'application/json',
    Authorization: `Bearer ${read('token') ?? ''}`,
    'X-Device-Id': getDeviceId(),
    ...(since !== undefined && { 'Last-Event-ID': since }),
  }
  return fetch(url, { headers, signal, cache: 'no-store' })
}
