import { product } from '#contract/product'
import { setDocumentTitle } from '#lib/browser'
import { Chevron } from '#ui/pictures/chevron'
import { createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { Link } from './link.tsx'
import type { To } from 'react-router-dom'
import styles from './page.module.css'

/** Receives the title and description of a page. Set only where nothing but the head of a page is prerendered. */
export const HeadOnlyContext = createContext<((title: string, about?: string) => void) | undefined>(
  undefined,
)

/**
 * What a `Page` shows below its title: the line with the age of old data, which the `QueryResult` around it provides.
 * True if the age is already displayed elsewhere, false if there is nothing to show.
 */
export const AgeNoticeContext = createContext<ReactNode>(false)

/**
 * The layout of a screen. On a phone, the back link, the title and `sub` (a short second line) are in the app bar, and
 * there is one column; from 900 px, `aside` is beside it. `wings`: a class for another layout. `bar`: the bar at the
 * bottom, with the price and the next step. `long`: the title does not fit the app bar and is displayed below it; `sub`
 * is then alone in the bar. Sets the title of the document, and its description to `under` if that is text. Moves the
 * focus to the heading, for screen readers.
 */
export function Page({
  title,
  heading,
  sub,
  under,
  back,
  aside,
  wings = '',
  bar,
  long = false,
  narrow = false,
  children,
}: {
  /** The title of the tab, and of the heading unless `heading` is given. */
  title: string
  heading?: ReactNode
  sub?: ReactNode
  under?: ReactNode
  back?: { to: To; label: string } | undefined
  aside?: ReactNode
  wings?: string | undefined
  bar?: ReactNode
  long?: boolean
  narrow?: boolean
  children: ReactNode
}) {
  const name = useRef<HTMLHeadingElement>(null)
  const about = typeof under === 'string' ? under : undefined
  const headOnly = use(HeadOnlyContext)
  const isWhole = headOnly === undefined
  headOnly?.(title, about)
  useEffect(() => setDocumentTitle(`${title} – ${product.name}`, about), [title, about])
  useEffect(() => {
    name.current?.focus({ preventScroll: true })
  }, [])
  const h1 = (
    <h1 ref={name} tabIndex={-1}>
      {heading ?? title}
    </h1>
  )
  return (
    <div className={`${styles.page} ${narrow ? styles.narrow : ''}`}>
      <header className={styles.head} data-head="">
        {back !== undefined && (
          <Link to={back.to} className={styles.back}>
            <Chevron to="back" />
            <span>{back.label}</span>
          </Link>
        )}
        {(!long || sub !== undefined) && (
          <div className={styles.name}>
            {!long && h1}
            {sub !== undefined && <p>{sub}</p>}
          </div>
        )}
      </header>
      {long && h1}
      {under !== undefined && <div className={styles.under}>{under}</div>}
      {use(AgeNoticeContext)}
      <div className={`${styles.body} ${aside === undefined ? '' : styles.two} ${wings}`}>
        <div className={styles.main}>{isWhole ? children : <Skeleton />}</div>
        {isWhole && aside !== undefined && <aside className={styles.aside}>{aside}</aside>}
      </div>
      {isWhole && bar !== undefined && <BottomBar>{bar}</BottomBar>}
    </div>
  )
}

/** A bar at the bottom of the screen. It reports its height, so that floating elements stay above it. */
export function BottomBar({
  className = styles.bar,
  children,
}: {
  className?: string | undefined
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current: bar } = box
    const { style } = document.documentElement
    // Set this only when the height changes: setting it after each rendering makes the browser lay out the page twice,
    // which delays every letter typed on a slow phone.
    const watch = new ResizeObserver(() =>
      style.setProperty('--bar', `${bar?.offsetHeight ?? 0}px`),
    )
    if (bar !== null) watch.observe(bar)
    return () => {
      watch.disconnect()
      style.removeProperty('--bar')
    }
  }, [])
  return (
    <div ref={box} className={className} data-bar="">
      {children}
    </div>
  )
}

/** A box for content that belongs together. */
export function Card({
  children,
  as: Tag = 'section',
  label,
}: {
  children: ReactNode
  as?: 'section' | 'li' | 'div' | 'article'
  label?: string
}) {
  return (
    <Tag className={styles.card} aria-label={label}>
      {children}
    </Tag>
  )
}

/** Grey shapes in place of a list. `className` gives them the shape of the content that is loading. */
export function Skeleton({
  count = 3,
  className = '',
}: {
  count?: number
  className?: string | undefined
}) {
  return (
    <div className={`${styles.bones} ${className}`} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.bone} />
      ))}
    </div>
  )
}
