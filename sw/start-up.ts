import { asPage, dropOldFiles } from './shell.ts'

let isMakingWay = false

/** The next page that opens lets the version that waits take over, though others of ours are open. */
export function makeWay(): void {
  isMakingWay = true
}

/**
 * When no tab of ours is open there is no form to lose: a version that waits takes over before anything
 * is drawn. Returns the page that lets it and loads again; undefined when there is nothing to take.
 *
 * That page asks for nothing. Chromium ends the old worker, then lets the new one in; a request that comes in between
 * starts the old one again, and only half a minute without any ends it then (its service_worker_registration.cc).
 */
export async function takeOver(
  { clients, registration }: ServiceWorkerGlobalScope,
  event: FetchEvent,
): Promise<Response | undefined> {
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const isAlone = open.length === 0
  if ((isAlone || isMakingWay) && registration.waiting !== null) {
    isMakingWay = false
    return asPage(handOver)
  }
  if (isAlone) event.waitUntil(dropOldFiles())
  return undefined
}

// The timer is for a version that does not come: then the present one is shown, since this page is open.
const handOver = `<!doctype html><meta name="color-scheme" content="light dark"><script>
go=()=>location.reload();sw=navigator.serviceWorker
sw.oncontrollerchange=go
setTimeout(go,3e3)
sw.getRegistration().then(({waiting})=>waiting.postMessage({type:'SKIP_WAITING'})).catch(go)
</script>`
