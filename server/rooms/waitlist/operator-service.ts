import type { Input, ListAnswer, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { computeAdultTotal } from '#contract/fare'
import { maxOfferedDepartures } from '#contract/waitlist/rules'
import type * as endpoints from '#contract/waitlist/endpoints'
import type { Context } from '#server/context'
import type { OperatorPrincipal } from '#server/platform/actor'
import { hashPublicNetwork } from '#server/platform/limits'
import { requireOperator } from '#server/rooms/operators'
import { insertOneDayDeparture } from '#server/rooms/timetables'
import { findSellableByWireId, type SellableTripPart, makeTripId } from '#server/rooms/trips'
import { offerSeats } from './offering.ts'
import * as offers from './offer-repository.ts'
import * as requests from './request-repository.ts'

/** Returns routes that enough travellers request, the most requested first, without names. */
export async function listRequestedRoutes(
  { db }: Context,
  { min_travellers, page, per_page, ...places }: Input<typeof endpoints.listRequestedRoutes>,
): Promise<ListAnswer<typeof endpoints.listRequestedRoutes>> {
  const offset = (page - 1) * per_page
  const wanted = { ...places, least: min_travellers }
  const { rows, total } = await requests.findPageOfRequestedRoutes(db, wanted, {
    limit: per_page,
    offset,
  })
  return { data: rows, meta: { page, per_page, total } }
}

/**
 * Offers a departure to people who requested a route: one of the operator's own, or a new one. Holds seats for these
 * people in order, in the transaction that creates the departure, so that nobody else can buy the seats first. Throws
 * `not_found` for an ended request, `already_offered`, `trip_not_on_sale`, `fare_unknown`, and `invalid_input` for a
 * departure that does not fit.
 */
export async function offerDeparture(
  ctx: Context,
  input: Input<typeof endpoints.offerDeparture>,
): Promise<Output<typeof endpoints.offerDeparture>> {
  const { db } = ctx
  const by = requireOperator(ctx)
  const { operator_id } = by
  const { request: id } = input
  const request = await requests.lockTravelRequest(db, id)
  if (request === undefined) throw makeRefusal('not_found')
  if ((await offers.countOfferedDepartures(db, id, operator_id)) >= maxOfferedDepartures) {
    throw makeRefusal('already_offered', {
      detail: `You have offered ${maxOfferedDepartures} departures for this request already.`,
    })
  }
  const trip_id = input.trip_id ?? (await made(ctx, request, by, input.departure))
  const part = await partToOffer(ctx, request, operator_id, trip_id)
  const fare_kobo = computeAdultTotal(part.seat_fare_kobo ?? 0, part.park_fee_kobo)
  if (!(await offers.insertOfferedDeparture(db, id, operator_id, part, fare_kobo)))
    throw makeRefusal('already_offered')
  const offered = await offerSeats(ctx, part.trip_id)
  const after = (await requests.findRequestsById(db, [id])).get(id)
  return {
    trip_id,
    people_offered: offered.people,
    seats_offered: offered.seats,
    travellers_waiting: Math.max(0, (after?.travellers ?? 0) - offered.seats),
  }
}

async function partToOffer(
  { db }: Context,
  request: requests.RouteDays,
  operator_id: string,
  trip_id: string,
): Promise<SellableTripPart> {
  const part = await findSellableByWireId(db, trip_id)
  if (part === undefined || !(await offers.fitsTravelRequest(db, part, operator_id, request))) {
    throw makeRefusal('invalid_input', {
      fields: { trip_id: 'You have no departure with this id on this route on these days.' },
    })
  }
  if (!part.on_sale) throw makeRefusal('trip_not_on_sale')
  if (part.seat_fare_kobo === null) throw makeRefusal('fare_unknown')
  return part
}

type DepartureToCreate = NonNullable<Input<typeof endpoints.offerDeparture>['departure']>

/** Creates a departure for a request. Returns its wire id. */
async function made(
  ctx: Context,
  request: requests.RouteDays,
  by: OperatorPrincipal,
  it: DepartureToCreate | undefined,
): Promise<string> {
  if (it === undefined) throw makeRefusal('invalid_input')
  const { db } = ctx
  const { from, to, is_vehicle } = await offers.findParkAndVehicle(db, it)
  const day = it.leaves_at.slice(0, 10)
  const isThen = day >= request.first_day && day <= request.last_day
  const fields = {
    ...(from?.city_id !== request.from_city_id && {
      'departure.from_park': 'They do not want to leave from this motor park.',
    }),
    ...(to?.city_id !== request.to_city_id && {
      'departure.to_park': 'They do not want to arrive at this motor park.',
    }),
    ...(!is_vehicle && { 'departure.vehicle': 'We do not know this vehicle.' }),
    ...(!isThen && { 'departure.leaves_at': 'They want to travel on other days.' }),
    ...(isThen &&
      it.leaves_at <= (from?.today ?? '') && { 'departure.leaves_at': 'That time has passed.' }),
  }
  if (from === undefined || to === undefined || Object.keys(fields).length > 0)
    throw makeRefusal('invalid_input', { fields })
  const { leaves_at, minutes, vehicle, fare_kobo } = it
  const trip_id = await insertOneDayDeparture(db, {
    ...by,
    network: hashPublicNetwork(ctx),
    from_park_id: from.id,
    to_park_id: to.id,
    leaves_at,
    minutes,
    vehicle,
    fare_kobo,
  })
  return makeTripId({ trip_id, leg_from: 0, leg_to: 1 })
}
