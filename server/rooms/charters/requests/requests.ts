import type { Input, ListAnswer } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { CharterRequestInput } from '#contract/charters/requests/model'
import type { Charter } from '#contract/charters/trips/model'
import type * as endpoints from '#contract/charters/requests/endpoints'
import type { AcceptCharterOfferInput, CharterRequest } from '#contract/charters/requests/model'
import { maxOpenCharterRequests, offerHoldHours } from '#contract/charters/requests/rules'
import { normaliseReference } from '#contract/reference'
import { readClock } from '#server/db/clock'
import type { Context } from '#server/context'
import { inTransaction, violatesCheck } from '#server/db/client'
import { makeId, makeReference } from '#server/platform/ids'
import { requireUser } from '#server/rooms/accounts'
import { planJourney, subtractHours, toInstant } from '#server/rooms/charters/journey'
import { mayPayDeposit, listAmenityNames } from '#server/rooms/charters/market'
import { notifyOfCharterRequest } from './request-news.ts'
import {
  findCharter,
  storeCharter,
  minNoticeHours,
  hashNetworkForLimits,
  requireSamePrice,
  requireMinNotice,
  toCharter,
} from '#server/rooms/charters/trips'
import {
  type CharterRequestRow,
  markOfferAccepted,
  countFittingOperators,
  endCharterRequest,
  findRequestByClientRef,
  findOwnCharterRequest,
  insertCharterRequest,
  lockCharterOffer,
  lockCharterRequest,
  findPageOfRequests,
} from './request-repository.ts'

/** The maximum number of days in which operators may answer a request. */
const openDays = 7

/**
 * Requests a vehicle from operators. A repeated `client_ref` makes no second request. Throws `invalid_input` by
 * field, and `too_many_requests` if five are open.
 */
export async function createCharterRequest(
  ctx: Context,
  input: CharterRequestInput,
): Promise<CharterRequest> {
  const { db } = ctx
  const { user_id } = requireUser(ctx)
  const earlier = await findRepeatedRequest(ctx, input.client_ref)
  if (earlier !== undefined) return requestOf(earlier)
  const journey = await planJourney(db, input)
  const starts_at = toInstant(journey.from, input.start_time)
  const now = await readClock(db)
  requireMinNotice(starts_at, now, 'start_time')
  const latest = subtractHours(starts_at, minNoticeHours - 1)
  const open_until = new Date(Math.min(latest.getTime(), now.getTime() + openDays * 86_400_000))
  const id = makeId()
  const reference = makeReference()
  const isNew = await insertUnlessMany(db, {
    id,
    reference,
    person_id: user_id,
    client_ref: input.client_ref ?? null,
    kind: input.kind,
    occasion: input.occasion ?? null,
    stops: journey.stops,
    city_id: journey.city_id,
    starts_at,
    from_day: journey.from,
    until_day: journey.until,
    km: journey.km,
    travellers: input.travellers,
    luggage: input.luggage || null,
    needs: input.needs || null,
    budget_kobo: input.budget_kobo ?? null,
    contact_name: input.contact.full_name,
    contact_phone: input.contact.phone,
    open_until,
  })
  if (isNew) {
    await countFittingOperators(db, id)
    await notifyOfCharterRequest(db, id)
  }
  const row = isNew
    ? await findOwnCharterRequest(db, user_id, reference)
    : await findRepeatedRequest(ctx, input.client_ref)
  if (row === undefined) throw new Error(`request ${id} is gone`)
  return requestOf(row)
}

async function insertUnlessMany(...it: Parameters<typeof insertCharterRequest>): Promise<boolean> {
  try {
    return await insertCharterRequest(...it)
  } catch (error) {
    if (!violatesCheck(error, 'open_requests')) throw error
    const detail = `You have ${maxOpenCharterRequests} requests open. Cancel one first.`
    throw makeRefusal('too_many_requests', { detail, retry_after: 3600 })
  }
}

async function findRepeatedRequest(ctx: Context, client_ref: string | undefined) {
  if (client_ref === undefined) return undefined
  return findRequestByClientRef(ctx.db, requireUser(ctx).user_id, client_ref)
}

/** Returns one page of the user's requests, newest first. */
export async function listCharterRequests(
  ctx: Context,
  { page, per_page }: Input<typeof endpoints.listCharterRequests>,
): Promise<ListAnswer<typeof endpoints.listCharterRequests>> {
  const { rows, total } = await findPageOfRequests(ctx.db, requireUser(ctx).user_id, {
    limit: per_page,
    offset: (page - 1) * per_page,
  })
  return { data: rows.map(requestOf), meta: { page, per_page, total } }
}

/** Returns one of the user's requests. Throws `not_found`. */
export async function getCharterRequest(
  ctx: Context,
  { reference }: Input<typeof endpoints.getCharterRequest>,
): Promise<CharterRequest> {
  return requestOf(await ownRequest(ctx, reference))
}

async function ownRequest(ctx: Context, reference: string): Promise<CharterRequestRow> {
  const row = await findOwnCharterRequest(
    ctx.db,
    requireUser(ctx).user_id,
    normaliseReference(reference),
  )
  if (row === undefined) throw makeRefusal('not_found')
  return row
}

async function lockOwnRequest(ctx: Context, reference: string): Promise<CharterRequestRow> {
  await ownRequest(ctx, reference)
  await lockCharterRequest(ctx.db, normaliseReference(reference))
  return ownRequest(ctx, reference)
}

/**
 * Accepts an offer. Its vehicle is held for a day until the first payment, and the other offers are declined. Throws
 * `not_found`, `charter_closed` for a request that has ended, `vehicle_taken`, `price_changed`, `too_many_holds`,
 * `network_busy`.
 */
export async function acceptCharterOffer(
  ctx: Context,
  { reference, offer_id, plan, total_kobo }: AcceptCharterOfferInput,
): Promise<Charter> {
  return inTransaction(ctx.db, async (tx) => {
    const request = await lockOwnRequest({ ...ctx, db: tx }, reference)
    const offer = await lockCharterOffer(tx, request.id, offer_id)
    if (offer === undefined) throw makeRefusal('not_found')
    if (!isOpen(request) || !offer.stands)
      throw makeRefusal('charter_closed', { detail: 'This offer is no longer open.' })
    requireSamePrice(offer.price, total_kobo)
    if (request.contact_name === null || request.contact_phone === null)
      throw makeRefusal('charter_closed')
    await markOfferAccepted(tx, offer.id)
    await endCharterRequest(tx, request.id, 'accepted')
    const id = await storeCharter(
      tx,
      {
        id: makeId(),
        reference: makeReference(),
        person_id: request.person_id,
        vehicle_id: offer.vehicle_id,
        operator_id: offer.operator_id,
        offer_id: offer.id,
        kind: request.kind,
        occasion: request.occasion,
        stops: request.stops,
        starts_at: request.starts_at,
        from_day: request.from_day,
        until_day: request.until_day,
        km: request.km,
        travellers: request.travellers,
        luggage: request.luggage,
        needs: request.needs,
        contact_name: request.contact_name,
        contact_phone: request.contact_phone,
        flight: null,
        offer_terms: offer.terms || null,
        price: offer.price,
        pay_until: new Date(
          Math.min(
            request.starts_at.getTime() - 3_600_000,
            request.server_time.getTime() + offerHoldHours * 3_600_000,
          ),
        ),
        network: hashNetworkForLimits(ctx),
      },
      plan,
    )
    return toCharter(ctx, await findCharter(tx, id), false)
  })
}

/** Cancels one of the user's requests. Throws `not_found`, and `charter_closed` if it has ended. */
export async function withdrawCharterRequest(
  ctx: Context,
  { reference }: Input<typeof endpoints.withdrawCharterRequest>,
): Promise<CharterRequest> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockOwnRequest({ ...ctx, db: tx }, reference)
    if (row.state !== 'open') throw makeRefusal('charter_closed')
    await endCharterRequest(tx, row.id, 'withdrawn')
    return requestOf(await ownRequest({ ...ctx, db: tx }, reference))
  })
}

/**
 * Whether offers for a request can be accepted: until two hours before the start, even after the time for new offers is
 * over.
 */
const isOpen = ({ state, starts_at, server_time }: CharterRequestRow) =>
  state === 'open' && subtractHours(starts_at, 2) > server_time

/** Returns the fields that the customer's form of a request and the operators' form share. */
export function toRequestSummary(row: CharterRequestRow) {
  return {
    reference: row.reference,
    state: row.state,
    kind: row.kind,
    occasion: row.occasion,
    stops: row.stops,
    starts_at: row.starts_at.toISOString(),
    from: row.from_day,
    until: row.until_day,
    km: row.km,
    travellers: row.travellers,
    luggage: row.luggage,
    needs: row.needs,
    budget_kobo: row.budget_kobo,
    open_until: row.open_until.toISOString(),
    created_at: row.created_at.toISOString(),
  }
}

function requestOf(row: CharterRequestRow): CharterRequest {
  const { id, contact_name, contact_phone, client_ref, operators_asked, charter, server_time } = row
  return {
    id,
    ...toRequestSummary(row),
    contact:
      contact_name === null || contact_phone === null
        ? null
        : { full_name: contact_name, phone: contact_phone },
    client_ref,
    offers: row.offers.map(({ vehicle, valid_until, created_at, ...offer }) => ({
      ...offer,
      vehicle: { ...vehicle, amenities: listAmenityNames(vehicle.amenities) },
      valid_until: new Date(valid_until).toISOString(),
      created_at: new Date(created_at).toISOString(),
    })),
    operators_asked,
    deposit_allowed: mayPayDeposit(row.starts_at, server_time),
    charter,
    can: {
      withdraw: row.state === 'open',
      accept: isOpen(row) && row.offers.some(({ state }) => state === 'open'),
    },
    server_time: server_time.toISOString(),
  }
}
