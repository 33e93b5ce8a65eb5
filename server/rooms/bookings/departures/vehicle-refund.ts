import type { ExplainableRefund } from '#server/platform/payable'
import { formatSeats } from '#contract/quantities'

/**
 * Returns the effect of a refund after a change of vehicle: of seats that the new vehicle does not have (`lost`), or of
 * the amount by which its seats cost less.
 */
export const makeVehicleRefundEffect = (
  change_id: string,
  booking_id: string,
  kind: 'lost' | 'less',
): string => `vehicle:${change_id}:${booking_id}:${kind}`

/**
 * Returns the sentence for the message about a refund after a change of vehicle; undefined for other refunds. The
 * others of the booking may still travel, and nobody has moved to another trip. `name`: `booking K7M2QX`.
 */
export function explainVehicleRefund(
  { effect, seats }: ExplainableRefund,
  name: string,
): string | undefined {
  const kind = /^vehicle:[^:]+:[^:]+:(lost|less)\b/.exec(effect)?.[1]
  if (kind === undefined) return undefined
  return kind === 'lost'
    ? `The operator changed the vehicle. It has no seat for the ${seats.length === 1 ? 'traveller' : 'travellers'} on ${formatSeats(seats)} of ${name}.`
    : `The operator changed the vehicle of ${name}. The seats of the new one cost less.`
}
