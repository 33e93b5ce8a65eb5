/*
 * When and how often the outbox is sent: the same rules for a page, for the service worker
 * that sends while no page is open, and for checks at the door. Pure: callers pass in time and chance.
 */

/** The longest pause; a longer one dates from a wrong clock. */
export const longestPause_ms = 3_600_000

/** A claim this old, unanswered, belongs to a closed tab. */
export const lease_ms = 40_000

/**
 * How long to wait after the `attempts`-th try, ms: doubled each time from five seconds to a quarter of an hour,
 * by up to a third more or less (`chance` from 0 to 1), never shorter than the server asked for.
 */
export function pauseAfter(attempts: number, chance: number, retry_after_s?: number): number {
  const pause = Math.min(5000 * 2 ** (Math.max(1, attempts) - 1), 900_000) * (0.7 + chance * 0.6)
  return Math.min(Math.max(pause, (retry_after_s ?? 0) * 1000), longestPause_ms)
}

/** The state of an outbox item. Times are ms by the server's clock. */
interface Queued {
  state: 'waiting' | 'sending' | 'sign_in' | 'needs_you' | 'sent'
  next_at: number
  attempts: number
  /** It was tried without an answer, so it may have arrived. */
  is_unsure?: boolean
}

/** Whether it may be tried; `eager`: the network is back, so unanswered items are tried early. */
export function isDue({ next_at, is_unsure }: Queued, now: number, eager: boolean): boolean {
  const pause = next_at - now
  return pause <= 0 || pause > longestPause_ms || (eager && is_unsure === true)
}

/** Whether a sender has it; an interrupted item is sent again under the same key. */
export function isBeingSent({ state, next_at }: Queued, now: number): boolean {
  const left = next_at - now
  return state === 'sending' && left > 0 && left <= lease_ms
}

/** What it becomes before the first byte leaves. */
export const claimed = ({ attempts }: Queued, now: number) =>
  ({
    state: 'sending',
    attempts: attempts + 1,
    next_at: now + lease_ms,
    is_unsure: true,
  }) as const

/** A refusal. `status` 0: no answer, or one that is not from our server. */
export interface Refused {
  status: number
  code: string
  detail: string
  fields: Record<string, string>
  retry_after: number | undefined
}

/** The next state after a failed attempt: no answer, a wait, with the server's words for one of ours, or a refusal. */
export function afterRefusal({ attempts }: Queued, refused: Refused, now: number, chance: number) {
  const { status, code, detail, fields, retry_after } = refused
  if (status === 401) return { state: 'sign_in', is_unsure: false, next_at: 0 } as const
  const said = { code, detail, fields }
  if (status !== 0 && status !== 429 && status < 500)
    return { state: 'needs_you', is_unsure: false, said } as const
  const next_at = now + pauseAfter(attempts, chance, retry_after)
  return {
    state: 'waiting',
    is_unsure: status === 0,
    next_at,
    said: status === 429 ? said : undefined,
  } as const
}

/** Where a thing's input or address names what goes before it, the `id` of that one's answer. */
const before = '$before'

/** An input or a body with the `id` that the thing before it was answered. */
export const withBefore = (words: Record<string, unknown>, id: string | undefined) =>
  Object.fromEntries(
    Object.entries(words).map(([name, value]) => [name, value === before ? id : value]),
  )
