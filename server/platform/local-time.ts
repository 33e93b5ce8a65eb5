const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns the formatter of a zone. Making one takes longer than using it a hundred times, so there is one per zone. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
    })
  clocks.set(zone, clock)
  return clock
}

/** Formats the local date and time of an instant: `Sat 21 Nov 2026` and `7:00 AM`. */
export function formatLocalTime(
  instant: string | Date,
  zone: string,
): { date: string; time: string } {
  const found = clockOf(zone).formatToParts(new Date(instant))
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    found.find((one) => one.type === type)?.value ?? ''
  return {
    date: `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`,
    time: `${part('hour')}:${part('minute')} ${part('dayPeriod')}`,
  }
}

/** Returns the local calendar day of an instant (ISO, Date or ms), `YYYY-MM-DD`. */
export function computeLocalDay(instant: string | number | Date, zone: string): string {
  const found = clockOf(zone).formatToParts(new Date(instant))
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    found.find((one) => one.type === type)?.value ?? ''
  const month = months.indexOf(part('month')) + 1
  return [part('year'), month, part('day')].map((one) => String(one).padStart(2, '0')).join('-')
}

/** Formats a calendar day `YYYY-MM-DD` as `21 Nov 2026`. */
export function formatLocalDay(day: string): string {
  return formatLocalTime(`${day}T12:00:00Z`, 'UTC').date.replace(/^\w+ /, '')
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
