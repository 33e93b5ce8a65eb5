import { createHash } from 'node:crypto'
import type { BoardingScan, ScanResult } from '#contract/boarding/model'
import type {
  getManifest as getManifestEndpoint,
  listDepartureParks as listDepartureParksEndpoint,
  listOperatorDepartures as listOperatorDeparturesEndpoint,
  reportBoardingScans as reportBoardingScansEndpoint,
} from '#contract/boarding/endpoints'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { Context } from '#server/context'
import { requireOperator } from '#server/rooms/operators'
import {
  findBoardings,
  findManifestDeparture,
  findDepartureParks,
  findDepartures,
  findManifestSeats,
  findSeatsNotForSale,
  findUnreportedTickets,
  recordUnsoldBoardings,
  insertScans,
  lockScannedTickets,
  markTicketsUsed,
  findOwnDepartureIds,
  type BoardingRow,
} from './repository.ts'

/** Returns the operator's departures on a day, optionally from one motor park. */
export async function listOperatorDepartures(
  ctx: Context,
  input: Input<typeof listOperatorDeparturesEndpoint>,
): Promise<Output<typeof listOperatorDeparturesEndpoint>> {
  const rows = await findDepartures(ctx.db, requireOperator(ctx).operator_id, input)
  return rows.map((row) => ({
    ...row,
    departs_at: row.departs_at.toISOString(),
    sales_close_at: row.sales_close_at.toISOString(),
  }))
}

/** Returns the motor parks from which the operator's buses leave on a day. */
export function listDepartureParks(
  ctx: Context,
  { date }: Input<typeof listDepartureParksEndpoint>,
): Promise<Output<typeof listDepartureParksEndpoint>> {
  return findDepartureParks(ctx.db, requireOperator(ctx).operator_id, date)
}

/** Returns the manifest of one of the operator's departures. Throws `not_found`. */
export async function getManifest(
  ctx: Context,
  { id }: Input<typeof getManifestEndpoint>,
): Promise<Output<typeof getManifestEndpoint>> {
  const bus = await findManifestDeparture(ctx.db, requireOperator(ctx).operator_id, id)
  if (bus === undefined) throw makeRefusal('not_found')
  const { now, departs_at, arrives_at, ...trip } = bus
  // Read before the tickets: a seat whose sale is reported in between is in both lists, not in none.
  const unreported = await findSeatsNotForSale(ctx.db, id)
  const rows = await findManifestSeats(ctx.db, id)
  const boardings = Map.groupBy(
    await findBoardings(
      ctx.db,
      rows.map((row) => row.id),
    ),
    (row) => row.ticket_id,
  )
  const seats = rows.map(({ id: ticket, ...seat }) => {
    const ticket_id = ticket.toString('hex')
    const let_in = (boardings.get(ticket_id) ?? []).map(boardingOf)
    return { ...seat, ticket_id, boarded_at: let_in[0]?.at ?? null, boardings: let_in }
  })
  const sold = new Set(seats.map(({ ticket_id }) => ticket_id))
  const set_aside = unreported.filter(({ ticket_id }) => !sold.has(ticket_id))
  return {
    trip: {
      ...trip,
      departs_at: departs_at.toISOString(),
      arrives_at: arrives_at.toISOString(),
    },
    version: createHash('sha256')
      .update(JSON.stringify([seats, set_aside]))
      .digest('hex')
      .slice(0, 12),
    generated_at: now.toISOString(),
    seats,
    set_aside,
  }
}

/**
 * Stores door checks. The first valid check of a ticket uses it. A second, different check is a conflict, in either
 * order of arrival. A check far from the departure is stored but uses no ticket. Repeats change nothing. The check of a
 * ticket whose sale the counter has not reported yet is not stored: the phone sends it again.
 */
export async function reportBoardingScans(
  ctx: Context,
  { scans }: Input<typeof reportBoardingScansEndpoint>,
): Promise<Output<typeof reportBoardingScansEndpoint>> {
  const by = requireOperator(ctx)
  const { operator_id } = by
  const ids = [...new Set(scans.map((scan) => scan.ticket_id))]
  // Read before the tickets: if the sale is reported in between, the ticket is found, and the check is not lost.
  const unreported = await findUnreportedTickets(ctx.db, operator_id, ids)
  // Because of these locks, two phones that scan the same ticket see each other's scans.
  const tickets = new Map(
    (await lockScannedTickets(ctx.db, operator_id, ids)).map((row) => [row.id, row]),
  )
  const buses = await findOwnDepartureIds(ctx.db, operator_id, [
    ...new Set(scans.map((scan) => scan.trip_id)),
  ])
  const known = scans.filter((scan) => tickets.has(scan.ticket_id) && buses.has(scan.trip_id))
  const fresh = await insertScans(ctx.db, by, known)
  const valid = known.filter(
    (scan) =>
      fresh.get(scan.id) === true &&
      scan.verdict === 'valid' &&
      tickets.get(scan.ticket_id)?.trip_id === scan.trip_id,
  )
  await markTicketsUsed(ctx.db, [...new Set(valid.map((scan) => scan.ticket_id))])
  const boardings = await findBoardings(
    ctx.db,
    ids.map((id) => Buffer.from(id, 'hex')),
  )
  const isUnreported = ({ ticket_id, trip_id }: BoardingScan) =>
    unreported.has(ticket_id) && !tickets.has(ticket_id) && buses.has(trip_id)
  await recordUnsoldBoardings(
    ctx.db,
    scans.filter((scan) => isUnreported(scan) && scan.verdict === 'valid'),
  )
  return scans.map((scan) => {
    if (isUnreported(scan)) return { id: scan.id, result: 'not_reported' }
    const ticket = known.includes(scan) ? tickets.get(scan.ticket_id) : undefined
    return resultOf(scan, ticket, fresh.get(scan.id), boardings)
  })
}

function resultOf(
  { id, ticket_id, verdict }: BoardingScan,
  ticket: { status: string; trip_status: string } | undefined,
  /** Whether the ticket could be used at the time of the check; undefined if the check was stored before. */
  inTime: boolean | undefined,
  boardings: readonly BoardingRow[],
): ScanResult {
  if (ticket === undefined) return { id, result: 'unknown' }
  const other =
    verdict === 'valid'
      ? boardings.find((row) => row.ticket_id === ticket_id && row.scan_id !== id)
      : undefined
  const first = other && { first: boardingOf(other) }
  const isLive = ticket.status === 'valid' || ticket.status === 'used'
  if (inTime === undefined) {
    // The phone repeats a check because it did not receive the answer. While a traveller is on board, only the
    // cancellation of the whole trip cancels the ticket. So if the trip was not cancelled, a ticket that is not live
    // now was not live at the check either.
    const isMissed = verdict === 'valid' && !isLive && ticket.trip_status !== 'cancelled'
    return { id, result: isMissed && first === undefined ? 'not_live' : 'duplicate', ...first }
  }
  if (verdict === 'valid' && isLive && !inTime) return { id, result: 'wrong_time' }
  if (first !== undefined) return { id, result: 'conflict', ...first }
  return { id, result: verdict === 'valid' && !isLive ? 'not_live' : 'recorded' }
}

const boardingOf = ({ at, device, place, by }: BoardingRow) => ({
  at: at.toISOString(),
  device,
  place,
  by,
})
