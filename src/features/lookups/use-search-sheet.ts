import { loadOnDemand } from '#lib/lazy'
import { useLoadedSheet } from '#ui/use-sheet'
import { useState } from 'react'
import type { SearchSheetName } from './search-sheets.tsx'

const { load, Loaded } = loadOnDemand(async () => (await import('./search-sheets.tsx')).SearchSheet)

/** The open sheet, once its script has loaded. */
export const LoadedSearchSheet = Loaded

/** The sheets of the search form. `isTyped`: as in `SearchSheetProps`. */
export function useSearchSheet() {
  const sheet = useLoadedSheet<SearchSheetName>(load)
  const [isTyped, setTyped] = useState(false)
  return {
    ...sheet,
    isTyped,
    setTyped,
    open: (next: SearchSheetName, isTyping: boolean) => {
      setTyped(isTyping)
      sheet.open(next)
    },
  }
}
