import type {
  BoardingScan,
  Manifest,
  OperatorDeparture,
  ScanResult,
} from '#contract/boarding/model'
import { serverNow } from '#lib/clock'
import { openStore } from '#lib/device/store'
import { useSyncExternalStore } from 'react'
import type { KnownKey } from './read-ticket.ts'

/** The attendant and their choices. They belong to the phone, not to a login. */
export interface Desk {
  /** The operator's key, `op_…`. */
  key: string
  by: string
  date: string
  park: string
  departures: OperatorDeparture[]
  keys: KnownKey[]
  /** When the departures were loaded, ms by the server's clock. */
  saved_at: number
}

/** A stored manifest. */
export interface SavedList {
  manifest: Manifest
  saved_at: number
}

/** A check of this phone; `answer` once the server has it, `seen` once a person has read its warning. */
export interface Check {
  scan: BoardingScan
  passenger: string
  answer?: ScanResult
  seen?: true
}

/** All that `/verify` stores on this phone. */
export interface BoardingData {
  is_ready: boolean
  desk?: Desk
  lists: readonly SavedList[]
  checks: readonly Check[]
  /** False if the last write failed: the phone is full, or forbids it. */
  is_safe: boolean
  /** The server no longer accepts the key. */
  is_refused: boolean
}

const day_ms = 86_400_000
const store = openStore('boarding', 'door')
const nothing: BoardingData = {
  is_ready: false,
  lists: [],
  checks: [],
  is_safe: true,
  is_refused: false,
}
let kept = nothing
const listeners = new Set<() => void>()
/** The channel to other tabs, while a screen is open. */
let tabs: BroadcastChannel | undefined

function become(change: Partial<BoardingData>): void {
  kept = { ...kept, ...change }
  for (const listener of listeners) listener()
}

/** The stored data, now. */
export const readBoardingData = (): BoardingData => kept

/** The stored data, updated across tabs. The first use loads it. */
export function useBoardingData(): BoardingData {
  return useSyncExternalStore(
    follow,
    () => kept,
    () => nothing,
  )
}

const loadAgain = () => void load()

function follow(listener: () => void): () => void {
  if (listeners.size === 0) {
    void load()
    tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('boarding') : undefined
    tabs?.addEventListener('message', loadAgain)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) tabs?.close()
  }
}

/** Reads everything again, and deletes old data: lists after two days, sent checks after three. */
export async function load(): Promise<void> {
  const entries = await store.entries<unknown>()
  const desk = entries.find(([key]) => key === 'desk')?.[1] as Desk | undefined
  const lists = named<SavedList>(entries, 'list:')
  const written = named<Check>(entries, 'check:')
  const isWritten = new Set(written.map(({ scan }) => scan.id))
  const checks = [
    ...written,
    ...[...unwritten.values()].filter(({ scan }) => !isWritten.has(scan.id)),
  ]
  const isOld = (at: number, days: number) => at < serverNow() - days * day_ms
  const oldLists = lists.filter(({ manifest }) => isOld(Date.parse(manifest.trip.departs_at), 2))
  const oldChecks = checks.filter(
    ({ scan, answer }) => answer !== undefined && isOld(Date.parse(scan.scanned_at), 3),
  )
  for (const { manifest } of oldLists) void store.delete(`list:${manifest.trip.id}`)
  for (const { scan } of oldChecks) void store.delete(`check:${scan.id}`)
  become({
    is_ready: true,
    lists: lists.filter((one) => !oldLists.includes(one)),
    checks: checks
      .filter((one) => !oldChecks.includes(one))
      .sort((a, b) => Date.parse(a.scan.scanned_at) - Date.parse(b.scan.scanned_at)),
    ...(desk !== undefined && { desk }),
  })
}

function named<T>(entries: readonly [string, unknown][], prefix: string): T[] {
  return entries.filter(([key]) => key.startsWith(prefix)).map(([, value]) => value as T)
}

async function write(key: string, value: unknown): Promise<boolean> {
  const isKept = await store.set(key, value)
  tabs?.postMessage('changed')
  return isKept
}

/** Stores who checks here, on which day and where. The next change already builds on it. */
export async function storeDesk(desk: Desk): Promise<void> {
  become({ desk, is_refused: false })
  become({ is_safe: await write('desk', desk) })
}

/** Another park of the same day. */
export async function choosePark(park: string): Promise<void> {
  if (kept.desk !== undefined) await storeDesk({ ...kept.desk, park })
}

/** Stores a manifest in place of an older one. */
export async function storeList(manifest: Manifest): Promise<void> {
  const list = { manifest, saved_at: serverNow() }
  const is_safe = await write(`list:${manifest.trip.id}`, list)
  const others = kept.lists.filter((one) => one.manifest.trip.id !== manifest.trip.id)
  become({ lists: [...others, list], is_safe })
}

/** Checks that this phone could not store; they are sent while the page is open. */
const unwritten = new Map<string, Check>()

/** Stores a check; it counts on this phone even if it could not be stored. */
export async function storeCheck(check: Check): Promise<void> {
  const is_safe = await write(`check:${check.scan.id}`, check)
  if (is_safe) unwritten.delete(check.scan.id)
  else unwritten.set(check.scan.id, check)
  const others = kept.checks.filter((one) => one.scan.id !== check.scan.id)
  become({ checks: [...others, check], is_safe })
}

/** Records that the server no longer accepts the key. */
export const noteRefusedKey = (): void => become({ is_refused: true })

/** Deletes everything of `/verify` from this phone, unsent checks too. */
export async function deleteBoardingData(): Promise<void> {
  await store.clear()
  unwritten.clear()
  tabs?.postMessage('changed')
  kept = nothing
  become({ is_ready: true })
}

/** Checks that the server has not answered yet, the oldest first. */
export const unsentChecks = (checks: readonly Check[]) =>
  checks.filter(({ answer }) => answer === undefined)
