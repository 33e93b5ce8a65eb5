import { type DeskGroup, deskGroups } from '#lib/desk-room'
import { UnstyledButton } from '#ui/button'
import { VisuallyHidden } from '#ui/visually-hidden'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import styles from './navigation.module.css'
import type { DeskScreenRoute } from './routes.ts'
import { useWaitingCounts } from './use-waiting-counts.ts'

/** The most screens that a member finds at a glance without headings. */
const maxUngrouped = 5

/**
 * Links to the screens of a member, in groups. If there are few, all are visible. If there are more, a phone shows one
 * group at a time, and a row of buttons above leads to the others; a wide screen shows all groups, each below its name.
 */
export function Navigation({
  routes,
  open,
}: {
  routes: readonly DeskScreenRoute[]
  open: string | undefined
}) {
  const strip = useRef<HTMLDivElement>(null)
  const counts = useWaitingCounts(open)
  const [scrolled, setScrolled] = useState<DeskGroup>()
  const visible = scrolled ?? routes.find(({ path }) => path === open)?.group
  const count = ({ waiting }: DeskScreenRoute) => (waiting && counts.get(waiting)) ?? 0
  const groups = deskGroups
    .map((name) => ({ name, members: routes.filter(({ group }) => group === name) }))
    .filter(({ members }) => members.length > 0)
  const isGrouped = routes.length > maxUngrouped
  useEffect(() => {
    // The observer reports at once, and again when the phone is turned.
    const observer = new ResizeObserver(() => {
      setScrolled(undefined)
      scrollToLink(strip.current?.querySelector<HTMLElement>('[aria-current="page"]'))
    })
    if (strip.current) observer.observe(strip.current)
    return () => observer.disconnect()
  }, [open])
  return (
    <nav className={styles.nav} aria-label="Desk" data-grouped={isGrouped || undefined}>
      {isGrouped && (
        <div className={styles.names}>
          {groups.map(({ name, members }, index) => (
            <UnstyledButton
              key={name}
              className={styles.name}
              aria-current={name === visible}
              onClick={() => {
                const first = strip.current?.children[index]?.querySelector('a')
                scrollToLink(first)
                first?.focus({ preventScroll: true })
              }}
            >
              {name}
              {name !== visible && (
                <Count count={members.reduce((sum, one) => sum + count(one), 0)} />
              )}
            </UnstyledButton>
          ))}
        </div>
      )}
      <div
        ref={strip}
        className={styles.groups}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setScrolled(groups[Math.round(scrollLeft / clientWidth)]?.name)
        }
      >
        {groups.map(({ name, members }) => (
          <div key={name} className={styles.group} role="group" aria-label={name}>
            {isGrouped && (
              <span className={styles.heading} aria-hidden="true">
                {name}
              </span>
            )}
            <div className={styles.links}>
              {members.map((route) => (
                <Link
                  key={route.path}
                  to={route.path}
                  className={styles.link}
                  aria-current={route.path === open ? 'page' : undefined}
                >
                  {route.label} <Count count={count(route)} />
                </Link>
              ))}
            </div>
          </div>
        ))}
      </div>
    </nav>
  )
}

/**
 * Scrolls the strip to the group of a link, and a group that is wider than the phone to the link. The page does not
 * scroll.
 */
function scrollToLink(link: HTMLElement | null | undefined): void {
  const group = link?.closest<HTMLElement>('[role="group"]')
  const strip = group?.parentElement
  if (!link || !group || !strip) return
  strip.scrollLeft = group.offsetLeft - strip.offsetLeft
  // The end of the link before it stays visible.
  group.scrollLeft = link.offsetLeft - group.offsetLeft - 32
}

/** The number of open items on a screen. Screen readers add “waiting”. */
function Count({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={styles.count}>
      {count > 99 ? '99+' : count} <VisuallyHidden>waiting</VisuallyHidden>
    </span>
  )
}
