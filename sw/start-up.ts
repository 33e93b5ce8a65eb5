import { makeHtmlResponse } from './files.ts'
import { deleteOldFiles } from './shell.ts'

let isMakingWay = false

/** Lets the waiting version take over when the next page opens, even if other tabs are open. */
export function letNewVersionStart(): void {
  isMakingWay = true
}

/**
 * Activates a waiting version when no tab is open, so that no form can be lost, or after `letNewVersionStart`. Returns
 * a page that lets it take over and reloads; otherwise undefined. That page makes no requests: a request would start
 * the old worker again while Chromium ends it, and delay the change by half a minute (service_worker_registration.cc).
 */
export async function activateWaitingVersion(
  { clients, registration }: ServiceWorkerGlobalScope,
  event: FetchEvent,
): Promise<Response | undefined> {
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const isAlone = open.length === 0
  if ((isAlone || isMakingWay) && registration.waiting !== null) {
    isMakingWay = false
    return makeHtmlResponse(handOver)
  }
  if (isAlone) event.waitUntil(deleteOldFiles())
  return undefined
}

// If the new version does not start in time, the present one is displayed.
const handOver = `<!doctype html><meta name="color-scheme" content="light dark"><script>
go=()=>location.reload();sw=navigator.serviceWorker
sw.oncontrollerchange=go
setTimeout(go,3e3)
sw.getRegistration().then(({waiting})=>waiting.postMessage({type:'SKIP_WAITING'})).catch(go)
</script>`
