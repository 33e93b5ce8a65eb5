import { loadOnDemand } from '#lib/lazy'
import { useSheet } from '#ui/use-sheet'
import { useState } from 'react'
import type { SheetName } from './search-sheets.tsx'

const { load, Loaded } = loadOnDemand(async () => (await import('./search-sheets.tsx')).SearchSheet)

/** The open sheet, once its script has loaded. */
export const LoadedSearchSheet = Loaded

/**
 * The sheets of the search form. Their script loads at the first touch of the form, since a first visit may end before
 * one is needed; a sheet opens as soon as it is here. `isMissing`: it could not be loaded, so the browser's own
 * controls are used.
 */
export function useSearchSheet() {
  const { name, open, close } = useSheet<SheetName>()
  const [isTyped, setTyped] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const openSheet = async (next: SheetName, isTyping: boolean) => {
    setTyped(isTyping)
    try {
      await load()
      open(next)
    } catch {
      setMissing(true)
    }
  }
  return {
    name,
    isTyped,
    isMissing,
    open: (next: SheetName, isTyping: boolean) => void openSheet(next, isTyping),
    close,
    setTyped,
    prepare: () => void load().catch(() => undefined),
  }
}
