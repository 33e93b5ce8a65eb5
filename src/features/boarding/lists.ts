import { getManifest, listOperatorDepartures } from '#contract/boarding/endpoints'
import type { OperatorDeparture } from '#contract/boarding/model'
import { listTicketKeys } from '#contract/tickets/endpoints'
import { call } from '#lib/api'
import { serverNow } from '#lib/clock'
import { today } from '#lib/format'
import { prefetchReader } from './frames.ts'
import { type BoardingAttendant, storeAttendant, storeManifest, readBoardingData } from './store.ts'

/** Loads and stores today's departures with a key, and stores the key. Throws `CallError` (401 for a wrong key). */
export async function startBoarding(key: string, by: string): Promise<void> {
  await fetchDepartures({ key, by, date: today(), park: '', departures: [], keys: [], saved_at: 0 })
}

/** Loads and stores the departures of the chosen day and the public keys of tickets. Throws `CallError`. */
export async function fetchDepartures(desk: BoardingAttendant): Promise<void> {
  const [departures, keys] = await Promise.all([
    call(listOperatorDepartures, { date: desk.date }, { bearer: desk.key }),
    call(listTicketKeys, {}, { past_kept: true }),
  ])
  void prefetchReader()
  // The attendant may have chosen another park in the meantime.
  const chosen = readBoardingData().desk?.park ?? desk.park
  const known = departures.some(({ park }) => park.code === chosen)
  const park = known ? chosen : (departures[0]?.park.code ?? '')
  await storeAttendant({ ...desk, departures, keys, park, saved_at: serverNow() })
}

/** Loads and stores the list of one bus. Throws `CallError`. */
export async function fetchManifest(key: string, id: string): Promise<void> {
  await storeManifest(await call(getManifest, { id }, { bearer: key, has_data: true }))
}

const hour_ms = 3_600_000

/** Returns the buses of the chosen park, sorted by time. Those that were due more than an hour ago come last. */
export function sortBuses({ departures, park }: BoardingAttendant): OperatorDeparture[] {
  const here = departures.filter((one) => one.park.code === park)
  const isGone = ({ departs_at }: OperatorDeparture) =>
    Date.parse(departs_at) < serverNow() - hour_ms
  return [...here.filter((one) => !isGone(one)), ...here.filter(isGone)]
}

/**
 * Loads and stores the day, then the lists of all buses of the park. Calls `onCount` with the number of lists so far.
 * Throws `CallError`.
 */
export async function fetchManifests(
  before: BoardingAttendant,
  onCount: (count: number) => void,
): Promise<void> {
  await fetchDepartures(before)
  const desk = readBoardingData().desk ?? before
  let count = 0
  for (const { trip_id } of sortBuses(desk)) {
    await fetchManifest(desk.key, trip_id)
    onCount((count += 1))
  }
}
