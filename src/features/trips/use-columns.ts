import { useSyncExternalStore } from 'react'

/** From where on a page has two columns, and three, as `#ui/page` has them. */
const widths = ['(min-width: 900px)', '(min-width: 80em)']

function follow(tell: () => void): () => void {
  const media = widths.map((width) => matchMedia(width))
  for (const one of media) one.addEventListener('change', tell)
  return () => {
    for (const one of media) one.removeEventListener('change', tell)
  }
}

/** How many columns are seen: a phone does not draw what it hides. */
export const useColumns = (): number =>
  useSyncExternalStore(
    follow,
    () => 1 + widths.filter((width) => matchMedia(width).matches).length,
    () => 1,
  )
