import { listCachedListSizes, prefetchLookups } from './lookups.ts'
import { readBuildFiles, deleteChunks, listCachedFiles, prefetchChunks } from './shell.ts'
import { letNewVersionStart } from './start-up.ts'

/** A page's request about stored files, answered on its port. */
interface StorageMessage {
  type?: unknown
  only?: readonly string[]
}

let endWarming: () => void = () => undefined
const isWarmEnough = new Promise<void>((resolve) => (endWarming = resolve))

/**
 * Answers WARM (download missing files), TELL (report what is stored) and FREE (delete what can be downloaded again).
 * MAKE_WAY ends downloads of this version; the next page lets the new one take over.
 */
export function listenToStorage(
  { registration }: ServiceWorkerGlobalScope,
  event: ExtendableMessageEvent,
): void {
  const { type, only } = (event.data ?? {}) as StorageMessage
  // Once a new version waits, the files of this version are no longer needed.
  const isOver = () => registration.waiting !== null
  const work = new Map<unknown, () => Promise<unknown>>([
    ['WARM', () => Promise.race([prefetch(isOver, only), isWarmEnough])],
    ['TELL', tell],
    ['FREE', deleteChunks],
    ['MAKE_WAY', makeWay],
  ]).get(type)
  if (work === undefined) return
  const answered = work().then(
    (answer) => answer ?? true,
    () => false,
  )
  event.waitUntil(answered.then((answer) => event.ports[0]?.postMessage(answer)))
}

async function prefetch(isOver: () => boolean, only?: readonly string[]): Promise<void> {
  if (only === undefined) await prefetchLookups(isOver)
  await prefetchChunks(isOver, only)
}

async function makeWay(): Promise<void> {
  endWarming()
  letNewVersionStart()
}

async function tell() {
  const [files, build, lists] = await Promise.all([
    listCachedFiles(),
    readBuildFiles(),
    listCachedListSizes(),
  ])
  const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return { files, build, lists, spent: fetched.map(({ transferSize }) => transferSize) }
}
