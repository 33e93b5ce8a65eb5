import { homeZone } from '#contract/product'
import { localTime } from '#server/platform/local-time'

const hour = 3_600_000
const day = 24 * hour
/** How far the clocks of Nigeria are ahead of UTC, the whole year. */
const ahead = hour

/** The instant of a day and a time of day (`07:30`) in Nigeria. */
export const instantOf = (date: string, time: string) =>
  new Date(Date.parse(`${date}T${time}:00Z`) - ahead)

/** The day of an instant by the calendar in Nigeria, `YYYY-MM-DD`. */
export const dayOf = (instant: Date) =>
  new Date(instant.getTime() + ahead).toISOString().slice(0, 10)

/** The day so many days later. */
export const daysAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10)

/** Days from the first to the last, both counted. */
export const daysFromTo = (from: string, until: string) =>
  Math.round((Date.parse(until) - Date.parse(from)) / day) + 1

/** Hours from one instant to another. */
export const hoursUntil = (then: Date, now: Date) => (then.getTime() - now.getTime()) / hour

export const hoursBefore = (instant: Date, hours: number) =>
  new Date(instant.getTime() - hours * hour)

/** An instant for people: `21 Nov 2026, 7:30 AM`. */
export const dayAndTime = (instant: Date) => {
  const { date, time } = localTime(instant, homeZone)
  return `${date}, ${time}`
}
