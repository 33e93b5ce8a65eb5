import type { OperatorDeparture } from '#contract/boarding/model'
import { computeDay, formatDay, formatDayTime, formatTime } from '#lib/format'

type DepartureTime = Pick<OperatorDeparture, 'departs_at' | 'delay_minutes' | 'zone'>

/** Returns when a bus leaves: `8:00 AM`, or with a delay `8:00 AM, now 9:30 AM`. */
export function formatDepartureTime({
  departs_at,
  delay_minutes = 0,
  zone,
}: DepartureTime): string {
  const planned = formatTime(departs_at, zone)
  if (delay_minutes === 0) return planned
  const now = Date.parse(departs_at) + delay_minutes * 60_000
  const isSameDay = computeDay(now, zone) === computeDay(departs_at, zone)
  return `${planned}, now ${isSameDay ? formatTime(now, zone) : formatDayTime(now, zone)}`
}

/** Returns when a bus leaves, with the day and its year: `30 Nov 2026, 8:00 AM, now 9:30 AM`. */
export const formatDepartureMoment = (at: DepartureTime): string =>
  `${formatDay(computeDay(at.departs_at, at.zone))}, ${formatDepartureTime(at)}`
