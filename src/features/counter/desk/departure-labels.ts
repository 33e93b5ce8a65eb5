import type { OperatorDeparture } from '#contract/boarding/model'
import { serverNow } from '#lib/clock'
import { formatTime } from '#lib/format'

/** Returns whether seats of a departure are now on sale at its motor park. */
export const isDepartureOnSale = ({ status, sales_closed, ...departure }: OperatorDeparture) =>
  (status === 'scheduled' || status === 'boarding') &&
  sales_closed !== true &&
  Date.parse(departure.sales_close_at ?? departure.departs_at) > serverNow()

/** `7:00 AM · Jibowu → Kano` */
export const labelDeparture = ({ departs_at, zone, park, to }: OperatorDeparture) =>
  `${formatTime(departs_at, zone)} · ${park.name} → ${to}`
