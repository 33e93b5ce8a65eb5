import type { CharterVehicleDetail } from '#contract/charters/market/model'
import { addDays, formatDay, formatDayShort, today } from '#lib/format'
import { Button, UnstyledButton } from '#ui/button'
import { useState } from 'react'
import styles from './market.module.css'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** A calendar of the days of a vehicle, one month at a time. A tap on a free day makes it the first day of the hire. */
export function FreeDaysCalendar({
  calendar: { from, until, taken },
  chosen,
  onChoose,
}: {
  calendar: CharterVehicleDetail['calendar']
  chosen: { from: string; until: string }
  onChoose: (day: string) => void
}) {
  const [month, setMonth] = useState((chosen.from || from).slice(0, 7))
  const name = formatDay(`${month}-01`).slice(2)
  const isTaken = new Set(taken)
  const stateOf = (day: string): DayState => {
    // A calendar that was stored earlier may contain days that are now past.
    if (day < from || day < today()) return 'past'
    if (day > until) return 'not bookable yet'
    return isTaken.has(day) ? 'booked' : 'free'
  }
  return (
    <div className={styles.stack}>
      <div className={styles.between}>
        <Button
          aria-label="Previous month"
          disabled={month <= from.slice(0, 7)}
          onClick={() => setMonth(moved(month, -1))}
        >
          ‹
        </Button>
        <h3 aria-live="polite">{name}</h3>
        <Button
          aria-label="Next month"
          disabled={month >= until.slice(0, 7)}
          onClick={() => setMonth(moved(month, 1))}
        >
          ›
        </Button>
      </div>
      <table className={styles.month} aria-label={`Free days in ${name}`}>
        <thead>
          <tr>
            {weekdays.map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((day) => day !== '')}>
              {week.map((day, at) => (
                <td key={day || at}>
                  {day !== '' && (
                    <Day
                      day={day}
                      state={stateOf(day)}
                      chosen={
                        chosen.from !== '' &&
                        day >= chosen.from &&
                        day <= (chosen.until || chosen.from)
                      }
                      onChoose={onChoose}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.soft}>Crossed out: booked. Bookable until {formatDay(until)}.</p>
    </div>
  )
}

type DayState = 'past' | 'free' | 'booked' | 'not bookable yet'

function Day({
  day,
  state,
  chosen,
  onChoose,
}: {
  day: string
  state: DayState
  chosen: boolean
  onChoose: (day: string) => void
}) {
  return (
    <UnstyledButton
      className={styles.day}
      disabled={state !== 'free'}
      data-state={state}
      aria-pressed={chosen}
      aria-label={`${formatDayShort(day, false)}, ${state}`}
      onClick={() => onChoose(day)}
    >
      {Number(day.slice(8))}
    </UnstyledButton>
  )
}

/** Returns the month that is `by` months later, as `YYYY-MM`. */
function moved(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

/** Returns the weeks of a month, starting on Monday. Days of other months are empty strings. */
function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const blank = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const days: string[] = Array.from({ length: blank }, () => '')
  for (let day = first; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  while (days.length % 7 !== 0) days.push('')
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}
