import { formatClock } from '#contract/wall-clock'

export const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** Minutes in a day. Opening hours of this length mean day and night. */
export const minutesPerDay = 1440

/** Formats minutes after midnight as `6:30 AM`. Values over 1440 are on the next day. */
export function formatMinute(minutes: number): string {
  return formatClock(Math.floor(minutes / 60) % 24, String(minutes % 60).padStart(2, '0'))
}

/** Formats opening hours as `Mon–Sat, 6:00 AM–8:00 PM`. */
export function describeHours({
  days,
  opens,
  closes,
}: {
  days: readonly number[]
  opens: number
  closes: number
}): string {
  const time =
    closes - opens === minutesPerDay
      ? 'day and night'
      : `${formatMinute(opens)}–${formatMinute(closes)}`
  return `${formatDays(days)}, ${time}`
}

function formatDays(days: readonly number[]): string {
  const sorted = days.toSorted((a, b) => a - b)
  const [first = 0] = sorted
  const last = sorted.at(-1) ?? first
  if (sorted.length === 7) return 'Every day'
  const isRow = sorted.length > 2 && last - first === sorted.length - 1
  return isRow
    ? `${dayNames[first]}–${dayNames[last]}`
    : sorted.map((day) => dayNames[day]).join(', ')
}

export const businessCategories = [
  'guest-house',
  'food',
  'cargo',
  'car-hire',
  'tyres',
  'towing',
  'insurance',
] as const

export type BusinessCategory = (typeof businessCategories)[number]

/** The label of each category of business, in the singular. */
export const businessCategoryLabels = {
  'guest-house': 'Guest house',
  food: 'Food',
  cargo: 'Cargo counter',
  'car-hire': 'Car hire',
  tyres: 'Tyres',
  towing: 'Towing',
  insurance: 'Insurance',
} as const satisfies Record<BusinessCategory, string>

/** The largest number of a person's listings that may await our decision. */
export const maxPendingListings = 3
