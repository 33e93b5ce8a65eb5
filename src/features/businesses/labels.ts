import type { OpeningHours } from '#contract/businesses/model'
import { type BusinessCategory, formatMinute, minutesPerDay } from '#contract/businesses/rules'

export const categoryLabels = {
  'guest-house': 'Guest houses',
  food: 'Food',
  cargo: 'Cargo counters',
  'car-hire': 'Car hire',
  tyres: 'Tyres',
  towing: 'Towing',
  insurance: 'Insurance',
} as const satisfies Record<BusinessCategory, string>

const minute_ms = 60_000
/** Lagos is an hour ahead of UTC the whole year. */
const home_ms = 3_600_000

/** Returns whether a business is open at a moment (ms), and a text with the closing or opening time in Lagos. */
export function findOpeningState(
  { days, opens, closes }: OpeningHours,
  at: number,
): { isOpen: boolean; words: string } {
  const wall = at + home_ms
  const minute = Math.floor(wall / minute_ms) % minutesPerDay
  // The first of January 1970 was a Thursday: adding 3 to the days since then makes Monday day 0 of a week.
  const day = (Math.floor(wall / (minutesPerDay * minute_ms)) + 3) % 7
  for (const ago of [0, 1]) {
    const now = minute + ago * minutesPerDay
    if (!days.includes((day + 7 - ago) % 7) || now < opens || now >= closes) continue
    const isAlways = closes - opens === minutesPerDay && days.length === 7
    return {
      isOpen: true,
      words: isAlways ? 'Open day and night' : `Open until ${formatMinute(closes)}`,
    }
  }
  const isLater = days.includes(day) && minute < opens
  return {
    isOpen: false,
    words: isLater ? `Closed, opens at ${formatMinute(opens)}` : 'Closed now',
  }
}
