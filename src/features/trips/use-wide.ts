import { useSyncExternalStore } from 'react'

/** Where a page has room for something beside it, as `#ui/page` has it. */
const wide = '(min-width: 900px)'

function follow(tell: () => void): () => void {
  const media = matchMedia(wide)
  media.addEventListener('change', tell)
  return () => media.removeEventListener('change', tell)
}

/** Whether what stands beside a page is seen: a phone does not draw what it hides. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    follow,
    () => matchMedia(wide).matches,
    () => false,
  )
