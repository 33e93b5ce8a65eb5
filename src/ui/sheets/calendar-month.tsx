import { formatNaira } from '#contract/money'
import { formatNumber } from '#contract/quantities'
import { runAfterPressedFrame } from '#lib/after-frame'
import { UnstyledButton } from '#ui/button'
import { type KeyboardEvent, useCallback, useState } from 'react'
import styles from './calendar-sheet.module.css'
import { formatDayInFull, formatMonth, listWeeks } from './calendar-days.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

interface MonthProps {
  /** `YYYY-MM` */
  month: string
  /** Whether its days are drawn immediately. Otherwise, they are drawn when the month comes into view. */
  isNear: boolean
  today: string
  min: string
  max: string
  start: string
  end: string
  focused: string
  fares: ReadonlyMap<string, number> | undefined
  onChoose: (day: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** One month of the calendar, without the weeks before `min`. Days outside `min` and `max` cannot be chosen. */
export function CalendarMonth({ month, isNear, ...rest }: MonthProps) {
  const weeks = listWeeks(month).filter((week) => week.some((day) => day >= rest.min))
  const [isSeen, setSeen] = useState(false)
  const watch = useCallback((place: Element | null) => {
    if (!place) return
    const observer = new IntersectionObserver(([at]) => at?.isIntersecting && setSeen(true), {
      scrollMargin: '100%',
    })
    observer.observe(place)
    return () => observer.disconnect()
  }, [])
  return (
    <section
      ref={isNear || isSeen ? undefined : watch}
      className={styles.month}
      aria-label={formatMonth(month)}
    >
      <h3>{formatMonth(month)}</h3>
      <div className={styles.week} aria-hidden="true">
        {weekdays.map((day) => (
          <span key={day} className={styles.weekday}>
            {day}
          </span>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week.join()} className={styles.week}>
          {(isNear || isSeen) &&
            week.map((day, index) => <Day key={day || index} day={day} {...rest} />)}
        </div>
      ))}
    </section>
  )
}

function Day({
  day,
  today,
  min,
  max,
  start,
  end,
  focused,
  fares,
  onChoose,
  onKeyDown,
}: Omit<MonthProps, 'month' | 'isNear'> & { day: string }) {
  if (day === '') return <span />
  const fare = fares?.get(day)
  const isChosen = day === start || day === end
  const isBetween = end !== '' && day > start && day < end
  const facts = [
    formatDayInFull(day),
    day === today && 'today',
    fare !== undefined && `from ${formatNaira(fare)}`,
  ]
  return (
    <UnstyledButton
      data-day={day}
      className={[styles.day, isBetween && styles.between].filter(Boolean).join(' ')}
      disabled={day < min || day > max}
      tabIndex={day === focused ? 0 : -1}
      aria-label={facts.filter(Boolean).join(', ')}
      aria-pressed={isChosen}
      aria-current={day === today ? 'date' : undefined}
      onClick={({ currentTarget }) => runAfterPressedFrame(currentTarget, () => onChoose(day))}
      onKeyDown={onKeyDown}
    >
      {Number(day.slice(8))}
      {fare !== undefined && <small>{formatNumber(Math.round(fare / 100))}</small>}
    </UnstyledButton>
  )
}
