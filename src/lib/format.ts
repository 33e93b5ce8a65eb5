import { formatCount } from '#contract/quantities'
import { formatClock } from '#contract/wall-clock'
import { homeZone } from '#contract/product'
import { serverNow } from '#lib/clock'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Lagos is an hour ahead of UTC the whole year. */
const home_ms = 3_600_000

/** Returns the wall clock of `zone` at an instant (ISO or ms), as numbers only, since names differ between engines. */
function wallClock(at: string | number, zone: string) {
  if (zone === homeZone) {
    const there = new Date(new Date(at).getTime() + home_ms)
    const [day = '', time = ''] = there.toISOString().split('T')
    return { day, hour: there.getUTCHours(), minute: time.slice(3, 5) }
  }
  let clock = clocks.get(zone)
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    clocks.set(zone, clock)
  }
  const part = Object.fromEntries(
    clock.formatToParts(new Date(at)).map(({ type, value }) => [type, value]),
  )
  return {
    day: `${part['year']}-${part['month']}-${part['day']}`,
    hour: Number(part['hour']),
    minute: part['minute'] ?? '00',
  }
}

/** Returns the calendar day `YYYY-MM-DD` of an instant (ISO or ms) in `zone`. */
export function computeDay(at: string | number, zone: string = homeZone): string {
  return wallClock(at, zone).day
}

/** Returns today in Lagos by the server's clock, `YYYY-MM-DD`. */
export function today(): string {
  return computeDay(serverNow())
}

/** Returns the day `count` days after `day`, both `YYYY-MM-DD`. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}

// `\u00a0` prevents a line break between day and month, and before AM.

/** Formats a day `YYYY-MM-DD` as `21 Nov 2026`. */
export function formatDay(day: string): string {
  return `${formatDayMonth(day)} ${Number(day.slice(0, 4))}`
}

/** Formats a day `YYYY-MM-DD` as `21 Nov`, for places without space for the year. */
export function formatDayMonth(day: string): string {
  const [, month, date] = day.split('-').map(Number)
  return `${date}\u00a0${months[(month ?? 1) - 1]}`
}

/** Formats a day `YYYY-MM-DD` as `Sat 21 Nov` or, unless `with_words` is false, as `Today` or `Tomorrow`. */
export function formatDayShort(day: string, with_words = true): string {
  if (with_words && day === today()) return 'Today'
  if (with_words && day === addDays(today(), 1)) return 'Tomorrow'
  return `${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]} ${formatDayMonth(day)}`
}

/** Formats a day as `formatDayShort` does, and a day of another year as `Sat 21 Nov 2025`. */
export function formatDayOfAnyYear(day: string, with_words = true): string {
  const short = formatDayShort(day, with_words)
  const isWord = short !== formatDayShort(day, false)
  const year = day.slice(0, 4)
  return isWord || year === today().slice(0, 4) ? short : `${short} ${year}`
}

/** Formats the time in `zone` as `6:30 AM`. */
export function formatTime(at: string | number, zone: string = homeZone): string {
  const { hour, minute } = wallClock(at, zone)
  return formatClock(hour, minute)
}

/** Formats day and time in `zone` as `Sat 21 Nov, 6:30 AM`. */
export function formatDayTime(at: string | number, zone: string = homeZone): string {
  return `${formatDayShort(computeDay(at, zone), false)}, ${formatTime(at, zone)}`
}

/** Formats an age: `just now`, `12 minutes ago`, `3 hours ago`, `2 days ago`. `at` is in ms by the server's clock. */
export function formatAge(at: number): string {
  const minutes = Math.max(0, Math.floor((serverNow() - at) / 60_000))
  const hours = Math.floor(minutes / 60)
  if (minutes < 1) return 'just now'
  if (hours < 1) return ago(minutes, 'minute')
  return hours < 24 ? ago(hours, 'hour') : ago(Math.floor(hours / 24), 'day')
}

const ago = (count: number, unit: string) => `${formatCount(count, unit)} ago`

/** Formats, for Lagos, a time of today as `2:05 PM`, of another day as `Sat 21 Nov, 2:05 PM`. `at`: ms since 1970. */
export function formatMoment(at: number): string {
  return computeDay(at) === today() ? formatTime(at) : formatDayTime(at)
}

/** Returns text for comparison: lower case, without accents, so that `Owerri` matches `Ọwẹrẹ`. */
export function foldAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
