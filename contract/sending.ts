/*
 * When and how often the outbox is sent. Shared by the app, the service worker and the door checks. These functions are
 * pure: callers pass in the time and a random number.
 */

/** The longest pause, ms. A longer one is the result of a wrong clock, so it is ignored. */
export const maxRetryPause_ms = 3_600_000

/** How long an item counts as being sent, ms. After that, the tab that was sending it is assumed to be closed. */
export const sendingTimeout_ms = 40_000

/**
 * Returns the pause in ms after `attempts` tries: 5 seconds, doubled each time up to 15 minutes, 30 % shorter or longer
 * by `chance` (0 to 1), not shorter than `retry_after_s`, and at most `maxRetryPause_ms`.
 */
export function computeRetryPause(
  attempts: number,
  chance: number,
  retry_after_s?: number,
): number {
  const pause = Math.min(5000 * 2 ** (Math.max(1, attempts) - 1), 900_000) * (0.7 + chance * 0.6)
  return Math.min(Math.max(pause, (retry_after_s ?? 0) * 1000), maxRetryPause_ms)
}

/** The state of an outbox item. Times are in ms by the server's clock. */
interface OutboxState {
  state: 'waiting' | 'sending' | 'sign_in' | 'needs_you' | 'sent'
  next_at: number
  attempts: number
  /** Whether the item was sent without an answer, so that the server may have received it. */
  is_unsure?: boolean
}

/** Returns whether an item may be sent. `eager`: the network is back, so unanswered items are sent early. */
export function isOutboxItemDue(
  { next_at, is_unsure }: OutboxState,
  now: number,
  eager: boolean,
): boolean {
  const pause = next_at - now
  return pause <= 0 || pause > maxRetryPause_ms || (eager && is_unsure === true)
}

/** Returns whether a sender is sending an item now. An interrupted item is sent again with the same idempotency key. */
export function isBeingSent({ state, next_at }: OutboxState, now: number): boolean {
  const left = next_at - now
  return state === 'sending' && left > 0 && left <= sendingTimeout_ms
}

/** Returns the fields that change just before an item is sent. `is_unsure` stays until there is an answer. */
export const makeSendingState = ({ attempts }: OutboxState, now: number) =>
  ({
    state: 'sending',
    attempts: attempts + 1,
    next_at: now + sendingTimeout_ms,
    is_unsure: true,
  }) as const

/** A refusal of an item. `status` is 0 if there was no answer, or an answer that is not from our server. */
export interface SendRefusal {
  status: number
  code: string
  detail: string
  fields: Record<string, string>
  retry_after: number | undefined
}

/** The refusal that represents a missing answer. */
export const noAnswerRefusal: SendRefusal = {
  status: 0,
  code: '',
  detail: '',
  fields: {},
  retry_after: undefined,
}

/** Returns the fields that change after a failed attempt. `chance`: as in `computeRetryPause`. */
export function computeStateAfterRefusal(
  { attempts }: OutboxState,
  refused: SendRefusal,
  now: number,
  chance: number,
) {
  const { status, code, detail, fields, retry_after } = refused
  if (status === 401) return { state: 'sign_in', is_unsure: false, next_at: 0 } as const
  const said = { code, detail, fields }
  if (status !== 0 && status !== 429 && status < 500)
    return { state: 'needs_you', is_unsure: false, said } as const
  const next_at = now + computeRetryPause(attempts, chance, retry_after)
  return {
    state: 'waiting',
    is_unsure: status === 0,
    next_at,
    said: status === 429 ? said : undefined,
  } as const
}

/** A placeholder in an item's input or URL for the `id` in the answer to the item that it depends on. */
const before = '$before'

/** Replaces the placeholder in an input or a body with `id`. */
export const fillDependencyId = (input: Record<string, unknown>, id: string | undefined) =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, value === before ? id : value]),
  )
