import { homeZone } from '#contract/product'
import { formatLocalTime } from '#server/platform/local-time'

const hour = 3_600_000
const day = 24 * hour
/** How far the clocks of Nigeria are ahead of UTC, in ms, all year round. */
const ahead = hour

/** Returns the instant of a day and a time of day (`07:30`) in Nigeria. */
export const toInstant = (date: string, time: string) =>
  new Date(Date.parse(`${date}T${time}:00Z`) - ahead)

/** Returns the day of an instant by the calendar in Nigeria, `YYYY-MM-DD`. */
export const toDay = (instant: Date) =>
  new Date(instant.getTime() + ahead).toISOString().slice(0, 10)

/** Returns the date `days` days after `date` (`YYYY-MM-DD`). `days` may be negative. */
export const addDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10)

/** Counts the days from the first to the last, both included. */
export const countDays = (from: string, until: string) =>
  Math.round((Date.parse(until) - Date.parse(from)) / day) + 1

/** Counts the hours from `now` until `then`; negative if `then` is in the past. */
export const countHours = (then: Date, now: Date) => (then.getTime() - now.getTime()) / hour

export const subtractHours = (instant: Date, hours: number) =>
  new Date(instant.getTime() - hours * hour)

/** Formats an instant for people: `21 Nov 2026, 7:30 AM`. */
export const formatDayAndTime = (instant: Date) => {
  const { date, time } = formatLocalTime(instant, homeZone)
  return `${date}, ${time}`
}
