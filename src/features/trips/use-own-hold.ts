import { serverNow } from '#lib/clock'
import { useStored } from '#lib/device'

/**
 * Returns this phone's unpaid booking of a trip while its seats are held. A reservation to pay at the motor park is no
 * hold: other seats neither replace nor extend it.
 */
export function useOwnHold(
  trip: string,
): { seats: number[]; until: string; next: string } | undefined {
  const kept = useStored('unpaid_booking')
  if (kept?.seats === undefined || kept.trip !== trip || kept.reserved === true) return undefined
  // No timer is needed: seats are loaded every half minute, and the server decides.
  return Date.parse(kept.until) > serverNow() ? { ...kept, seats: kept.seats } : undefined
}
