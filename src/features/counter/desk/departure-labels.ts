import type { OperatorDeparture } from '#contract/boarding/model'
import { formatDepartureTime } from '#features/boarding'
import { serverNow } from '#lib/clock'
import { computeDay, formatDayShort, today } from '#lib/format'

/** Returns whether seats of a departure are now on sale at its motor park. */
export const isDepartureOnSale = ({
  status,
  sales_closed,
  withdrawn,
  ...departure
}: OperatorDeparture) =>
  (status === 'scheduled' || status === 'boarding') &&
  sales_closed !== true &&
  withdrawn !== true &&
  Date.parse(departure.sales_close_at ?? departure.departs_at) > serverNow()

/** `7:00 AM · Jibowu → Kano`, on another day `Tomorrow, 7:00 AM · Jibowu → Kano` */
export const labelDeparture = (departure: OperatorDeparture) =>
  `${labelTime(departure)} · ${departure.park.name} → ${departure.to}`

/** As `labelDeparture`, in a list of one motor park: `7:00 AM → Kano` */
export const labelDepartureOfPark = (departure: OperatorDeparture) =>
  `${labelTime(departure)} → ${departure.to}`

function labelTime(departure: OperatorDeparture): string {
  const day = computeDay(departure.departs_at, departure.zone)
  const time = formatDepartureTime(departure)
  return day === today() ? time : `${formatDayShort(day)}, ${time}`
}
