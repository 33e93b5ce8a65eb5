import type {
  BoardingScan,
  DeparturePark,
  Manifest,
  OperatorDeparture,
  ScanResult,
} from '#contract/boarding/model'
import { hasShape, type Shape } from '#contract/shape'
import { serverNow } from '#lib/clock'
import { openOwnerStore } from '#lib/device/owner-store'
import type { LoginRefusal } from '#lib/login-refusal'
import { makeTabSubscription } from '#lib/tab-subscription'
import { openStore } from '#lib/device/store'
import { useSyncExternalStore } from 'react'
import type { KnownTicketKey } from './verify-scanned-ticket.ts'

/** The attendant and what they have chosen. They have an operator's key, or they are its member and logged in. */
export interface BoardingAttendant {
  /** The operator's key, `op_…`. */
  key?: string
  /** The id of the logged-in member. */
  person?: string
  by: string
  date: string
  park: string
  departures: OperatorDeparture[]
  /** All motor parks of the day. Missing if `departures` has all departures of the day, not only of the chosen park. */
  parks?: DeparturePark[] | undefined
  keys: KnownTicketKey[]
  /** When the departures were loaded, ms by the server's clock. */
  saved_at: number
}

/** A manifest on this phone. `saved_at`: when it was loaded, ms by the server's clock. */
export interface SavedManifest {
  manifest: Manifest
  saved_at: number
  /** The ids of the tickets whose warning a person has read. */
  seen?: readonly string[]
}

/**
 * A check made on this phone. `answer` is set once the server has answered it, `seen` once a person has read its
 * warning. `is_early`: the counter had not reported the sale of this ticket when the check was sent last, so the check
 * is sent again.
 */
export interface TicketCheck {
  scan: BoardingScan
  passenger: string
  answer?: ScanResult
  is_early?: true
  seen?: true
}

/** Everything that the `/verify` screen stores on this phone. */
export interface BoardingData {
  is_ready: boolean
  desk?: BoardingAttendant
  lists: readonly SavedManifest[]
  checks: readonly TicketCheck[]
  /** True if the store could not be read: what it contains is missing here. */
  is_unreadable: boolean
  /** False if the last write failed because the phone is full or does not allow storage. */
  is_safe: boolean
  /** Why the server has stopped accepting the attendant. */
  refusal?: BoardingRefusal | undefined
}

/** Why the server has stopped accepting the attendant. `key`: the key was revoked. */
export type BoardingRefusal = 'key' | LoginRefusal

const day_ms = 86_400_000
/**
 * The stores of attendants with a key, and of members who use their login. Data stored with a key belongs to the phone;
 * what a member stores is deleted at their logout.
 */
const keyStore = openStore('boarding', 'door')
const loginStore = openOwnerStore('boarding_login')
let store: typeof keyStore = keyStore
const nothing: BoardingData = {
  is_ready: false,
  lists: [],
  checks: [],
  is_unreadable: false,
  is_safe: true,
}
let kept = nothing
const tabs = makeTabSubscription('boarding', () => void loadBoardingData())

function update(change: Partial<BoardingData>): void {
  kept = { ...kept, ...change }
  tabs.notify()
}

/** Returns the data in memory; empty until it is loaded. */
export const readBoardingData = (): BoardingData => kept

/** Returns the stored data and renders again when it changes in any tab. The first use loads it. */
export function useBoardingData(): BoardingData {
  return useSyncExternalStore(
    tabs.subscribe,
    () => kept,
    () => nothing,
  )
}

/**
 * Reads everything from the store, and deletes old data: lists two days after the departure, answered checks three days
 * after they were made.
 */
export async function loadBoardingData(): Promise<void> {
  const entries = await readEntries()
  const desk = listEntries<BoardingAttendant>(entries, 'desk')[0]
  if (desk !== undefined) isDeskStored = true
  else if (isDeskStored && entries.some(([key]) => key === deleted)) forgetAll()
  const lists = listEntries<SavedManifest>(entries, 'list:')
  const written = listEntries<TicketCheck>(entries, 'check:')
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
  update({
    is_ready: true,
    is_unreadable: keyStore.isUnreadable() || loginStore.isUnreadable(),
    lists: lists.filter((one) => !oldLists.includes(one)),
    checks: checks
      .filter((one) => !oldChecks.includes(one))
      .sort((a, b) => Date.parse(a.scan.scanned_at) - Date.parse(b.scan.scanned_at)),
    ...(desk !== undefined && { desk }),
  })
}

/** How many writes and deletions of this tab have ended. */
let changes = 0

/** Reads the store in use. Reads it again if an entry was stored or deleted meanwhile, which the result may lack. */
async function readEntries(): Promise<[string, unknown][]> {
  for (;;) {
    const before = changes
    const entries = await readOnce()
    if (changes === before) return entries
  }
}

/**
 * Reads the store of the member who checks tickets with their login. If nobody does any more, reads the phone's store.
 */
async function readOnce(): Promise<[string, unknown][]> {
  const [own, ofPhone] = await Promise.all([
    loginStore.entries<unknown>(),
    keyStore.entries<unknown>(),
  ])
  const has = (name: string) => own.some(([key]) => key === name)
  const wasByLogin = store === loginStore
  // A login that the phone could not write is in memory only.
  store = has('desk') || (wasByLogin && !has(deleted)) ? loginStore : keyStore
  if (wasByLogin && store === keyStore) forgetAll()
  return store === loginStore ? own : ofPhone
}

/** The key that a deletion leaves behind, since an empty store looks like one that does not open. */
const deleted = 'deleted'

/** Whether the attendant in memory is in the store. If not, a deletion in another tab has no effect on this tab. */
let isDeskStored = false

function forgetAll(): void {
  isDeskStored = false
  unwritten.clear()
  kept = nothing
}

/** The shape of each kind of entry. An entry of another shape is not read. */
const shapes = {
  desk: {
    'key?': 'string',
    'person?': 'string',
    by: 'string',
    date: 'string',
    park: 'string',
    departures: [{ trip_id: 'string', to: 'string', departs_at: 'instant', zone: 'string' }],
    'parks?': [{ code: 'string', name: 'string', city: 'string' }],
    keys: [{ kid: 'number', public_key: 'string', state: 'string' }],
    saved_at: 'number',
  },
  'list:': {
    manifest: {
      trip: { id: 'string', arrives_at: 'instant', departs_at: 'instant', zone: 'string' },
      version: 'string',
      seats: [{ seat: 'number', ticket_id: 'string', status: 'string', passenger: 'string' }],
      'set_aside?': [
        {
          seat: 'number',
          leg_from: 'number',
          ticket_id: 'string',
          code: 'string',
          clerk: 'string',
          released: 'boolean',
        },
      ],
    },
    saved_at: 'number',
  },
  'check:': {
    scan: {
      id: 'string',
      ticket_id: 'string',
      trip_id: 'string',
      seat: 'number',
      issue: 'number',
      verdict: 'string',
      scanned_at: 'instant',
    },
    passenger: 'string',
    'answer?': { id: 'string' },
  },
} as const satisfies Record<string, Shape>

function listEntries<T>(entries: readonly [string, unknown][], prefix: keyof typeof shapes): T[] {
  return entries.flatMap(([key, value]) =>
    key.startsWith(prefix) && hasShape(shapes[prefix], value) ? [value as T] : [],
  )
}

async function write(key: string, value: unknown): Promise<boolean> {
  const isKept = await store.set(key, value)
  changes += 1
  tabs.notifyTabs()
  return isKept
}

/** Stores who checks tickets, on which day and where. The change is visible immediately, before it is written. */
export async function storeAttendant(desk: BoardingAttendant): Promise<void> {
  const isOtherStore = store !== storeOf(desk)
  store = storeOf(desk)
  isDeskStored = false
  update({ desk, refusal: undefined, ...(isOtherStore && { lists: [], checks: [] }) })
  isDeskStored = await write('desk', desk)
  update({ is_safe: isDeskStored })
  if (isOtherStore) await loadBoardingData()
}

const storeOf = ({ person }: BoardingAttendant) => (person === undefined ? keyStore : loginStore)

/**
 * Returns whether this attendant still checks tickets on this phone. While a call is on its way, they may be forgotten
 * or replaced; its answer must then not be stored.
 */
export const isStillAttendant = ({ key, person }: BoardingAttendant): boolean =>
  kept.desk !== undefined && kept.desk.key === key && kept.desk.person === person

/** Stores the choice of another park on the same day. */
export async function choosePark(park: string): Promise<void> {
  if (kept.desk !== undefined) await storeAttendant({ ...kept.desk, park })
}

/** Stores a manifest, which replaces an older one of the same trip. Its warnings that were read remain read. */
export async function storeManifest(manifest: Manifest): Promise<void> {
  const { seen = [] } = kept.lists.find((one) => one.manifest.trip.id === manifest.trip.id) ?? {}
  await writeList({ manifest, saved_at: serverNow(), seen })
}

/** Stores that a person has read the warning about a ticket of a list. */
export async function storeSeenWarning(list: SavedManifest, ticket_id: string): Promise<void> {
  await writeList({ ...list, seen: [...(list.seen ?? []), ticket_id] })
}

async function writeList(list: SavedManifest): Promise<void> {
  const { manifest } = list
  const is_safe = await write(`list:${manifest.trip.id}`, list)
  const others = kept.lists.filter((one) => one.manifest.trip.id !== manifest.trip.id)
  update({ lists: [...others, list], is_safe })
}

/** Checks that could not be written to this phone. They are sent while the page is open. */
const unwritten = new Map<string, TicketCheck>()

/** Stores a check. It counts on this phone even if it could not be written. */
export async function storeCheck(check: TicketCheck): Promise<void> {
  const is_safe = await write(`check:${check.scan.id}`, check)
  if (is_safe) unwritten.delete(check.scan.id)
  else unwritten.set(check.scan.id, check)
  const others = kept.checks.filter((one) => one.scan.id !== check.scan.id)
  update({ checks: [...others, check], is_safe })
}

/** Records in memory whether the server accepts the attendant. */
export function recordRefusal(refusal: BoardingRefusal | undefined): void {
  if (kept.refusal !== refusal) update({ refusal })
}

/** Deletes the lists and departures of a member who may no longer see them. Their checks stay until they are sent. */
export async function deleteLists(): Promise<void> {
  const { desk, lists } = kept
  update({ lists: [], ...(desk !== undefined && { desk: { ...desk, departures: [] } }) })
  await Promise.all(lists.map(({ manifest }) => store.delete(`list:${manifest.trip.id}`)))
  if (kept.desk !== undefined) await write('desk', kept.desk)
}

/**
 * Deletes all data of the attendant from this phone, including unsent checks. If the attendant used their login
 * although a key is stored on this phone, that key is in use again.
 */
export async function deleteBoardingData(): Promise<void> {
  await store.clear()
  await store.set(deleted, { at: serverNow() })
  changes += 1
  tabs.notifyTabs()
  const wasByLogin = store === loginStore
  forgetAll()
  if (wasByLogin) await loadBoardingData()
  update({ is_ready: true })
}

/** Returns the checks that the server has not answered yet, the oldest first. */
export const filterUnsentChecks = (checks: readonly TicketCheck[]) =>
  checks.filter(({ answer }) => answer === undefined)
