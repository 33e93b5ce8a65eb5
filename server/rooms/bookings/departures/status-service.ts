import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { updateTripStatus as updateTripStatusEndpoint } from '#contract/trips/endpoints'
import type { Context } from '#server/context'
import { requireOperator } from '#server/rooms/operators'
import { type RoomLimit, countSuccess } from '#server/platform/limits'
import { notifyOfTripNews } from '#server/rooms/bookings/news'
import { parseTripId } from '#server/rooms/trips'
import { saveTripStatus, lockTripStatus, type TripStatus } from './trip-repository.ts'

/** Limits how often the travellers of one departure are notified, since each notification costs SMS. */
const news: RoomLimit = {
  name: 'trip_news',
  size: 20,
  perSecond: 1 / 300,
  detail: 'You have sent these travellers many updates. Wait five minutes.',
}

type TripStatusInput = Input<typeof updateTripStatusEndpoint>

/**
 * Stores an operator's status of its departure and enqueues notifications, in one transaction. A repeated status
 * changes nothing. Throws `not_found` for another operator's departure and for one that is cancelled or away, and
 * `too_many_requests` after 20 in a row.
 */
export async function updateTripStatus(
  ctx: Context,
  input: TripStatusInput,
): Promise<Output<typeof updateTripStatusEndpoint>> {
  const { db, config } = ctx
  const { operator_id } = requireOperator(ctx)
  const id = parseTripId(input.id).trip_id
  const before = await lockTripStatus(db, id, operator_id)
  if (before === undefined) {
    throw makeRefusal('not_found', {
      detail: 'This departure has left, or you have none with this id.',
    })
  }
  const after: TripStatus = {
    ...before,
    delay_minutes: input.delay_minutes ?? before.delay_minutes,
    plate: input.plate === undefined ? before.plate : (input.plate?.toUpperCase() ?? null),
    note: input.note === undefined ? before.note : input.note,
    driver_name: input.driver_name === undefined ? before.driver_name : input.driver_name,
    driver_phone: input.driver_phone === undefined ? before.driver_phone : input.driver_phone,
  }
  const kind = kindOf(before, after)
  if (kind !== undefined) await saveTripStatus(db, id, after)
  const isQuiet = kind === undefined || kind === 'less'
  if (!isQuiet) await countSuccess(db, config, news, id)
  const bookings_told = isQuiet ? 0 : await notifyOfTripNews(db, config.public_url, id, kind)
  const { delay_minutes, plate, note } = after
  const departs_at = before.departs_at.toISOString()
  return { id, departs_at, delay_minutes, plate, note, bookings_told }
}

/**
 * Returns the most important kind of change; `less` if only a note or plate was removed or the driver changed, of which
 * nobody is notified; undefined for no change.
 */
function kindOf(before: TripStatus, after: TripStatus) {
  if (after.delay_minutes !== before.delay_minutes) return 'delayed'
  if (after.plate !== before.plate && after.plate !== null) return 'vehicle'
  if (after.note !== before.note && after.note !== null) return 'note'
  const isSame =
    after.plate === before.plate &&
    after.note === before.note &&
    after.driver_name === before.driver_name &&
    after.driver_phone === before.driver_phone
  return isSame ? undefined : 'less'
}
