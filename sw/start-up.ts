import { asPage, dropOldFiles } from './shell.ts'

/**
 * When no tab of ours is open there is no form to lose: a version that waits takes over before anything
 * is drawn. Returns the page that lets it and loads again; undefined when there is nothing to take.
 */
export async function takeOver(
  { clients, registration }: ServiceWorkerGlobalScope,
  event: FetchEvent,
): Promise<Response | undefined> {
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (open.length > 0) return undefined
  if (registration.waiting !== null) return asPage(handOver)
  event.waitUntil(dropOldFiles())
  return undefined
}

// The timer is for a version that does not come: then the present one is shown, since this page is open.
const handOver = `<!doctype html><meta name="color-scheme" content="light dark"><script>
go=()=>location.reload();sw=navigator.serviceWorker
sw.oncontrollerchange=go
setTimeout(go,3e3)
sw.getRegistration().then(({waiting})=>waiting.postMessage({type:'SKIP_WAITING'})).catch(go)
</script>`
