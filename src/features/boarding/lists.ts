import {
  getManifest,
  listDepartureParks,
  listOperatorDepartures,
} from '#contract/boarding/endpoints'
import type { OperatorDeparture } from '#contract/boarding/model'
import { maxListedDepartures } from '#contract/boarding/rules'
import { cutText } from '#contract/cut-text'
import type { User } from '#contract/profile/model'
import { listTicketKeys } from '#contract/tickets/endpoints'
import { call } from '#lib/api'
import { serverNow } from '#lib/clock'
import { today } from '#lib/format'
import { callAsAttendant } from './call-as-attendant.ts'
import { prefetchReader } from './frames.ts'
import {
  type BoardingAttendant,
  isStillAttendant,
  storeAttendant,
  storeManifest,
  readBoardingData,
} from './store.ts'

/**
 * Loads and stores the departures with a key, and stores the key. The departures are today's, or those of the day and
 * motor park of the key that it replaces. Throws `CallError` (401 for a wrong key).
 */
export async function startBoardingWithKey(key: string, by: string): Promise<void> {
  const { date = today(), park = '' } = readBoardingData().desk ?? {}
  await fetchDepartures({ key, by, date, park, departures: [], keys: [], saved_at: 0 })
}

/** The departure that a member has chosen at the desk. Its day is that of the motor park. */
export interface ChosenDeparture {
  trip?: string
  date: string
  park?: string
}

/**
 * Loads and stores the departures of a day for a member who boards travellers with their login, and the list of the
 * departure that they have chosen. Returns false if that departure is not one of the day. Throws `CallError`.
 */
export async function startBoardingWithLogin(
  { id, full_name }: Pick<User, 'id' | 'full_name'>,
  { trip, date, park = '' }: ChosenDeparture,
): Promise<boolean> {
  const by = cutText(full_name.trim(), 60)
  const desk = { person: id, by, date, park, departures: [], keys: [], saved_at: 0 }
  const isChosen = ({ trip_id }: OperatorDeparture) => trip_id === trip
  const stored = await fetchDepartures(desk, (departures) => {
    const stops = departures.filter(isChosen)
    return (stops.find((one) => one.park.code === park) ?? stops[0])?.park.code ?? park
  })
  if (trip === undefined || stored === undefined) return true
  if (!stored.some(isChosen)) return false
  await fetchManifest(desk, trip)
  return true
}

/**
 * Loads and stores the departures of the chosen day and the public keys of tickets. `parkOf` chooses a motor park;
 * without it, the chosen one stays. Returns the departures; stores nothing and returns undefined if the attendant is
 * forgotten meanwhile. Throws `CallError`.
 */
export async function fetchDepartures(
  desk: BoardingAttendant,
  // The attendant may choose another park while the departures are loading.
  parkOf: (departures: readonly OperatorDeparture[]) => string = () =>
    readBoardingData().desk?.park ?? desk.park,
): Promise<readonly OperatorDeparture[] | undefined> {
  const wasHere = isStillAttendant(desk)
  const [{ departures, parks }, keys] = await Promise.all([
    loadDepartures(desk),
    call(listTicketKeys, {}, { past_kept: true }),
  ])
  if (wasHere && !isStillAttendant(desk)) return undefined
  void prefetchReader()
  const chosen = parkOf(departures)
  const known = departures.some(({ park }) => park.code === chosen)
  const park = known ? chosen : (departures[0]?.park.code ?? '')
  await storeAttendant({ ...desk, departures, parks, keys, park, saved_at: serverNow() })
  return departures
}

/**
 * Loads the departures of the chosen day. If these are more than a list has, loads all of the chosen park and the names
 * of the parks too.
 */
async function loadDepartures(
  desk: BoardingAttendant,
): Promise<Pick<BoardingAttendant, 'departures' | 'parks'>> {
  const { date, park } = desk
  const listed = await callAsAttendant(desk, listOperatorDepartures, { date })
  if (listed.length < maxListedDepartures) return { departures: listed, parks: undefined }
  const parks = await callAsAttendant(desk, listDepartureParks, { date })
  if (!parks.some(({ code }) => code === park)) return { departures: listed, parks }
  const here = await callAsAttendant(desk, listOperatorDepartures, { date, park })
  return { departures: [...listed.filter((one) => one.park.code !== park), ...here], parks }
}

/** Loads and stores the list of one bus, unless the attendant is forgotten meanwhile. Throws `CallError`. */
export async function fetchManifest(desk: BoardingAttendant, id: string): Promise<void> {
  const manifest = await callAsAttendant(desk, getManifest, { id }, { has_data: true })
  if (isStillAttendant(desk)) await storeManifest(manifest)
}

const hour_ms = 3_600_000

/**
 * Returns the buses of the chosen park, sorted by departure. Those that were to depart more than an hour ago come last.
 */
export function sortBuses({ departures, park }: BoardingAttendant): OperatorDeparture[] {
  const here = departures.filter((one) => one.park.code === park)
  const isGone = ({ departs_at }: OperatorDeparture) =>
    Date.parse(departs_at) < serverNow() - hour_ms
  return [...here.filter((one) => !isGone(one)), ...here.filter(isGone)]
}

/**
 * Loads and stores the departures of the chosen day, then the lists of all buses of the chosen park. Calls `onCount`
 * with the number of lists so far. Throws `CallError`.
 */
export async function fetchManifests(
  before: BoardingAttendant,
  onCount: (count: number) => void,
): Promise<void> {
  await fetchDepartures(before)
  const desk = readBoardingData().desk ?? before
  let count = 0
  for (const { trip_id } of sortBuses(desk)) {
    if (!isStillAttendant(desk)) return
    await fetchManifest(desk, trip_id)
    onCount((count += 1))
  }
}
