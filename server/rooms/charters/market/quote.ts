import type { CharterQuote, CharterQuoteInput } from '#contract/charters/market/model'
import type { CharterPrice } from '#contract/charters/model'
import { fullPaymentHours, balanceDueHours } from '#contract/charters/trips/rules'
import { priceCharter } from '#contract/charters/price'
import { readClock } from '#server/db/clock'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import {
  type RequestedJourney,
  type Journey,
  planJourney,
  subtractHours,
  countHours,
  toInstant,
} from '#server/rooms/charters/journey'
import { findTakenDays, type VehicleRow } from './vehicle-repository.ts'
import { requireCharterVehicle } from './vehicles.ts'

export interface PricedJourney {
  vehicle: VehicleRow
  journey: Journey
  price: CharterPrice
}

/** Quotes a vehicle for a journey. Throws `not_found` and `invalid_input` by field. */
export async function priceJourney(
  db: Db,
  vehicle_id: string,
  requested: RequestedJourney,
): Promise<PricedJourney> {
  const vehicle = await requireCharterVehicle(db, vehicle_id)
  const journey = await planJourney(db, requested, vehicle.home)
  return { vehicle, journey, price: priceCharter(vehicle, journey) }
}

/** Whether only a deposit must be paid now: if the start is at least `fullPaymentHours` away. */
export const mayPayDeposit = (starts_at: Date, now: Date) =>
  countHours(starts_at, now) >= fullPaymentHours

/**
 * Returns the price of a vehicle for a journey, line by line. The price is not binding: a booking sends the price that
 * the customer saw, and is refused if it has changed.
 */
export async function quoteCharter(
  { db }: Context,
  input: CharterQuoteInput,
): Promise<CharterQuote> {
  const { vehicle, journey, price } = await priceJourney(db, input.vehicle_id, input)
  const taken = await findTakenDays(db, vehicle.id, journey)
  const begins = toInstant(journey.from, '00:00')
  const now = await readClock(db)
  const deposit_allowed = mayPayDeposit(begins, now)
  return {
    vehicle_id: vehicle.id,
    legs: journey.legs,
    km: journey.km,
    from: journey.from,
    until: journey.until,
    days: journey.days,
    nights: journey.days - 1,
    price,
    is_free: taken.length === 0,
    deposit_allowed,
    balance_due_at: deposit_allowed ? subtractHours(begins, balanceDueHours).toISOString() : null,
    server_time: now.toISOString(),
  }
}
