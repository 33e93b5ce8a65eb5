import type { Input, Output } from '#contract/endpoint'
import { refuse } from '#contract/errors'
import type { updateTripStatus as updateTripStatusPromise } from '#contract/trips'
import type { Context } from '#server/context'
import { announceTripNews } from '#server/features/notices'
import { changeTrip, lockTripOf, type TripStatus } from './repository.ts'

type Said = Input<typeof updateTripStatusPromise>

/**
 * Notes what an operator says of its own departure and promises to tell its travellers, in one
 * transaction. What is said again changes nothing and tells nobody. Throws `not_found` for another
 * operator's departure, and for one that has left or is cancelled.
 */
export async function updateTripStatus(
  { db, actor, config }: Context,
  said: Said,
): Promise<Output<typeof updateTripStatusPromise>> {
  if (actor.kind !== 'operator') throw refuse('not_allowed')
  const [id = ''] = said.id.split('.')
  const before = await lockTripOf(db, id, actor.operator_id)
  if (before === undefined) {
    throw refuse('not_found', { detail: 'You run no such departure, or it has left already.' })
  }
  const after: TripStatus = {
    ...before,
    delay_minutes: said.delay_minutes ?? before.delay_minutes,
    plate: said.plate?.toUpperCase() ?? before.plate,
    note: said.note === undefined ? before.note : said.note,
  }
  const kind = kindOf(before, after)
  if (kind !== undefined) await changeTrip(db, id, after)
  const bookings_told =
    kind === undefined || kind === 'less'
      ? 0
      : await announceTripNews(db, config.public_url, id, kind)
  return { id, ...after, departs_at: before.departs_at.toISOString(), bookings_told }
}

/** What has changed, the gravest first; `less` when only a note was taken back. */
function kindOf(before: TripStatus, after: TripStatus) {
  if (after.delay_minutes !== before.delay_minutes) return 'delayed'
  if (after.plate !== before.plate) return 'vehicle'
  if (after.note === before.note) return undefined
  return after.note === null ? 'less' : 'note'
}
