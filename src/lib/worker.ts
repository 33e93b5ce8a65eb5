import { messageSW } from 'workbox-window'

/** Sends a message to a service worker; returns its answer, or undefined if there is no worker or none within `ms`. */
export function askWorker<T>(
  worker: ServiceWorker | null | undefined,
  question: { type: string; only?: string[] | undefined },
  ms: number,
): Promise<T | undefined> {
  if (!worker) return Promise.resolve(undefined)
  return Promise.race([
    messageSW(worker, question) as Promise<T>,
    new Promise<undefined>((resolve) => setTimeout(resolve, ms)),
  ])
}
