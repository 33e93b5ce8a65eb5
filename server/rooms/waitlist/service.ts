import type { Input, ListAnswer, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { WaitlistEntry } from '#contract/waitlist/model'
import { maxRequestDaysAhead, minTravellersToNotify } from '#contract/waitlist/rules'
import type * as endpoints from '#contract/waitlist/endpoints'
import type { Context } from '#server/context'
import { type Db, inTransaction, isUniqueViolation, violatesCheck } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'
import { makeId } from '#server/platform/ids'
import { hashNetwork } from '#server/platform/limits'
import { requireUser } from '#server/rooms/accounts'
import { findSellableByWireId } from '#server/rooms/trips'
import { enqueueOffer } from './offering.ts'
import * as offers from './offer-repository.ts'
import * as queues from './queue-repository.ts'
import * as requests from './request-repository.ts'
import { toWaitlistEntries } from './view.ts'
import { writeRequestedRouteMail } from './messages.ts'

/** Returns requested routes, the most requested first. */
export async function listTravelRequests(
  { db }: Context,
  { from, to, page, per_page }: Input<typeof endpoints.listTravelRequests>,
): Promise<ListAnswer<typeof endpoints.listTravelRequests>> {
  const offset = (page - 1) * per_page
  const wanted = { from, to, least: 1 }
  const { rows, total } = await requests.findPageOfRequests(db, wanted, { limit: per_page, offset })
  return { data: rows, meta: { page, per_page, total } }
}

/**
 * Checks the cities and days of a request, and returns them with the ids of the cities. Throws `invalid_input` with the
 * field.
 */
export async function parseRouteDays(
  db: Db,
  it: { from: string; to: string; first_day: string; last_day: string },
): Promise<requests.RouteDays> {
  const cities = await requests.findCities(db, [it.from, it.to])
  const [from, to] = [it.from, it.to].map((code) => cities.find((one) => one.code === code))
  const unknown = 'We don’t serve this place yet.'
  if (from === undefined || to === undefined) {
    throw makeRefusal('invalid_input', {
      fields: {
        ...(from === undefined && { from: unknown }),
        ...(to === undefined && { to: unknown }),
      },
    })
  }
  if (it.first_day < from.today) {
    throw makeRefusal('invalid_input', {
      fields: { first_day: 'That date has passed. Pick another.' },
    })
  }
  const ahead = (Date.parse(it.last_day) - Date.parse(from.today)) / 86_400_000
  if (ahead > maxRequestDaysAhead) {
    const words = `Choose a day within the next ${maxRequestDaysAhead} days.`
    throw makeRefusal('invalid_input', { fields: { last_day: words } })
  }
  const { first_day, last_day } = it
  return { from_city_id: from.id, to_city_id: to.id, first_day, last_day }
}

/**
 * Requests a route for some days, together with everybody who requests the same. Operators are notified when there are
 * enough travellers. Throws `already_waiting`; `too_many_queues`; `too_many_requests` after 30 queues in a day; and
 * `invalid_input` for impossible places and days.
 */
export async function askForTrip(
  ctx: Context,
  input: Input<typeof endpoints.askForTrip>,
): Promise<WaitlistEntry> {
  const { db } = ctx
  const { user_id } = requireUser(ctx)
  if (input.client_ref !== undefined) {
    const before = await queues.findWaitlistEntryByRef(db, user_id, input.client_ref)
    if (before !== undefined) return placeOf(db, before)
  }
  const request_id = await requests.openTravelRequest(db, await parseRouteDays(db, input))
  const { travellers, max_fare_kobo, client_ref } = input
  return join(ctx, { request_id, travellers, max_fare_kobo, client_ref })
}

/**
 * Joins a travel request. Throws `not_found` for an ended one, `already_waiting`, `too_many_queues`, and
 * `too_many_requests` after 30 queues in a day.
 */
export async function joinTravelRequest(
  ctx: Context,
  { request, travellers, max_fare_kobo }: Input<typeof endpoints.joinTravelRequest>,
): Promise<WaitlistEntry> {
  if ((await requests.lockTravelRequest(ctx.db, request)) === undefined)
    throw makeRefusal('not_found')
  return join(ctx, { request_id: request, travellers, max_fare_kobo })
}

/**
 * How many requests of one person a day may notify operators. Operators are notified of that person's further requests
 * only once somebody else requests the same.
 */
const maxNoticesPerDay = 5

interface JoinRequest {
  request_id: string
  travellers: number
  max_fare_kobo?: number | undefined
  client_ref?: string | undefined
}

async function join(ctx: Context, it: JoinRequest): Promise<WaitlistEntry> {
  const { db } = ctx
  const place = await add(ctx, {
    request_id: it.request_id,
    part: null,
    travellers: it.travellers,
    max_fare_kobo: it.max_fare_kobo ?? null,
    client_ref: it.client_ref ?? null,
  })
  if ((await queues.countRecentRequests(db, requireUser(ctx).user_id)) <= maxNoticesPerDay)
    await tellOperators(db, it.request_id)
  if ((place.request?.departures ?? 0) > 0)
    for (const trip_id of await offers.findOfferedDepartures(db, it.request_id))
      await enqueueOffer(db, trip_id)
  return place
}

async function tellOperators(tx: Db, request_id: string): Promise<void> {
  const due = await requests.findOperatorsToNotify(tx, request_id, minTravellersToNotify)
  const request = due && (await requests.findRequestsById(tx, [request_id])).get(request_id)
  if (due === undefined || request === undefined) return
  const mail = writeRequestedRouteMail(request, due.travellers, request_id)
  for (const to of due.emails) await enqueue(tx, 'mail.send', { to, ...mail })
}

/**
 * Adds the caller to a queue. Throws `already_waiting`, `too_many_queues`, and `too_many_requests` after 30 in a day.
 */
async function add(
  ctx: Context,
  it: Omit<queues.NewWaitlistEntry, 'id' | 'person_id' | 'network'>,
): Promise<WaitlistEntry> {
  const { user_id } = requireUser(ctx)
  const id = makeId()
  await queues
    .insertWaitlistEntry(ctx.db, { ...it, id, person_id: user_id, network: hashNetwork(ctx) })
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw makeRefusal('already_waiting')
      if (violatesCheck(error, 'queues_at_once')) throw makeRefusal('too_many_queues')
      if (!violatesCheck(error, 'queues_a_day')) throw error
      const detail = 'You have joined 30 waiting lists today. Try again tomorrow.'
      throw makeRefusal('too_many_requests', { detail, retry_after: 3600 })
    })
  return requireOwnEntry(ctx, id)
}

/**
 * Joins the waiting list of a trip part. Throws `not_found`, `seats_free` while enough seats can be bought,
 * `trip_not_on_sale`, `fare_unknown`, `already_waiting`, `too_many_queues`, and `too_many_requests` after 30 queues in
 * a day.
 */
export async function joinWaitingList(
  ctx: Context,
  { trip_id, travellers }: Input<typeof endpoints.joinWaitingList>,
): Promise<WaitlistEntry> {
  const part = await findSellableByWireId(ctx.db, trip_id)
  if (part === undefined) throw makeRefusal('not_found', { detail: 'This trip does not exist.' })
  if (!part.on_sale) throw makeRefusal('trip_not_on_sale')
  if (part.seat_fare_kobo === null) throw makeRefusal('fare_unknown')
  if (await queues.hasFreeSeats(ctx.db, part, travellers)) throw makeRefusal('seats_free')
  const place = { request_id: null, part, travellers, max_fare_kobo: null, client_ref: null }
  const joined = await add(ctx, place)
  await enqueueOffer(ctx.db, part.trip_id)
  return joined
}

/** Returns the caller's queue entries with their offers: active ones first, then the newest. */
export async function listMyTravelRequests(
  ctx: Context,
  { page, per_page }: Input<typeof endpoints.listMyTravelRequests>,
): Promise<ListAnswer<typeof endpoints.listMyTravelRequests>> {
  const { user_id } = requireUser(ctx)
  const offset = (page - 1) * per_page
  const { rows, total } = await queues.findPageOfWaitlistEntries(ctx.db, user_id, {
    limit: per_page,
    offset,
  })
  return { data: await toWaitlistEntries(ctx.db, rows), meta: { page, per_page, total } }
}

/**
 * Leaves a waiting list. Offered seats go to the next person immediately. A repeat changes nothing. Throws
 * `already_paid` if the offer was paid, `booking_not_open` if its hold has ended, and `not_found` for another person's
 * entry.
 */
export async function leaveQueue(
  ctx: Context,
  { id }: Input<typeof endpoints.leaveQueue>,
): Promise<Output<typeof endpoints.leaveQueue>> {
  const { user_id } = requireUser(ctx)
  return inTransaction(ctx.db, async (db) => {
    const row = await queues.findWaitlistEntry(db, user_id, id)
    if (row === undefined) throw makeRefusal('not_found')
    if (row.state === 'taken') throw makeRefusal('already_paid')
    // End the entry before its offer. This waits for an offer that is being made, which is then found and released.
    await queues.endWaitlistEntry(db, id)
    await giveUpOffer({ ...ctx, db }, id)
    return { left: true }
  })
}

/**
 * Declines the offered seats. Throws `not_found` without an offer, `already_paid`, and `booking_not_open` if its hold
 * has ended.
 */
export async function declineOffer(
  ctx: Context,
  { id }: Input<typeof endpoints.declineOffer>,
): Promise<WaitlistEntry> {
  return inTransaction(ctx.db, async (db) => {
    const inside = { ...ctx, db }
    if (!(await giveUpOffer(inside, id))) throw makeRefusal('not_found')
    return requireOwnEntry(inside, id)
  })
}

/** Ends the open offer of the caller's entry, if there is one, and offers its seats to the next person. */
async function giveUpOffer(ctx: Context, place_id: string): Promise<boolean> {
  const { db } = ctx
  const offer = await offers.lockSeatOffer(db, requireUser(ctx).user_id, place_id)
  if (offer === undefined) return false
  if ((await offers.releaseSeatOffer(db, offer)) !== 'released') {
    const paid = await offers.isBookingPaid(db, offer.booking_id)
    throw makeRefusal(paid ? 'already_paid' : 'booking_not_open')
  }
  await enqueueOffer(db, offer.trip_id)
  return true
}

async function requireOwnEntry(ctx: Context, id: string): Promise<WaitlistEntry> {
  const row = await queues.findWaitlistEntry(ctx.db, requireUser(ctx).user_id, id)
  if (row === undefined) throw makeRefusal('not_found')
  return placeOf(ctx.db, row)
}

async function placeOf(db: Db, row: queues.WaitlistEntryRow): Promise<WaitlistEntry> {
  const [place] = await toWaitlistEntries(db, [row])
  if (place === undefined) throw new Error(`place ${row.id} cannot be shown`)
  return place
}
