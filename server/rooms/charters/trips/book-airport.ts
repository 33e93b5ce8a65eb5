import { formatCount } from '#contract/quantities'
import type { BookAirportTransferInput } from '#contract/charters/trips/model'
import type { Charter } from '#contract/charters/trips/model'
import { charterDaysAhead } from '#contract/charters/rules'
import { charterHoldMinutes } from '#contract/charters/trips/rules'
import { makeRefusal, makeFieldRefusal } from '#contract/errors'
import { readClock } from '#server/db/clock'
import type { Context } from '#server/context'
import { makeId, makeReference } from '#server/platform/ids'
import { requireUser } from '#server/rooms/accounts'
import { findAirport, findAirportVehicle } from '#server/rooms/charters/market'
import { findCharter, type StoredFlight } from './trip-repository.ts'
import { storeCharter, hashNetworkForLimits, requireSamePrice, requireMinNotice } from './trips.ts'
import { toDay, addDays } from '#server/rooms/charters/journey'
import { toCharter, findMeetingTime } from './view.ts'

/**
 * Hires a vehicle from or to an airport: the nearest free vehicle of the requested size. Throws `not_found`,
 * `vehicle_taken`, `price_changed`, `too_many_holds`, `network_busy`, and `invalid_input` by field.
 */
export async function bookAirport(ctx: Context, input: BookAirportTransferInput): Promise<Charter> {
  const { db } = ctx
  const { user_id } = requireUser(ctx)
  const airport = findAirport(input.airport)
  const zone = airport?.zones.find(({ code }) => code === input.zone)
  if (airport === undefined || zone === undefined) throw makeRefusal('not_found')
  const offered = zone.prices.find(({ size }) => size === input.size)
  if (offered === undefined) throw makeRefusal('not_found')
  const { price, travellers, bags } = offered
  if (input.travellers > travellers)
    throw makeFieldRefusal('travellers', `At most ${travellers} in this size.`)
  if (input.bags > bags)
    throw makeFieldRefusal('bags', `At most ${formatCount(bags, 'bag')} in this size.`)
  if (input.direction === 'pick_up' && input.flight_number === undefined)
    throw makeFieldRefusal('flight_number', 'Enter the flight number, so that we can follow it.')
  requireSamePrice(price, input.total_kobo)
  const flight: StoredFlight = {
    airport: airport.code,
    zone: zone.code,
    size: input.size,
    direction: input.direction,
    number: input.flight_number ?? null,
    at: new Date(input.at).toISOString(),
    international: input.is_international,
    name_board: input.name_board ?? null,
  }
  const starts_at = findMeetingTime(flight)
  const now = await readClock(db)
  requireMinNotice(starts_at, now, 'at')
  const day = toDay(starts_at)
  if (day > addDays(toDay(now), charterDaysAhead))
    throw makeFieldRefusal('at', `Choose a day in the next ${charterDaysAhead} days.`)
  const vehicle = await findAirportVehicle(db, {
    city: airport.city,
    size: input.size,
    seats: input.travellers,
    day,
  })
  if (vehicle === undefined)
    throw makeRefusal('vehicle_taken', {
      detail: 'No vehicle of this size is free then. Choose another size.',
    })
  const there = { code: airport.city, city: airport.name, address: airport.meeting_point }
  const door = { code: airport.city, city: zone.name, address: input.address }
  const id = await storeCharter(
    db,
    {
      id: makeId(),
      reference: makeReference(),
      person_id: user_id,
      vehicle_id: vehicle.id,
      operator_id: vehicle.operator_id,
      offer_id: null,
      kind: 'airport',
      occasion: null,
      stops: input.direction === 'pick_up' ? [there, door] : [door, there],
      starts_at,
      from_day: day,
      until_day: day,
      km: zone.km,
      travellers: input.travellers,
      luggage: input.bags === 0 ? null : formatCount(input.bags, 'bag'),
      needs: input.needs || null,
      contact_name: input.contact.full_name,
      contact_phone: input.contact.phone,
      flight,
      offer_terms: null,
      price,
      pay_until: new Date(now.getTime() + charterHoldMinutes * 60_000),
      network: hashNetworkForLimits(ctx),
    },
    'all',
  )
  return toCharter(ctx, await findCharter(db, id), false)
}
