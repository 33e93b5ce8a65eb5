import type { holdSeats } from '#contract/bookings/endpoints'
import { holdMinutes } from '#contract/policy'
import type { CallInput } from '#lib/api'
import { serverNow } from '#lib/clock'
import { read, removeItem, useStored, write } from '#lib/device'
import { getCurrentOwner } from '#lib/device/owner'

/** A call to hold seats that has no answer yet: perhaps the server has received it and holds them. */
export interface HoldAttempt {
  input: CallInput<typeof holdSeats>
  key: string
  /** The owner of this phone's data when the call was sent. For other owners, the attempt is ignored. */
  owner: string
  /** When it was sent, ms by the server's clock. */
  at: number
  /** Whether there seemed to be a network when the call was sent, so that the server has probably received it. */
  is_probable: boolean
  /** The visit of the page (`key` of the router's location) from which it was sent. A reload continues the visit. */
  visit: string
  /**
   * Whether the person has since left that page or changed the seats. The call is then repeated only when they ask for
   * it.
   */
  is_given_up: boolean
}

/** Returns whether two calls are for the same seats. A proof of work makes no difference. */
export const isSameHold = (a: HoldAttempt['input'], b: HoldAttempt['input']): boolean =>
  a.trip_id === b.trip_id && a.way_out === b.way_out && a.seats.join() === b.seats.join()

/** Returns the attempt for these seats that has no answer yet; undefined if none, or if its hold would have expired. */
export function findHoldAttempt(input: HoldAttempt['input']): HoldAttempt | undefined {
  const attempt = current(read('hold_attempt'))
  return attempt && isSameHold(attempt.input, input) ? attempt : undefined
}

/** Returns the attempt to hold seats of a trip that has no answer yet, while the server may hold them. */
export function useHoldAttempt(trip_id: string): HoldAttempt | undefined {
  const attempt = current(useStored('hold_attempt'))
  return attempt?.input.trip_id === trip_id ? attempt : undefined
}

/**
 * Returns the idempotency key of an attempt to hold seats of this trip that the same visit of the page made before a
 * reload; undefined if there is none.
 */
export function findResumedAttemptKey(trip_id: string, visit: string): string | undefined {
  const attempt = current(read('hold_attempt'))
  const isResumed =
    attempt?.input.trip_id === trip_id && attempt.visit === visit && !attempt.is_given_up
  return isResumed ? attempt.key : undefined
}

/** Stores that the person gave up an attempt. It is not deleted, since the server may have received it. */
export function abandonHoldAttempt({ key }: Pick<HoldAttempt, 'key'>): void {
  const attempt = current(read('hold_attempt'))
  if (attempt?.key === key && !attempt.is_given_up)
    write('hold_attempt', { ...attempt, is_given_up: true })
}

/** Deletes an attempt that was answered. A newer one is not deleted. */
export function deleteHoldAttempt({ key }: Pick<HoldAttempt, 'key'>): void {
  if (read('hold_attempt')?.key === key) removeItem('hold_attempt')
}

/** How long an attempt is used, ms. After that, its hold would have expired. */
const lifetime_ms = holdMinutes * 60_000

const current = (attempt: Partial<HoldAttempt> | undefined) =>
  isWhole(attempt) &&
  attempt.owner === getCurrentOwner() &&
  Math.abs(serverNow() - attempt.at) < lifetime_ms
    ? attempt
    : undefined

const isWhole = (attempt: Partial<HoldAttempt> | undefined): attempt is HoldAttempt =>
  Array.isArray(attempt?.input?.seats) && Number.isFinite(attempt?.at)
