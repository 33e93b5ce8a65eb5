import { serverNow } from '#lib/clock'
import { type ActionSubject, read, removeItem, write } from '#lib/device'
import { CallError } from './error.ts'
import { useRef } from 'react'

/** Returns whether an action that failed may nevertheless have been carried out, or may still be. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof CallError && (error.is_offline || error.status >= 500)

/**
 * Returns idempotency keys for a button. An action (`what`) keeps its key while it is repeated after a missing answer
 * or a server failure. After an answer (`settle`), or for another action, there is a new key. If `isKept`, the key also
 * survives a reload of the screen; pass false if `what` contains a secret. With an `about`, `deleteUnansweredKeys` can
 * delete the key when the result becomes known in another way.
 */
export function useIdempotencyKey(isKept = true) {
  const act = useRef({ what: '', key: '' })
  return {
    keyFor(what: string, about?: ActionSubject): string {
      if (act.current.what !== what) {
        const open = isKept ? findOpenKey(what) : undefined
        const key = open?.key ?? crypto.randomUUID()
        act.current = { what, key }
        // A repeat keeps the results that were known when the action began.
        if (isKept) storeOpenKey(what, open ?? { key, ...about })
      }
      return act.current.key
    },
    settle(error?: Error): void {
      if (isOutcomeUnknown(error)) return
      if (isKept) deleteOpenKey(act.current.what)
      act.current = { what: '', key: '' }
    },
  }
}

/**
 * How long an unanswered action keeps its key after a reload, ms. After that, the same input counts as a new action.
 */
const openFor_ms = 3_600_000

const openKeys = () =>
  Object.fromEntries(
    Object.entries(read('open_keys') ?? {}).filter(
      ([, open]) => Math.abs(serverNow() - Number(open?.at)) < openFor_ms,
    ),
  )

const findOpenKey = (what: string) => openKeys()[nameOf(what)]

function storeOpenKey(what: string, open: { key: string } & Partial<ActionSubject>): void {
  write('open_keys', { ...openKeys(), [nameOf(what)]: { ...open, at: serverNow() } })
}

/**
 * Deletes the keys of unanswered actions about `subject` whose `result` has become known without their answer, so that
 * the same action then gets a new key. The key of an action that began when `result` was already known stays.
 */
export function deleteUnansweredKeys(subject: string, result: string): void {
  const isAnswered = (open: Partial<ActionSubject> | undefined) =>
    open?.subject === subject &&
    !(Array.isArray(open.known_results) && open.known_results.includes(result))
  const before = Object.entries(openKeys())
  const others = before.filter(([, open]) => !isAnswered(open))
  if (others.length < before.length) storeOpenKeys(Object.fromEntries(others))
}

/** Returns whether an action about `subject` has no answer yet. */
export const hasUnansweredAction = (subject: string): boolean =>
  Object.values(openKeys()).some((open) => open?.subject === subject)

function deleteOpenKey(what: string): void {
  const { [nameOf(what)]: settled, ...others } = openKeys()
  if (settled === undefined) return
  storeOpenKeys(others)
}

function storeOpenKeys(open: ReturnType<typeof openKeys>): void {
  if (Object.keys(open).length === 0) removeItem('open_keys')
  else write('open_keys', open)
}

/** Names an action on this screen by a hash (cyrb53), since its text may be long and personal. */
function nameOf(what: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (const char of `${location.pathname}${location.search} ${what}`) {
    const code = char.codePointAt(0) ?? 0
    a = Math.imul(a ^ code, 2_654_435_761)
    b = Math.imul(b ^ code, 1_597_334_677)
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & b) + (a >>> 0)).toString(36)
}
