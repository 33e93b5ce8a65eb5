import { isPaid, isUnpaid } from '#contract/bookings/rules'
import { linkLifeAfterArrival_ms, maxTripReportsPerHour } from '#contract/sharing/rules'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type * as endpoints from '#contract/sharing/endpoints'
import { sha256 } from '#server/platform/sha256'
import type { Context } from '#server/context'
import { type BookingRow, lockOwnBooking, findOwnBooking } from '#server/rooms/bookings'
import { randomCharacters } from '#server/platform/ids'
import * as repository from './repository.ts'

/** Returns 26 Crockford characters, which are 130 random bits. */
const newCode = () => randomCharacters(26)

/** Returns the hash under which a link's code is stored. */
export const hashLinkCode = (code: string): Buffer => sha256(code.toUpperCase())

const day_ms = 86_400_000

/**
 * Throws `ticket_not_ready` for an unpaid booking, and `sharing_closed` for a booking that is cancelled or whose links
 * have expired.
 */
function refuseClosed(row: BookingRow, road: repository.TripProgress): void {
  if (isUnpaid(row)) throw makeRefusal('ticket_not_ready')
  if (!isPaid(row) || haveLinksExpired(road)) throw makeRefusal('sharing_closed')
}

/** Returns whether the links of a trip have expired: its arrival, including delays, was due more than a day ago. */
export const haveLinksExpired = ({ due_at, now }: repository.TripProgress): boolean =>
  now.getTime() > due_at.getTime() + linkLifeAfterArrival_ms

/**
 * Returns the links of the caller's paid booking, and the travellers' updates. Throws `not_found`, `code_needed` for a
 * guest without proof of the booking, `ticket_not_ready` for an unpaid booking, and `sharing_closed` for a cancelled
 * one.
 */
export async function getTripSharing(
  ctx: Context,
  { reference }: Input<typeof endpoints.getTripSharing>,
): Promise<Output<typeof endpoints.getTripSharing>> {
  const row = await findOwnBooking(ctx, reference)
  if (row.confirmed_at === null) throw makeRefusal('ticket_not_ready')
  if (!isPaid(row)) throw makeRefusal('sharing_closed')
  const { boards_at, due_at, texted_at } = await repository.findTripProgress(ctx.db, row.id)
  return {
    links: await repository.findTripLinks(ctx.db, row.id),
    signs: await repository.findTripUpdates(ctx.db, row.id),
    boards_at: boards_at.toISOString(),
    due_at: due_at.toISOString(),
    ends_at: new Date(due_at.getTime() + linkLifeAfterArrival_ms).toISOString(),
    texted_at: texted_at?.toISOString() ?? null,
  }
}

/**
 * Makes a link to follow a trip. Returns the link's code, which cannot be returned later, since only its hash is
 * stored. Throws as `getTripSharing` does. Also throws `sharing_closed` if links have expired, and `too_many_links` if
 * the booking already has 20 links, including ended ones.
 */
export async function shareTrip(
  ctx: Context,
  { reference, wants_sms }: Input<typeof endpoints.shareTrip>,
): Promise<Output<typeof endpoints.shareTrip>> {
  const row = await lockOwnBooking(ctx, reference)
  refuseClosed(row, await repository.findTripProgress(ctx.db, row.id))
  const code = newCode()
  const link = await repository.insertTripLink(ctx.db, row.id, hashLinkCode(code), wants_sms)
  if (link === undefined) throw makeRefusal('too_many_links')
  return { ...link, link_code: code }
}

/** Ends one of the booking's links. Throws `not_found`, and `code_needed` for a guest without proof of the booking. */
export async function endTripLink(
  ctx: Context,
  { reference, id }: Input<typeof endpoints.endTripLink>,
): Promise<Output<typeof endpoints.endTripLink>> {
  const row = await findOwnBooking(ctx, reference)
  if (!(await repository.endLink(ctx.db, row.id, id))) throw makeRefusal('not_found')
  return { ended: true }
}

/**
 * Stores a report that the travellers are well or have arrived, once per `client_ref`. A time in the future or long
 * before the trip counts as now. Throws as `getTripSharing` does, `not_on_the_road` for an arrival before departure,
 * and `too_many_requests` after 30 in an hour.
 */
export async function sayHowIAm(
  ctx: Context,
  { reference, kind, place, said_at, client_ref }: Input<typeof endpoints.sayHowIAm>,
): Promise<Output<typeof endpoints.sayHowIAm>> {
  const { db } = ctx
  const row = await lockOwnBooking(ctx, reference)
  const before = client_ref && (await repository.findTripUpdate(db, row.id, client_ref))
  if (before) return before
  const road = await repository.findTripProgress(db, row.id)
  refuseClosed(row, road)
  if (kind === 'arrived' && row.boards_at > road.now) throw makeRefusal('not_on_the_road')
  if ((await repository.countTripUpdates(db, row.id)) >= maxTripReportsPerHour)
    throw makeRefusal('too_many_requests', { retry_after: 600 })
  const said = new Date(said_at)
  const isLikely = said <= road.now && said.getTime() > road.boards_at.getTime() - day_ms
  return repository.insertTripUpdate(db, {
    booking_id: row.id,
    trip_id: road.trip_id,
    kind,
    place: place ?? null,
    said_at: isLikely ? said : road.now,
    client_ref: client_ref ?? null,
  })
}
