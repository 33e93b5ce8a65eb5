import { hasShape, type Shape } from '#contract/shape'
import { removeItem, read, write } from '#lib/device'
import { openOwnerStore } from '#lib/device/owner-store'
import { repairDraft } from '#lib/repair-draft'
import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * The forms with which people log in. Their drafts do not count as unsent work, and the login of another person deletes
 * them.
 */
export const loginFormNames: ReadonlySet<string> = new Set([
  'login',
  'signup',
  'forgotten-password',
])

const store = openOwnerStore('drafts')
const unsaved = new Map<string, unknown>()

/** Stores all pending changes. The app calls it before a reload. */
export async function flushDrafts(): Promise<void> {
  await Promise.all(
    [...unsaved].map(async ([name, value]) => {
      if (!(await store.set(name, value))) return
      if (unsaved.get(name) === value) unsaved.delete(name)
      deleteLeftDraft(name)
    }),
  )
}

/**
 * Writes pending changes to local storage, which is immediate: the page may be gone before IndexedDB has written them.
 */
function leave(): void {
  if (unsaved.size > 0)
    write('left_drafts', { ...read('left_drafts'), ...Object.fromEntries(unsaved) })
  void flushDrafts()
}

/** Discards unsaved changes, for a logout. */
export function discardDrafts(): void {
  unsaved.clear()
  dirty.clear()
}

/** Returns the names of all forms on this phone with unsent text. */
export async function listDraftNames(): Promise<string[]> {
  await flushDrafts()
  const kept = await store.entries()
  return [...new Set([...kept.map(([name]) => name), ...Object.keys(read('left_drafts') ?? {})])]
}

function deleteLeftDraft(name: string): void {
  const { [name]: dropped, ...others } = read('left_drafts') ?? {}
  if (dropped === undefined) return
  if (Object.keys(others).length === 0) removeItem('left_drafts')
  else write('left_drafts', others)
}

async function readDraft(name: string): Promise<unknown> {
  const left = read('left_drafts')?.[name]
  if (left !== undefined && !unsaved.has(name)) {
    unsaved.set(name, left)
    void flushDrafts()
  }
  const kept = await store.get<unknown>(name)
  return unsaved.get(name) ?? kept
}

const dirty = new Set<string>()

/** Returns whether a form in this tab has unsent text. */
export function hasDirtyForm(): boolean {
  return dirty.size > 0
}

/** Deletes what was typed into a form. */
export async function deleteDraft(name: string): Promise<void> {
  unsaved.delete(name)
  dirty.delete(name)
  deleteLeftDraft(name)
  await store.delete(name)
}

export interface Draft<T> {
  value: T
  /** False until the phone has been searched for an earlier draft. Show the form even before that. */
  is_ready: boolean
  /** Changes the draft and stores it within 500 ms, or immediately when the page is left. */
  change: (value: T | ((before: T) => T)) => void
  /** Stores pending changes now; pass it to a form's `onBlur`. */
  flush: () => void
  /** Deletes the draft after it was sent or discarded. Await it before leaving the document. */
  discard: () => Promise<void>
}

/**
 * Stores what a person types into a form on the phone, under `name`, so that nothing is lost by a reload or an empty
 * battery. `name` is unique for each form: `passengers-${reference}`. Fields that a stored draft lacks get their values
 * from `initial`. `shape` describes values that `initial` does not show; a stored draft of another shape is ignored.
 */
export function useDraft<T>(name: string, initial: T, shape: Shape = 'any'): Draft<T> {
  const [value, setValue] = useState(initial)
  // A change counts when it is made, not when React renders it: by then the draft may be discarded.
  const latest = useRef(initial)
  const [first] = useState(() => ({ initial, shape }))
  const [is_ready, setReady] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    let gone = false
    void readDraft(name).then((stored) => {
      if (gone) return
      const kept = repairDraft(first.initial, stored)
      if (kept !== undefined && hasShape(first.shape, kept)) setValue((latest.current = kept))
      setReady(true)
    })
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      gone = true
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
      dirty.delete(name)
      leave()
    }
  }, [name, first])

  const change = useCallback(
    (next: T | ((before: T) => T)) => {
      const { current } = latest
      latest.current = typeof next === 'function' ? (next as (before: T) => T)(current) : next
      setValue(latest.current)
      dirty.add(name)
      unsaved.set(name, latest.current)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flushDrafts(), 500)
    },
    [name],
  )
  const flush = useCallback(() => void flushDrafts(), [])
  const discard = useCallback(() => {
    clearTimeout(timer.current)
    return deleteDraft(name)
  }, [name])

  return { value, is_ready, change, flush, discard }
}
