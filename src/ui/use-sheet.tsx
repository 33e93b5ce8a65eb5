import { doAfterFrame } from '#lib/after-frame'
import { useEffect, useRef, useState } from 'react'

let closing: Promise<unknown> = Promise.resolve()

/**
 * Resolves when the history entry of the last closed sheet is gone. A page that is opened before that would be lost.
 */
export const waitUntilSheetIsClosed = (): Promise<unknown> => closing

/** Returns whether the current history entry belongs to a sheet. */
const isOnSheet = () => (history.state as { sheet?: true } | null)?.sheet === true

/**
 * Returns which of a screen's sheets is open. An open sheet has a history entry, so that Back closes it. The router
 * does not react to this entry.
 */
function useSheet<Name extends string>() {
  const [name, setName] = useState<Name>()
  useEffect(() => {
    if (name === undefined) return
    const onBack = () => setName(undefined)
    addEventListener('popstate', onBack)
    return () => removeEventListener('popstate', onBack)
  }, [name])
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  const open = (next: Name) => {
    // Its script may have arrived after the person left the screen.
    if (!isMounted.current) return
    if (!isOnSheet()) history.pushState({ ...history.state, sheet: true }, '')
    setName(next)
  }
  const close = () => {
    setName(undefined)
    if (!isOnSheet()) return
    closing = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    history.back()
  }
  return { name, open, close }
}

/**
 * Returns which of a screen's sheets is open. Their script loads after the first touch (`prepare`), since a visit may
 * end before one is needed; a sheet opens as soon as its script has loaded. `isMissing`: it could not be loaded, so the
 * browser's own controls are used.
 */
export function useLoadedSheet<Name extends string>(load: () => Promise<unknown>) {
  const sheet = useSheet<Name>()
  const [isMissing, setMissing] = useState(false)
  const openSheet = async (next: Name) => {
    try {
      await load()
      doAfterFrame(() => sheet.open(next))
    } catch {
      setMissing(true)
    }
  }
  return {
    ...sheet,
    isMissing,
    open: (next: Name) => void openSheet(next),
    prepare: () => void doAfterFrame(() => void load().catch(() => undefined)),
  }
}
