import type { Banner } from '#contract/notifications/model'
import { bannerRotation_ms } from '#contract/notifications/rules'
import { useQuery } from '@tanstack/react-query'
import {
  type FocusEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { UnstyledButton } from '#ui/button'
import { Link } from '#ui/link'
import { VisuallyHidden } from '#ui/visually-hidden'
import styles from './notifications.module.css'
import { listBannersQuery } from './queries.ts'

/**
 * The strip above the navigation. It shows one banner at a time, for five seconds each. It pauses under a finger, mouse
 * or keyboard focus, and with reduced motion. A tap or keyboard focus shows a long text in full. Screen readers do not
 * announce the changes. `otherwise` is displayed if there are no banners.
 */
export function BannerStrip({ otherwise }: { otherwise: ReactNode }) {
  const { data: banners = [] } = useQuery(listBannersQuery)
  const { at, next, hold } = useTurns(banners.length)
  const banner = banners[at]
  if (banner === undefined) return otherwise
  return (
    <div className={styles.strip} {...hold}>
      <p className={styles.words} tabIndex={-1}>
        <BannerText banner={banner} />
      </p>
      {banners.length > 1 && (
        <UnstyledButton className={styles.next} onClick={next}>
          <span aria-hidden="true">
            {at + 1}/{banners.length} ›
          </span>
          <VisuallyHidden>
            Next notice, after {at + 1} of {banners.length}
          </VisuallyHidden>
        </UnstyledButton>
      )}
    </div>
  )
}

/** Returns the index of the visible banner, a function that goes to the next, and handlers that pause the changes. */
function useTurns(count: number) {
  const [turns, setTurns] = useState(0)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const still = useStillness()
  const moves = count > 1 && !pointed && !focused && !still
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(() => setTurns((turn) => turn + 1), bannerRotation_ms)
    return () => clearInterval(timer)
  }, [moves])
  const hold = {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setFocused(currentTarget.contains(relatedTarget)),
  }
  return { at: count === 0 ? 0 : turns % count, next: () => setTurns((turn) => turn + 1), hold }
}

/**
 * The text of a banner and its link, which is never cut off. Of a long text, as many whole sentences are visible as fit
 * the line, and `More`; only a first sentence that is too long ends in an ellipsis.
 */
function BannerText({ banner: { content, url, url_text } }: { banner: Banner }) {
  const { line, isCut } = useLineOverflow(content)
  const isLink = url !== null && url_text === null
  return (
    <>
      <span ref={line} className={styles.text}>
        {isLink ? (
          <BannerLink url={url}>{content}</BannerLink>
        ) : (
          splitSentences(content).map((sentence) => <span key={sentence}>{sentence} </span>)
        )}
      </span>
      {isCut && (
        <b className={styles.more} aria-hidden="true">
          More
        </b>
      )}
      {url !== null && url_text !== null && (
        <>
          {' '}
          <BannerLink url={url}>{url_text}</BannerLink>
        </>
      )}
    </>
  )
}

/** Returns a ref for a line of text, and whether sentences of it are hidden because they do not fit. */
function useLineOverflow(text: string) {
  const line = useRef<HTMLSpanElement>(null)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const element = line.current
    if (element === null) return
    // The observer also reports the size at the start, after the layout, so that none is forced.
    const observer = new ResizeObserver(() =>
      setCut(element.scrollHeight > 1.5 * element.clientHeight),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [text])
  return { line, isCut }
}

/** Splits a text into its sentences. One that occurs twice is left out once. */
const splitSentences = (text: string): string[] => [
  ...new Set(text.replaceAll(/([.!?])\s+/g, '$1\n').split('\n')),
]

function BannerLink({ url, children }: { url: string; children: ReactNode }) {
  if (url.startsWith('https://'))
    return (
      <a href={url} target="_blank" rel="noreferrer">
        {children}
      </a>
    )
  if (!/^\/(?!\/)/.test(url)) return children
  return <Link to={url}>{children}</Link>
}

const stillness = '(prefers-reduced-motion: reduce)'

function useStillness(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const wish = matchMedia(stillness)
      wish.addEventListener('change', changed)
      return () => wish.removeEventListener('change', changed)
    },
    () => matchMedia(stillness).matches,
  )
}
