import { foldAccents } from '#lib/format'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import styles from './reading.module.css'

/** Renders text in paragraphs. `## ` begins a heading with an anchor (`#cancelling-a-seat`), `- ` a list item. */
export function Paragraphs({ texts }: { texts: readonly string[] }) {
  return (
    <div className={styles.text}>
      {blocksOf(texts).map((block, index) => {
        const key = `${index} ${block[0]}`
        const [text = ''] = block
        if (text.startsWith('- '))
          return (
            <ul key={key}>
              {block.map((point) => (
                <li key={point}>{point.slice(2)}</li>
              ))}
            </ul>
          )
        if (!text.startsWith('## ')) return <p key={key}>{text}</p>
        const heading = text.slice(3)
        return (
          <h2 key={key} id={makeAnchor(heading)}>
            {heading}
          </h2>
        )
      })}
    </div>
  )
}

/** Groups the paragraphs so that the items of a list are together. */
function blocksOf(texts: readonly string[]): string[][] {
  const blocks: string[][] = []
  for (const text of texts) {
    const last = blocks.at(-1)
    if (text.startsWith('- ') && last?.[0]?.startsWith('- ') === true) last.push(text)
    else blocks.push([text])
  }
  return blocks
}

/** Returns the headings among the paragraphs, with their anchors. */
export function listHeadings(texts: readonly string[]): { to: string; heading: string }[] {
  return texts
    .filter((text) => text.startsWith('## '))
    .map((text) => ({ to: `#${makeAnchor(text.slice(3))}`, heading: text.slice(3) }))
}

const makeAnchor = (heading: string) =>
  foldAccents(heading)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Links to the anchors of this page. */
export function TableOfContents({
  label,
  places,
}: {
  label: string
  places: readonly { to: string; heading: string }[]
}) {
  return (
    <nav aria-label={label} className={styles.contents}>
      <ul>
        {places.map(({ to, heading }) => (
          <li key={to}>
            <a href={to}>{heading}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * Scrolls to the anchor in the URL when the screen opens and each time the URL changes. A collapsed question opens. It
 * waits one animation frame, because the app first scrolls every screen to its top.
 */
export function useScrollToAnchor(): void {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash === '') return
    const frame = requestAnimationFrame(() => {
      const place = document.getElementById(hash.slice(1))
      if (place instanceof HTMLDetailsElement) place.open = true
      place?.scrollIntoView?.({ block: 'start' })
      place?.querySelector('summary')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [hash, key])
}
