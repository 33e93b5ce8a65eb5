/** How long an answer may take to begin and to be whole, ms. */
interface Patience {
  begun: number
  whole: number
}

/** A page is asked for by somebody who looks at nothing meanwhile; what comes slowly is waited for. */
export const forPage: Patience = { begun: 8000, whole: 120_000 }
export const forList: Patience = { begun: 8000, whole: 30_000 }
/** Files queue behind each other on a slow line. */
export const forFile: Patience = { begun: 60_000, whole: 180_000 }

/**
 * Fetches, and rejects when patience ends. Without it, what a silent network swallowed would keep the few
 * connections a browser has busy after the network is back, as nothing here ends with the page.
 */
export async function fetchWithin(
  { begun, whole }: Patience,
  asked: Request | string,
  options?: RequestInit,
): Promise<Response> {
  const control = new AbortController()
  const stop = () => control.abort()
  const beginning = setTimeout(stop, begun)
  setTimeout(stop, whole)
  if (asked instanceof Request) asked.signal.addEventListener('abort', stop)
  return fetch(asked, { ...options, signal: control.signal }).finally(() => clearTimeout(beginning))
}
