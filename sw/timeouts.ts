/** Time limits for the start and the end of an answer, ms. */
interface Timeouts {
  begun: number
  whole: number
}

export const lookupTimeouts: Timeouts = { begun: 8000, whole: 30_000 }
/** For files, which queue on a slow connection. */
export const fileTimeouts: Timeouts = { begun: 60_000, whole: 180_000 }

/**
 * Downloads with time limits. Without them, requests into a dead network would block the browser's few connections even
 * after the network is back.
 */
export async function fetchWithin(
  { begun, whole }: Timeouts,
  request: Request | string,
  options?: RequestInit,
): Promise<Response> {
  const control = new AbortController()
  const stop = () => control.abort()
  const beginning = setTimeout(stop, begun)
  setTimeout(stop, whole)
  if (request instanceof Request) request.signal.addEventListener('abort', stop)
  return fetch(request, { ...options, signal: control.signal }).finally(() =>
    clearTimeout(beginning),
  )
}
