import type { CallInput } from '#contract/endpoint'
import {
  allotSeats,
  getOpenShift,
  listAllotments,
  releaseAllottedSeats,
  sellAllottedSeats,
} from '#contract/counter/endpoints'
import { call, CallError } from '#lib/api'
import { isOutcomeUnknown } from '#lib/api/idempotency-key'
import { serverNow } from '#lib/clock'
import { findLoginRefusal, type LoginRefusal } from '#lib/login-refusal'
import { readStoredUser } from '#lib/session'
import { makeSingleSender } from '#lib/single-sender'
import { useSyncExternalStore } from 'react'
import {
  changeAllotment,
  changeSale,
  releaseSeats,
  isAnswered,
  hasUnreportedChanges,
  listStoredAllotments,
  listUnsoldSeats,
  type StoredAllotment,
  type OfflineSale,
  type Refusal,
  type SeatRelease,
} from './allotments.ts'

/** Why the server currently refuses everything from this person; undefined if the server accepts it. */
let loginRefusal: LoginRefusal | undefined
const listeners = new Set<() => void>()

/** Returns why the server refuses the reports; undefined if it does not, even if there is no network. */
export const useReportsLoginRefusal = (): LoginRefusal | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => loginRefusal,
    () => undefined,
  )

function setLoginRefusal(next: LoginRefusal | undefined): void {
  if (loginRefusal === next) return
  loginRefusal = next
  for (const listener of listeners) listener()
}

const sender = makeSingleSender('counter-phone', reportAll)

/**
 * Reports to the server what this phone did, in this order: requests without an answer, sales, releases. Only one tab
 * reports at a time. The next call repeats what could not be reported. Never rejects.
 */
export const reportOfflineSales = sender.send

/** Reports what the logged-in clerk did on this phone. Never rejects. */
async function reportAll(): Promise<void> {
  const owner = readStoredUser()?.id
  const open = (await listStoredAllotments()).filter((one) => one.open !== undefined)
  if (owner === undefined) {
    if (open.length > 0) setLoginRefusal('login')
    return
  }
  const mine = open.filter((one) => one.owner === owner)
  if (mine.length === 0) return
  try {
    for (const one of mine) await reportAllotment(one)
    await compareWithServer(owner)
    setLoginRefusal(undefined)
    sender.noteSuccess()
  } catch (error) {
    if (error instanceof CallError) noteFailure(error)
  }
}

function noteFailure(error: CallError): void {
  if (error.is_offline) return
  sender.noteFailure(error)
  const next = findLoginRefusal(error)
  if (next !== undefined) setLoginRefusal(next)
}

/** Returns whether an error concerns only the item that was sent, so that others may still be sent. */
export const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError &&
  !isOutcomeUnknown(error) &&
  error.status !== 429 &&
  findLoginRefusal(error) === undefined

const makeRefusal = ({ code, detail }: CallError): Refusal => ({ code, detail })

/** Reports everything in an entry that is not reported yet. Throws `CallError` if nothing can be sent now. */
async function reportAllotment({ id, owner, asked, ...one }: StoredAllotment): Promise<void> {
  if (one.refused !== undefined) return
  if (one.allotment === undefined)
    return requestAllotment(id, asked, owner).catch(async (error: unknown) => {
      if (!isRefusal(error)) throw error
      await changeAllotment(id, (kept) => kept && { ...kept, refused: makeRefusal(error) })
    })
  for (const sale of one.sales) if (sale.state === 'waiting') await reportSale(id, sale, owner)
  const now = (await listStoredAllotments()).find((other) => other.id === id)
  if (now?.allotment === undefined) return
  if (Date.parse(now.allotment.sell_until) < serverNow())
    await releaseSeats(id, listUnsoldSeats(now))
  const after = (await listStoredAllotments()).find((other) => other.id === id)
  // A sale that was made meanwhile must be reported first; then the remaining seats are released.
  if (after === undefined || after.sales.some(({ state }) => state === 'waiting')) return
  for (const back of after.releases)
    if (back.state === 'waiting')
      await reportRelease({ id, owner, allotment_id: now.allotment.id, back })
}

/** Requests seats, and stores their tickets. Throws `CallError`; the request then stays on the phone. */
export async function requestAllotment(
  id: string,
  asked: CallInput<typeof allotSeats>,
  owner: string,
): Promise<void> {
  const allotment = await call(allotSeats, asked, { key: id, owner })
  await changeAllotment(id, (one) => one && { ...one, allotment })
}

async function reportSale(id: string, { key, input }: OfflineSale, owner: string): Promise<void> {
  try {
    const { reference, booking } = await call(sellAllottedSeats, input, { key, owner })
    const booked_seats = booking.seats
    await changeSale(id, key, ({ refused: _, ...sale }) => ({
      ...sale,
      state: 'sent',
      reference,
      booked_seats,
    }))
  } catch (error) {
    if (!isRefusal(error)) throw error
    await changeSale(id, key, (sale) => ({
      ...sale,
      state: 'refused',
      refused: makeRefusal(error),
    }))
  }
}

async function reportRelease({
  id,
  owner,
  allotment_id,
  back,
}: {
  id: string
  owner: string
  allotment_id: string
  back: SeatRelease
}): Promise<void> {
  try {
    await call(
      releaseAllottedSeats,
      { id: allotment_id, seats: back.seats },
      { key: back.key, owner },
    )
  } catch (error) {
    // These seats are no longer ours to release: somebody else has already released them.
    if (!isRefusal(error)) throw error
  }
  await changeAllotment(
    id,
    (one) =>
      one && {
        ...one,
        releases: one.releases.map((other) =>
          other.key === back.key ? { ...other, state: 'sent' } : other,
        ),
      },
  )
}

/** Takes seats off sale on this phone that somebody else has released. Throws `CallError`. */
async function compareWithServer(owner: string): Promise<void> {
  const before = (await listStoredAllotments()).filter(
    (one) =>
      one.owner === owner &&
      isAnswered(one) &&
      !hasUnreportedChanges(one) &&
      listUnsoldSeats(one).length > 0,
  )
  if (before.length === 0) return
  const theirs = await call(listAllotments, {}, { owner })
  for (const one of before) {
    const left = theirs.find(({ id }) => id === one.allotment?.id)?.left ?? []
    const gone = listUnsoldSeats(one).filter((seat) => !left.includes(seat))
    if (gone.length > 0) await releaseSeats(one.id, gone, { state: 'sent', office: true })
  }
}

/**
 * Reports a refused sale once more, in the shift that is open now. Returns false if none is open. Throws `CallError`.
 */
export async function reportSaleAgain(id: string, key: string): Promise<boolean> {
  const { shift } = await call(getOpenShift, {})
  if (shift === null) return false
  await changeSale(id, key, ({ refused: _, ...sale }) => ({
    ...sale,
    key: crypto.randomUUID(),
    input: { ...sale.input, shift: shift.id },
    state: 'waiting',
  }))
  await reportOfflineSales()
  return true
}
