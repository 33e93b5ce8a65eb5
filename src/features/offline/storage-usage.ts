import { removeItem, write } from '#lib/device'
import { openOwnerStore } from '#lib/device/owner-store'
import { type AppPart, listPathsByPart } from '#lib/room'
import { listParcels, listTickets } from '#lib/vault'
import { askWorker } from '#lib/worker'

/** The build's list of its files (`tools/build/files.ts`). */
interface BuildFileList {
  start: string[]
  install: string[]
  modules: Record<string, string[]>
  screens: Record<string, string[]>
  sizes: Record<string, number>
}

/** The files that the service worker has stored. Sizes are in bytes. */
interface WorkerAnswer {
  files: [path: string, bytes: number][]
  /** `files.json` of the build; undefined if the worker neither had it nor could download it. */
  build?: BuildFileList
  lists: number[]
  /** The bytes of each file that the worker has downloaded since it last started. */
  spent: number[]
}

/** A part of the app with its label. It opens without a network if no file is missing. */
export interface AppPartUsage {
  name: string
  files: string[]
  missing: string[]
  /** The bytes that must be downloaded to complete this part; 0 if unknown. */
  cost: number
}

export interface StorageUsage {
  /**
   * Whether a service worker stores files. False in an old browser or a private window, or if the worker does not
   * answer.
   */
  keeps_files: boolean
  /** Undefined until the build's list has loaded. */
  parts: AppPartUsage[] | undefined
  /** The bytes of all missing files. Some parts share files. */
  cost: number
  /** Bytes by purpose. */
  kinds: { name: string; bytes: number }[]
  spent: number
}

/** The parts of the app in the order in which the screen lists them. */
const partNames: readonly AppPart[] = [
  'Tickets and tracking',
  'Search, trips and parks',
  'Booking and paying',
  'Sending parcels',
  'Profile and wallet',
  'Messages and help',
  'Checking tickets',
  'Reviews and fuel prices',
]

/** Returns the worker that controls this page; undefined if there is none. */
const worker = () =>
  (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker?.controller

/** Returns the bytes of everything stored on this phone: the sum of the kinds. */
export const sumStorageUsage = ({ kinds }: StorageUsage): number =>
  sumOf(kinds.map(({ bytes }) => bytes))

/** Returns what is stored on this phone for the app and this person. Never rejects. */
export async function readStorageUsage(): Promise<StorageUsage> {
  const answer = await askWorker<WorkerAnswer>(worker(), { type: 'TELL' }, 5000)
  const [answers, drafts, outbox] = await Promise.all(
    (['answers', 'drafts', 'outbox'] as const).map(sizeOf),
  )
  const [tickets, parcels] = await Promise.all([listTickets(), listParcels()])
  const app = sumOf(answer?.files.map(([, bytes]) => bytes))
  const parts = answer?.build && partsOf(answer.files, answer.build)
  const missing = [...new Set(parts?.flatMap((part) => part.missing))]
  return {
    keeps_files: answer !== undefined,
    parts,
    cost: costOf(missing, answer?.build),
    kinds: [
      { name: 'The app', bytes: app },
      { name: 'Lists of cities, parks and stations', bytes: sumOf(answer?.lists) },
      { name: 'Searches and answers', bytes: answers ?? 0 },
      { name: counted('Tickets', tickets), bytes: sizeIn(tickets) },
      { name: counted('Parcels', parcels), bytes: sizeIn(parcels) },
      { name: 'Forms and unsent messages', bytes: (drafts ?? 0) + (outbox ?? 0) },
    ],
    spent: spentHere() + sumOf(answer?.spent),
  }
}

const counted = (name: string, { length }: unknown[]) =>
  length === 0 ? name : `${name} (${length})`

const sumOf = (sizes: number[] = []) => sizes.reduce((sum, size) => sum + size, 0)

/** Returns the bytes to download for some files. A file of unknown size counts as 0. */
const costOf = (paths: string[], build: BuildFileList | undefined) =>
  sumOf(paths.map((path) => build?.sizes[path.slice(1)] ?? 0))

function partsOf(files: WorkerAnswer['files'], build: BuildFileList): AppPartUsage[] {
  const there = new Set(files.map(([path]) => path))
  const byPart = listPathsByPart()
  const filesAt = (paths: string[] = []) =>
    paths
      .flatMap((path) => build.screens[path] ?? [])
      .flatMap((module) => build.modules[module] ?? [])
  const parts: [string, string[]][] = [
    ['Start page', [...build.start, ...build.install]],
    ...partNames.map((name): [string, string[]] => [name, filesAt(byPart.get(name))]),
    ['Everything else', filesAt(byPart.get(undefined))],
  ]
  return parts
    .map(([name, own]) => ({ name, files: [...new Set(own)].map((file) => `/${file}`) }))
    .filter((part) => part.files.length > 0)
    .map((part) => {
      const missing = part.files.filter((path) => !there.has(path))
      return { ...part, missing, cost: costOf(missing, build) }
    })
}

const sizeOf = async (name: string) => sizeIn(await openOwnerStore(name).entries())

const sizeIn = (kept: unknown[]) => (kept.length === 0 ? 0 : JSON.stringify(kept).length)

/** Returns the bytes that this page has downloaded since it was opened. The worker counts its own. */
function spentHere(): number {
  const fetched = ['navigation', 'resource'].flatMap(
    (kind) => performance.getEntriesByType(kind) as PerformanceResourceTiming[],
  )
  return sumOf(fetched.map(({ transferSize }) => transferSize))
}

/** Downloads all missing files, or those in `only`. Returns false without a network or service worker. */
export async function downloadAppFiles(only?: string[]): Promise<boolean> {
  if (only === undefined) removeItem('small_app')
  return (await askWorker<boolean>(worker(), { type: 'WARM', only }, 300_000)) === true
}

/**
 * Deletes what can be downloaded again, and stops prefetching. Tickets, recent searches, forms and unsent items remain.
 */
export async function deleteDownloads(): Promise<void> {
  write('small_app', true)
  await askWorker(worker(), { type: 'FREE' }, 10_000)
  await openOwnerStore('answers').clear()
}
