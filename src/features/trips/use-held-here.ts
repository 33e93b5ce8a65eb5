import { useHoldOver } from '#features/bookings'
import { useKept } from '#lib/device'

/** What this phone has begun and not paid on a trip, while its seats are held. */
export function useHeldHere(
  trip: string,
): { seats: number[]; until: string; next: string } | undefined {
  const kept = useKept('unpaid_booking')
  const isOver = useHoldOver({ hold_expires_at: kept?.until ?? null })
  if (kept?.seats === undefined || kept.trip !== trip || isOver) return undefined
  return { ...kept, seats: kept.seats }
}
