import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { priceFare } from '#contract/fare'
import { arriveEarlyMinutes } from '#contract/policy'
import type * as endpoints from '#contract/trips/endpoints'
import type { Context } from '#server/context'
import { findTripPartsWithParks, type DepartureDetail } from './departure-repository.ts'
import { toTripSummary, computeAdultPrice } from './summary.ts'
import { parseTripId } from './trip-id.ts'
import { findTripPartDetail, type TripPartDetail } from './trip-repository.ts'

type Detail = Output<typeof endpoints.getTrip>

/**
 * Returns one trip with its current seat map, parks, stops, luggage and fare lines for one adult. Throws `not_found`.
 */
export async function getTrip(
  { db }: Context,
  { id }: Input<typeof endpoints.getTrip>,
): Promise<Detail> {
  const part = parseTripId(id)
  const [departure] = await findTripPartsWithParks(db, [part])
  const detail = await findTripPartDetail(db, part)
  if (departure === undefined || detail === undefined) throw makeRefusal('not_found')
  const { operator_phone, operator_about, luggage, insurer, layout } = detail
  return {
    ...toTripSummary(departure),
    layout: { rows: layout.rows, columns: layout.columns, fixtures: layout.fixtures },
    seats: seatsOf(departure, detail),
    from_park: departure.from_park_detail,
    to_park: departure.to_park_detail,
    operator_phone,
    operator_about,
    luggage,
    plate: departure.plate,
    reporting_at: after(departure.departs_at, -arriveEarlyMinutes * 60),
    sales_close_at: departure.sales_close_at.toISOString(),
    insurer,
    fare_lines: fareLinesOf(departure),
    stops: stopsOf(departure, detail),
  }
}

/**
 * Returns the seats with their status. A taken seat without a deadline is sold, here or at the operator's counter;
 * blocked seats are not ours to sell.
 */
function seatsOf(
  departure: DepartureDetail,
  { layout, sellable: ours, claims }: TripPartDetail,
): Detail['seats'] {
  const held = new Map(claims.map((claim) => [claim.seat, claim.held]))
  const sellable = new Set(ours)
  const stateOf = (number: number) => {
    if (!sellable.has(number)) return 'blocked'
    const isHeld = held.get(number)
    if (isHeld === undefined) return 'free'
    return isHeld ? 'held' : 'sold'
  }
  return layout.seats.map(({ number, row, column, kind }) => ({
    number,
    row,
    column,
    kind,
    state: stateOf(number),
    fare_kobo: computeAdultPrice(departure),
  }))
}

function fareLinesOf({ seat_fare_kobo, park_fee_kobo }: DepartureDetail): Detail['fare_lines'] {
  if (seat_fare_kobo === null) return []
  const { lines } = priceFare(
    seat_fare_kobo,
    park_fee_kobo,
    [{ label: 'Adult', fare_percent: 100 }],
    false,
  )
  return lines.map(({ label, amount_kobo }) => ({ label, amount_kobo }))
}

function stopsOf(
  { leg_from, leg_to }: DepartureDetail,
  { stops, starts_at }: TripPartDetail,
): Detail['stops'] {
  return stops.map(({ position, arrives_after, departs_after, ...stop }) => ({
    ...stop,
    arrives_at: after(starts_at, arrives_after),
    departs_at: after(starts_at, departs_after),
    on_trip: position >= leg_from && position <= leg_to,
  }))
}

function after(instant: Date, seconds: number): string {
  return new Date(instant.getTime() + seconds * 1000).toISOString()
}
