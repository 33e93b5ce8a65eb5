import type { OperatorDeparture } from '#contract/boarding/model'
import { formatDepartureTime } from '#features/boarding'
import { serverNow } from '#lib/clock'

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

/** `7:00 AM · Jibowu → Kano` */
export const labelDeparture = (departure: OperatorDeparture) =>
  `${formatDepartureTime(departure)} · ${departure.park.name} → ${departure.to}`
