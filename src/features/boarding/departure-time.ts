import type { OperatorDeparture } from '#contract/boarding/model'
import { computeDay, formatDayTime, formatTime } from '#lib/format'

/** Returns when a bus leaves: `8:00 AM`, or with a delay `8:00 AM, now 9:30 AM`. */
export function formatDepartureTime({
  departs_at,
  delay_minutes = 0,
  zone,
}: Pick<OperatorDeparture, 'departs_at' | 'delay_minutes' | 'zone'>): string {
  const planned = formatTime(departs_at, zone)
  if (delay_minutes === 0) return planned
  const now = Date.parse(departs_at) + delay_minutes * 60_000
  const isSameDay = computeDay(now, zone) === computeDay(departs_at, zone)
  return `${planned}, now ${isSameDay ? formatTime(now, zone) : formatDayTime(now, zone)}`
}
