const parts = (zone: string) =>
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

/** An instant by the clock on the wall there: `Sat 21 Nov 2026` and `7:00 AM`. */
export function localTime(instant: string | Date, zone: string): { date: string; time: string } {
  const found = parts(zone).formatToParts(new Date(instant))
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    found.find((one) => one.type === type)?.value ?? ''
  return {
    date: `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`,
    time: `${part('hour')}:${part('minute')} ${part('dayPeriod')}`,
  }
}

/** A phone number as people say it: `0803 123 4567` at home, `+233 …` as it is abroad. */
export function spokenPhone(e164: string): string {
  return e164.replace(/^\+234(\d{3})(\d{3})(\d{4})$/, '0$1 $2 $3')
}
