/** Returns the months from one day to another, as `YYYY-MM`. */
export function listMonths(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first.slice(0, 7); month <= last.slice(0, 7); month = nextMonth(month))
    months.push(month)
  return months
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}

/**
 * Returns the weeks of a month `YYYY-MM`, Monday first. Each has seven days `YYYY-MM-DD`, empty before the first and
 * after the last day of the month.
 */
export function listWeeks(month: string): string[][] {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7
  const days = Array.from(
    { length: count },
    (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`,
  )
  const cells = [...Array.from({ length: before }, () => ''), ...days]
  const weeks: string[][] = []
  for (let at = 0; at < cells.length; at += 7)
    weeks.push(Array.from({ length: 7 }, (_, index) => cells[at + index] ?? ''))
  return weeks
}

const weekdays = 'Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday'.split(',')
const months =
  'January,February,March,April,May,June,July,August,September,October,November,December'.split(',')

/** Formats a day `YYYY-MM-DD` for screen readers as `Saturday 21 November 2026`. */
export function formatDayInFull(day: string): string {
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]
  return `${weekday} ${Number(day.slice(8))} ${formatMonth(day.slice(0, 7))}`
}

/** Formats a month `YYYY-MM` as `November 2026`. */
export function formatMonth(month: string): string {
  const [year, number = 1] = month.split('-').map(Number)
  return `${months[number - 1]} ${year}`
}
