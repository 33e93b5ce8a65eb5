import {
  countFreeStorageDays,
  hasParcelEnded,
  type ParcelState,
  storageFeesKobo,
} from '#contract/parcels/rules'

const dayMs = 86_400_000

/** The data on which the storage fee depends. `zone`: the time zone of the counter. */
export interface StorageFacts {
  ready_at: Date | null
  ended_at: Date | null
  weight_grams: number
  add_ons: readonly string[]
  zone: string
}

/**
 * Returns the storage fee at the counter, kobo; null before the parcel can be collected. The first working days after
 * it became ready are free (`countFreeStorageDays`); after them, every calendar day that has begun is charged until the
 * parcel is collected. `free_until`: the midnight after the last free day.
 */
export function priceStorage(
  { ready_at, ended_at, weight_grams, add_ons, zone }: StorageFacts,
  now: Date,
): { free_until: string; per_day_kobo: number; due_kobo: number } | null {
  if (ready_at === null) return null
  const firstPaid = dayAfterWorkingDays(dayNumber(ready_at, zone), countFreeStorageDays(add_ons))
  const lastDay = dayNumber(ended_at ?? now, zone)
  const { light, heavy, heavy_from_grams } = storageFeesKobo
  const per_day_kobo = weight_grams >= heavy_from_grams ? heavy : light
  return {
    free_until: midnight(firstPaid, zone).toISOString(),
    per_day_kobo,
    due_kobo: Math.max(0, lastDay - firstPaid + 1) * per_day_kobo,
  }
}

/**
 * Returns the storage fee that is due if a parcel is handed over now, kobo; 0 if the parcel has reached a final state.
 */
export function findStorageFeeDue(
  { state, ...facts }: StorageFacts & { state: ParcelState },
  now: Date,
): number {
  return hasParcelEnded(state) ? 0 : (priceStorage(facts, now)?.due_kobo ?? 0)
}

/** Returns the number of local days since 1970. */
function dayNumber(instant: Date, zone: string): number {
  return Math.floor((instant.getTime() + offsetMs(instant, zone)) / dayMs)
}

function dayAfterWorkingDays(day: number, working: number): number {
  let [at, left] = [day, working]
  while (left > 0) {
    at += 1
    if (isWorkingDay(at)) left -= 1
  }
  return at + 1
}

/** Returns whether a day is from Monday to Friday. The first day of 1970 was a Thursday. */
const isWorkingDay = (day: number) => (day + 3) % 7 < 5

function midnight(day: number, zone: string): Date {
  const asUtc = new Date(day * dayMs)
  return new Date(asUtc.getTime() - offsetMs(asUtc, zone))
}

/** Returns the zone's offset from UTC, ms. */
function offsetMs(instant: Date, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
