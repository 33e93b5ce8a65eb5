import type { CallInput } from '#contract/endpoint'
import type { NewAllotment } from '#contract/counter/allotments'
import type { allotSeats, sellAllottedSeats } from '#contract/counter/endpoints'
import { priceFare } from '#contract/fare'
import { hasShape, type Shape } from '#contract/shape'
import { serverNow } from '#lib/clock'
import { openOwnerStore } from '#lib/device/owner-store'
import { makeTabSubscription } from '#lib/tab-subscription'
import { useSyncExternalStore } from 'react'

/** The code and the sentence of a refusal by the server. */
export interface Refusal {
  code: string
  detail: string
}

/** A sale that this phone made. `key`: its idempotency key. `waiting`: the server has not answered it yet. */
export interface OfflineSale {
  key: string
  input: CallInput<typeof sellAllottedSeats>
  state: 'waiting' | 'sent' | 'refused'
  refused?: Refusal
  /** The reference of the booking, once the sale is reported. */
  reference?: string
  /**
   * The seats of the booking, in the order of the travellers. They differ from the tickets if the vehicle was changed.
   */
  booked_seats?: number[]
  /** Whether the clerk has dealt with the refusal. */
  settled?: true
}

/** Unsold seats that this phone no longer sells. `office`: somebody else released them, not this phone. */
export interface SeatRelease {
  key: string
  seats: number[]
  state: 'waiting' | 'sent'
  office?: true
}

/**
 * Seats that a clerk asked for, and all that this phone did with them. It is one entry of the store, so that a seat is
 * sold and its report is stored in one step. `id`: the idempotency key of the request.
 */
export interface StoredAllotment {
  id: string
  owner: string
  asked: CallInput<typeof allotSeats>
  asked_at: number
  /** Missing until the server has answered the request. */
  allotment?: NewAllotment
  /** Why the seats were not set aside, if the server refused them after the form was closed. */
  refused?: Refusal
  sales: OfflineSale[]
  releases: SeatRelease[]
  /** Set while a logout would lose something: an unanswered request, unsold seats or unreported sales. */
  open?: { since: number }
}

/** An entry whose request is answered. */
export type AnsweredAllotment = StoredAllotment & { allotment: NewAllotment }

/** Returns whether the server has answered the request of an entry, so that its seats are set aside. */
export const isAnswered = (one: StoredAllotment): one is AnsweredAllotment =>
  one.allotment !== undefined

/** How long before `sell_until` the phone stops selling, ms, since its clock is not exact. */
const margin_ms = 120_000
const day_ms = 86_400_000

/** Returns whether this phone may still sell seats of an allotment. */
export const canSellOnPhone = ({ allotment }: AnsweredAllotment): boolean =>
  serverNow() < Date.parse(allotment.sell_until) - margin_ms

/** Returns the seats of a reported sale that differ from those on its tickets. */
export const listMovedSeats = ({ input, booked_seats = [] }: OfflineSale) =>
  input.passengers.flatMap(({ seat: was }, index) => {
    const is = booked_seats[index]
    return is === undefined || is === was ? [] : [{ was, is }]
  })

const seatsOf = ({ input }: OfflineSale) => input.passengers.map(({ seat }) => seat)

/** Returns the seats that this phone has neither sold nor released, by number. */
export function listUnsoldSeats({ allotment, sales, releases }: StoredAllotment): number[] {
  const gone = new Set([...sales.flatMap(seatsOf), ...releases.flatMap(({ seats }) => seats)])
  return (allotment?.tickets ?? [])
    .map(({ seat }) => seat)
    .filter((seat) => !gone.has(seat))
    .toSorted((a, b) => a - b)
}

/** Returns the price of seats for travellers of these types, in kobo, at the fares when the seats were set aside. */
export function priceAllottedSeats(
  { seat_fare_kobo, park_fee_kobo, passenger_types }: NewAllotment,
  types: readonly string[],
): number {
  const seats = types.map(
    (type) => passenger_types.find(({ code }) => code === type) ?? { label: '', fare_percent: 100 },
  )
  return seats.length === 0 ? 0 : priceFare(seat_fare_kobo, park_fee_kobo, seats, false).total_kobo
}

/** Returns whether something that this phone did is not reported yet. */
export const hasUnreportedChanges = ({
  allotment,
  refused,
  sales,
  releases,
}: StoredAllotment): boolean =>
  (allotment ?? refused) === undefined ||
  [...sales, ...releases].some(({ state }) => state === 'waiting')

const isOpen = (one: StoredAllotment) =>
  hasUnreportedChanges(one) ||
  listUnsoldSeats(one).length > 0 ||
  one.sales.some(({ state, settled }) => state === 'refused' && settled !== true)

/** The shape of an entry. An entry of another shape is not read. */
const shape: Shape = {
  id: 'string',
  owner: 'string',
  asked: { shift: 'string', trip_id: 'string', seats: ['number'] },
  'allotment?': {
    id: 'string',
    departs_at: 'instant',
    sell_until: 'instant',
    zone: 'string',
    seat_fare_kobo: 'number',
    tickets: [{ seat: 'number', code: 'string', payload: 'string' }],
  },
  sales: [{ key: 'string', state: 'string', input: { passengers: ['any'] } }],
  releases: [{ key: 'string', state: 'string', seats: ['number'] }],
}

const store = openOwnerStore('counter_phone')
const none: readonly StoredAllotment[] = []
let kept: readonly StoredAllotment[] | undefined
let isUnreadable = false
const tabs = makeTabSubscription('counter', () => void listStoredAllotments())

/** Returns all entries, newest last; undefined until they are loaded. Updated when any tab changes them. */
export function useStoredAllotments(): readonly StoredAllotment[] | undefined {
  return useSyncExternalStore(
    tabs.subscribe,
    () => kept,
    () => undefined,
  )
}

/** Returns whether the latest attempt to read the entries failed, so that some may be missing. */
export const useAreAllotmentsUnreadable = (): boolean =>
  useSyncExternalStore(
    tabs.subscribe,
    () => isUnreadable,
    () => false,
  )

/**
 * Reads the entries, newest last. Deletes an entry two days after the departure if nothing in it is open. A refused
 * request stays until the clerk has seen the refusal.
 */
export async function listStoredAllotments(): Promise<readonly StoredAllotment[]> {
  const all = (await store.entries<StoredAllotment>()).flatMap(([, one]) =>
    hasShape(shape, one) ? [one] : [],
  )
  isUnreadable = store.isUnreadable()
  const old = all.filter(
    ({ open, refused, allotment }) =>
      open === undefined &&
      !(Date.parse(allotment?.departs_at ?? '') > serverNow() - 2 * day_ms) &&
      refused === undefined,
  )
  for (const { id } of old) void store.delete(id)
  const left = all.filter((one) => !old.includes(one))
  kept = left.length === 0 ? none : left.toSorted((a, b) => a.asked_at - b.asked_at)
  tabs.notify()
  return kept
}

/**
 * Changes, creates or deletes an entry in one step that no other tab interrupts. Resolves to true once the change is
 * stored, and to false if it is not stored and never will be.
 */
export async function changeAllotment(
  id: string,
  next: (kept: StoredAllotment | undefined) => StoredAllotment | undefined,
): Promise<boolean> {
  const isStored = await store.change<StoredAllotment>(id, (before) => {
    const after = next(before)
    if (after === undefined || after === before) return after
    const { open = { since: after.asked_at }, ...rest } = after
    return isOpen(rest) ? { ...rest, open } : rest
  })
  tabs.notifyTabs()
  await listStoredAllotments()
  return isStored
}

/** Replaces the sale with this key in an entry. Resolves as `changeAllotment` does. */
export const changeSale = (
  id: string,
  key: string,
  next: (sale: OfflineSale) => OfflineSale,
): Promise<boolean> =>
  changeAllotment(
    id,
    (one) =>
      one && { ...one, sales: one.sales.map((sale) => (sale.key === key ? next(sale) : sale)) },
  )

/**
 * Closes a refused sale after the clerk has refunded its money, and releases its seats. Resolves as `changeAllotment`.
 */
export const closeRefusedSale = (id: string, key: string): Promise<boolean> =>
  changeAllotment(id, (one) => {
    const refused = one?.sales.find((sale) => sale.key === key)
    if (one === undefined || refused?.state !== 'refused' || refused.settled) return one
    return {
      ...one,
      sales: one.sales.map((sale) => (sale.key === key ? { ...sale, settled: true } : sale)),
      releases: [
        ...one.releases,
        { key: crypto.randomUUID(), seats: seatsOf(refused), state: 'waiting' },
      ],
    }
  })

/** Why a sale was not made: another tab was faster, the time is over, or the phone could not store it. */
export type SaleFailure = 'taken' | 'over' | 'not_stored'

/**
 * Sells seats of an entry, and stores the sale so that it is reported. Resolves to undefined once the seats are sold,
 * and otherwise to the reason why they are not. A repeat with the same key sells nothing more.
 */
export async function sellOnPhone(
  id: string,
  key: string,
  input: OfflineSale['input'],
): Promise<SaleFailure | undefined> {
  let failure: SaleFailure | undefined
  const isStored = await changeAllotment(id, (one) => {
    failure = undefined
    if (one?.sales.some((sale) => sale.key === key)) return one
    const unsold = one === undefined ? [] : listUnsoldSeats(one)
    if (one === undefined || !input.passengers.every(({ seat }) => unsold.includes(seat)))
      failure = 'taken'
    else if (!isAnswered(one) || !canSellOnPhone(one)) failure = 'over'
    if (one === undefined || failure !== undefined) return one
    return { ...one, sales: [...one.sales, { key, input, state: 'waiting' }] }
  })
  return failure ?? (isStored ? undefined : 'not_stored')
}

/** Takes seats off sale on this phone, so that they are released; those that are already sold stay sold. */
export const releaseSeats = (
  id: string,
  seats: readonly number[],
  how: Omit<SeatRelease, 'key' | 'seats'> = { state: 'waiting' },
): Promise<boolean> =>
  changeAllotment(id, (one) => {
    const back =
      one === undefined ? [] : listUnsoldSeats(one).filter((seat) => seats.includes(seat))
    if (one === undefined || back.length === 0) return one
    return {
      ...one,
      releases: [...one.releases, { key: crypto.randomUUID(), seats: back, ...how }],
    }
  })
