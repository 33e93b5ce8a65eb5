import type { BusinessCategory, Hours } from '#contract/businesses/model'
import { showClock } from '#lib/format'

export const categoryWords = {
  'guest-house': 'Guest houses',
  food: 'Food',
  cargo: 'Cargo counters',
  'car-hire': 'Car hire',
  tyres: 'Tyres',
  towing: 'Towing',
  insurance: 'Insurance',
} as const satisfies Record<BusinessCategory, string>

/** A business of the kind, as one says it of a single one. */
export const oneWords = {
  'guest-house': 'Guest house',
  food: 'Food',
  cargo: 'Cargo counter',
  'car-hire': 'Car hire',
  tyres: 'Tyres',
  towing: 'Towing',
  insurance: 'Insurance',
} as const satisfies Record<BusinessCategory, string>

export const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

const minute_ms = 60_000
const wholeDay = 1440
/** Lagos is an hour ahead of UTC the whole year. */
const home_ms = 3_600_000

/** `6:30 AM` from minutes after midnight, also of the next day. */
export function showMinute(minutes: number): string {
  return showClock(Math.floor(minutes / 60) % 24, String(minutes % 60).padStart(2, '0'))
}

/** `Mon–Sat, 6:00 AM–8:00 PM`. */
export function hoursWords({ days, opens, closes }: Hours): string {
  const time =
    closes - opens === wholeDay ? 'day and night' : `${showMinute(opens)}–${showMinute(closes)}`
  return `${daysWords(days)}, ${time}`
}

function daysWords(days: readonly number[]): string {
  const sorted = days.toSorted((a, b) => a - b)
  const [first = 0] = sorted
  const last = sorted.at(-1) ?? first
  if (sorted.length === 7) return 'Every day'
  const isRow = sorted.length > 2 && last - first === sorted.length - 1
  return isRow
    ? `${dayNames[first]}–${dayNames[last]}`
    : sorted.map((day) => dayNames[day]).join(', ')
}

/** Whether it is open at a moment (ms), by the clock in Lagos, and until when or from when today. */
export function openAt(
  { days, opens, closes }: Hours,
  at: number,
): { isOpen: boolean; words: string } {
  const wall = at + home_ms
  const minute = Math.floor(wall / minute_ms) % wholeDay
  // The first of January 1970 was a Thursday.
  const day = (Math.floor(wall / (wholeDay * minute_ms)) + 3) % 7
  for (const ago of [0, 1]) {
    const now = minute + ago * wholeDay
    if (!days.includes((day + 7 - ago) % 7) || now < opens || now >= closes) continue
    const isAlways = closes - opens === wholeDay && days.length === 7
    return {
      isOpen: true,
      words: isAlways ? 'Open day and night' : `Open until ${showMinute(closes)}`,
    }
  }
  const isLater = days.includes(day) && minute < opens
  return { isOpen: false, words: isLater ? `Closed, opens at ${showMinute(opens)}` : 'Closed now' }
}
