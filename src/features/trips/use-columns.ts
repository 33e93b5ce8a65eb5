import { useSyncExternalStore } from 'react'

/** The widths from which a page has two and three columns. Keep equal to those in `#ui/page`. */
const widths = ['(min-width: 900px)', '(min-width: 80em)']

function follow(tell: () => void): () => void {
  const media = widths.map((width) => matchMedia(width))
  for (const one of media) one.addEventListener('change', tell)
  return () => {
    for (const one of media) one.removeEventListener('change', tell)
  }
}

/** Returns how many columns of the page (1 to 3) fit on this screen. The content of the others is not rendered. */
export const useColumnCount = (): number =>
  useSyncExternalStore(
    follow,
    () => 1 + widths.filter((width) => matchMedia(width).matches).length,
    () => 1,
  )
