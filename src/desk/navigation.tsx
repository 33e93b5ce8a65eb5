import { type DeskGroup, deskGroups } from '#lib/desk-room'
import { UnstyledButton } from '#ui/button'
import { VisuallyHidden } from '#ui/visually-hidden'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import styles from './navigation.module.css'
import type { DeskScreenRoute } from './routes.ts'
import { useWaitingCounts } from './use-waiting-counts.ts'

/** The most screens that a member finds at a glance without headings. */
const maxUngrouped = 5

/**
 * Links to the screens of a member, in groups. On a phone, a group fills the width, and a row of buttons above leads to
 * the others. On a wide screen, all groups are visible, each below its name.
 */
export function Navigation({
  routes,
  open,
}: {
  routes: readonly DeskScreenRoute[]
  open: string | undefined
}) {
  const id = useId()
  const strip = useRef<HTMLDivElement>(null)
  const counts = useWaitingCounts(open)
  const [scrolled, setScrolled] = useState<DeskGroup>()
  const visible = scrolled ?? routes.find(({ path }) => path === open)?.group
  const count = ({ waiting }: DeskScreenRoute) => (waiting && counts.get(waiting)) ?? 0
  const groups = deskGroups
    .map((name) => ({ name, members: routes.filter(({ group }) => group === name) }))
    .filter(({ members }) => members.length > 0)
  const isCounted = counts.size > 0
  const isGrouped = routes.length > maxUngrouped
  useEffect(() => {
    const current = strip.current?.querySelector('[aria-current="page"]')
    current?.closest('[role="group"]')?.scrollIntoView?.({ block: 'nearest', inline: 'start' })
    current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
    // The numbers of open items change the widths, so the group is aligned once more after they have loaded.
  }, [open, isCounted])
  return (
    <nav className={styles.nav} aria-label="Desk" data-grouped={isGrouped || undefined}>
      {isGrouped && (
        <div className={styles.names}>
          {groups.map(({ name, members }) => (
            <UnstyledButton
              key={name}
              className={styles.name}
              aria-current={name === visible}
              onClick={() =>
                document
                  .getElementById(id + name)
                  ?.scrollIntoView({ block: 'nearest', inline: 'start' })
              }
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
        onScroll={({ currentTarget }) => setScrolled(findVisibleGroup(currentTarget))}
      >
        {groups.map(({ name, members }) => (
          <div key={name} id={id + name} className={styles.group} role="group" aria-label={name}>
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

/** Returns the group in the middle of the strip, which a phone scrolls. */
function findVisibleGroup(strip: HTMLElement): DeskGroup | undefined {
  const middle = strip.offsetLeft + strip.scrollLeft + strip.clientWidth / 2
  const group = [...strip.children].findLast((one) => (one as HTMLElement).offsetLeft <= middle)
  const name = group?.getAttribute('aria-label')
  return deskGroups.find((one) => one === name)
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
