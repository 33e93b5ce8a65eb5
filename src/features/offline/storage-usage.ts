import { forget, write } from '#lib/device'
import { openOwnStore } from '#lib/device/own-store'
import { listParcels, listTickets } from '#lib/vault'

/** The service worker's stored files; sizes in bytes. */
interface Told {
  files: [path: string, bytes: number][]
  /** The build's files: what each costs to download, and which others it needs. */
  map?: { imports: Record<string, string>; sizes: number[]; needs: number[][] }
  lists: number[]
  /** Fetched by the worker since it last woke. */
  spent: number[]
}

/** A part of the app with its label, and whether it opens without a network. */
export interface Part {
  name: string
  files: string[]
  missing: string[]
  /** Bytes missing to the whole app; 0 if unknown. */
  cost: number
}

export interface Kept {
  /** Undefined without a service worker: an old browser, a private window. */
  parts: Part[] | undefined
  /** Bytes of all missing files; parts share some. */
  cost: number
  /** Bytes by purpose. */
  kinds: { name: string; bytes: number }[]
  spent: number
}

/** Chunks by label; the first match counts, and others are the rest. */
const partsBy: [name: string, chunks: RegExp][] = [
  ['Start page', /^(?:main|vendor|kit|schemas|rolldown|axios|around)\b/],
  ['Tickets and tracking', /^tickets\b/],
  ['Search, trips and parks', /^(?:trips|lookups)\b/],
  ['Booking and paying', /^(?:bookings|payments)\b/],
  ['Sending parcels', /^(?:sending|waybill)\b/],
  ['Profile and wallet', /^(?:profile|accounts?|wallet|rewards)\b/],
  ['Messages and help', /^(?:support|messages|conversation|info-center)/],
  ['Checking tickets', /^(?:boarding|verify|scan|frames)/],
  ['Reviews and fuel prices', /^(?:reviews|review|fuel)/],
]
const rest = 'Everything else'

/** Loaded on demand, or never: not needed without a network. */
const isUnmissed = (path: string) => /\/(?:snackbars|google-sign-in|main-[\w-]+\.css$)/.test(path)

/** Everything stored here for the app and this person. Never rejects. */
export async function askKept(): Promise<Kept> {
  const told = await askWorker<Told>({ type: 'TELL' }, 5000)
  const [answers, drafts, outbox] = await Promise.all(
    (['answers', 'drafts', 'outbox'] as const).map(sizeOf),
  )
  const [tickets, parcels] = await Promise.all([listTickets(), listParcels()])
  const app = sumOf(told?.files.map(([, bytes]) => bytes))
  const parts = told && partsOf(told)
  const missing = [...new Set(parts?.flatMap((part) => part.missing))]
  const all = Object.values(told?.map?.imports ?? {})
  return {
    parts,
    cost: sumOf(missing.map((path) => told?.map?.sizes[all.indexOf(path)] ?? 0)),
    kinds: [
      { name: 'The app', bytes: app },
      { name: 'Lists of cities, parks and stations', bytes: sumOf(told?.lists) },
      { name: 'Searches and answers', bytes: answers ?? 0 },
      { name: counted('Tickets', tickets), bytes: sizeIn(tickets) },
      { name: counted('Parcels', parcels), bytes: sizeIn(parcels) },
      { name: 'Forms and unsent messages', bytes: (drafts ?? 0) + (outbox ?? 0) },
    ],
    spent: spentHere() + sumOf(told?.spent),
  }
}

const counted = (name: string, { length }: unknown[]) =>
  length === 0 ? name : `${name} (${length})`

const sumOf = (sizes: number[] = []) => sizes.reduce((sum, size) => sum + size, 0)

function partsOf({ files, map = { imports: {}, sizes: [], needs: [] } }: Told): Part[] {
  const all = Object.values(map.imports)
  const there = new Set(files.map(([path]) => path))
  const byName = Map.groupBy(chunkPaths(), (path) => {
    const file = path.slice(path.lastIndexOf('/') + 1)
    return partsBy.find(([, chunks]) => chunks.test(file))?.[0] ?? rest
  })
  return [...partsBy.map(([name]) => name), rest]
    .map((name) => ({ name, paths: byName.get(name) ?? [] }))
    .filter(({ paths }) => paths.length > 0)
    .map(({ name, paths }) => {
      const whole = withNeeds(paths, all, map.needs)
      const missing = whole.filter((path) => !there.has(path))
      const cost = sumOf(missing.map((path) => map.sizes[all.indexOf(path)] ?? 0))
      return { name, files: whole, missing, cost }
    })
}

/** Some files with all that they cannot do without. */
function withNeeds(paths: string[], all: string[], needs: number[][]): string[] {
  const found = new Set(paths)
  for (const path of found)
    for (const at of needs[all.indexOf(path)] ?? []) {
      const needed = all[at]
      if (needed !== undefined && !isUnmissed(needed)) found.add(needed)
    }
  return [...found]
}

/** The files of the version in this page. */
function chunkPaths(): string[] {
  const map = document.querySelector('script[type="importmap"]')?.textContent ?? '{"imports":{}}'
  const { imports } = JSON.parse(map) as { imports: Record<string, string> }
  return Object.values(imports).filter((path) => !isUnmissed(path))
}

const sizeOf = async (name: string) => sizeIn(await openOwnStore(name).entries())

const sizeIn = (kept: unknown[]) => (kept.length === 0 ? 0 : JSON.stringify(kept).length)

/** Bytes that this page has downloaded since it was opened; the worker counts its own. */
function spentHere(): number {
  const fetched = ['navigation', 'resource'].flatMap(
    (kind) => performance.getEntriesByType(kind) as PerformanceResourceTiming[],
  )
  return sumOf(fetched.map(({ transferSize }) => transferSize))
}

/** Downloads missing files, all or some. False if one was not available. */
export async function saveFiles(only?: string[]): Promise<boolean> {
  if (only === undefined) forget('small_app')
  return (await askWorker<boolean>({ type: 'WARM', only }, 300_000)) === true
}

/** Deletes what can be downloaded again; tickets, forms and unsent items stay. Ends prefetching. */
export async function freeSpace(): Promise<void> {
  write('small_app', true)
  forget('recent_searches')
  await askWorker({ type: 'FREE' }, 10_000)
  await openOwnStore('answers').clear()
}

/** The service worker's answer; undefined without one, or after `ms`. */
function askWorker<T>(question: object, ms: number): Promise<T | undefined> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  const worker = serviceWorker?.controller
  if (!worker) return Promise.resolve(undefined)
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, undefined)
    port1.onmessage = ({ data }) => {
      clearTimeout(timer)
      port1.close()
      resolve(data as T)
    }
    worker.postMessage(question, [port2])
  })
}
