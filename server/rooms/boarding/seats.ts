import type { getDepartureSeats as getDepartureSeatsEndpoint } from '#contract/boarding/endpoints'
import type { DepartureSeat } from '#contract/boarding/sheet'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { Context } from '#server/context'
import { requireOperator } from '#server/rooms/operators'
import { findDepartureSeats, type DepartureSeatsRow } from './seat-repository.ts'

/** Returns the vehicle of one of the operator's departures with the state of each seat. Throws `not_found`. */
export async function getDepartureSeats(
  ctx: Context,
  { id, park }: Input<typeof getDepartureSeatsEndpoint>,
): Promise<Output<typeof getDepartureSeatsEndpoint>> {
  const row = await findDepartureSeats(ctx.db, requireOperator(ctx).operator_id, { id, park })
  if (row === undefined) throw makeRefusal('not_found')
  const { layout, seat_counts, position, park: name } = row
  return {
    from: { position, park: name },
    layout: { rows: layout.rows, columns: layout.columns, fixtures: layout.fixtures },
    seat_counts,
    seats: makeSeats(row),
  }
}

function makeSeats({ layout, sellable, claims }: DepartureSeatsRow): DepartureSeat[] {
  const ours = new Set(sellable)
  const claimed = new Map(claims.map((claim) => [claim.seat, claim]))
  return layout.seats.map(({ number, row, column }) => {
    const place = { number, row, column, held_until: null }
    if (!ours.has(number)) return { ...place, state: 'blocked' }
    const claim = claimed.get(number)
    if (claim?.state !== 'held') return { ...place, state: claim?.state ?? 'free' }
    return { ...place, state: 'held', held_until: new Date(claim.until).toISOString() }
  })
}
