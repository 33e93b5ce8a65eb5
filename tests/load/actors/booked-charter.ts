import { listCharters } from '#contract/charters/trips/endpoints'
import type { Charter } from '#contract/charters/trips/model'
import type { Buyer } from './buyers.ts'
import type { Credentials } from './caller.ts'
import { expireCharter } from '#tests/load/run/vehicle-pool'
import type { MadeVehicle } from '#tests/support/makers/charters'

/** A charter that was booked, and the credentials of its vehicle's operator. */
export interface BookedCharter {
  charter: Charter
  operator: Credentials
}

/** Returns the day and the time of day in Nigeria, `hours` from now. */
export function computeTimeAhead(hours: number): { day: string; time: string } {
  const there = new Date(Date.now() + (hours + 1) * 3_600_000).toISOString()
  return { day: there.slice(0, 10), time: there.slice(11, 16) }
}

export const journeyInput = (day: string) => ({
  kind: 'round_trip' as const,
  stops: [{ city: 'lagos', address: '5 Allen Avenue' }, { city: 'ibadan' }],
  from: day,
  until: day,
})

/**
 * Handles the answer to a booking of a vehicle. If the person has too many unpaid charters, makes one of them expire.
 */
export async function handleBookingAnswer(
  { town, phone }: Buyer,
  credentials: Credentials,
  vehicle: MadeVehicle,
  made: { status: number; code: string; data: Charter } | undefined,
): Promise<BookedCharter | undefined> {
  if (made?.status === 200)
    return { charter: made.data, operator: town.vehiclePool.operatorOf(vehicle) }
  if (made?.code === 'vehicle_taken') await town.vehiclePool.isTaken(vehicle)
  if (made?.code !== 'too_many_holds') return undefined
  const mine = await phone.call(
    listCharters,
    { state: 'coming', per_page: 50, page: 1 },
    credentials,
  )
  const unpaid = mine?.data?.find(({ state }) => state === 'awaiting_payment')
  if (unpaid !== undefined) await expireCharter(town.db, unpaid.reference)
  return undefined
}
