import { isPaid, isUnpaid } from '#contract/bookings/rules'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { formatNaira } from '#contract/money'
import { maxSeats } from '#contract/policy'
import type * as endpoints from '#contract/bookings/endpoints'
import type { Context, Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { runEachDespiteFailures } from '#server/jobs/each-alone'
import { enqueue } from '#server/jobs/queue'
import {
  type BookingRow,
  listTravellingSeats,
  lockBookingById,
  readBooking,
} from '#server/rooms/bookings/record'
import {
  notifyOfTripCancellation,
  enqueueTicketMessages,
  notifyOfTripNews,
  notifyOfSeatRelease,
} from '#server/rooms/bookings/news'
import { requestRefund } from '#server/rooms/payments'
import { makeTicketIds } from '#server/platform/ticket-ids'
import { findPaidBookings } from './booked-repository.ts'
import type { DepartureRow } from './departure-repository.ts'
import { findOwnDeparture } from './departure-service.ts'
import { addRefund, cancelSeats } from '#server/rooms/bookings/changes'
import {
  endUnpaidBooking,
  findOpenBookingIds,
  waiveFeeOfOtherDirection,
} from './trip-repository.ts'
import { computeSeatValuePercent } from './vehicle-class.ts'
import {
  computeVehicleChangeRefund,
  reduceFare,
  planSeats,
  listBlockedSeats,
  listSeatChanges,
  assignSeats,
  type BookingSeatChange,
} from './vehicle-plan.ts'
import { makeVehicleRefundEffect } from './vehicle-refund.ts'
import {
  type OpenVehicleChange,
  insertVehicleChange,
  findSeatClaims,
  saveReseatResult,
  completeVehicleChange,
  findVehicleChange,
  findVehicleChangesSince,
  findVehicleType,
  findFreeSeatsOfVehicle,
  isVehicleChangeClosed,
  markBookingReseated,
  reseatTravellers,
  saveBookingFare,
  countHoldsEndedByVehicle,
} from './vehicle-repository.ts'

type Preview = Output<typeof endpoints.previewVehicleChange>

/** Returns what another vehicle would change for the travellers of a departure. Throws as `changeVehicle` does. */
export async function previewVehicleChange(
  ctx: Context,
  { id, vehicle }: Input<typeof endpoints.previewVehicleChange>,
): Promise<Preview> {
  const { preview } = await previewOf(ctx.db, await findOwnDeparture(ctx, id), vehicle)
  return preview
}

/**
 * Gives a departure of the operator another vehicle. The departure is not sold until a job has reseated everyone who
 * paid, in the order of payment: travellers whose seat still exists stay there, others move to an unoccupied seat, and
 * the rest are refunded. If a seat is worth less, the difference is refunded. All are notified. Throws `not_found`,
 * `departure_closed`, `price_changed`, and `invalid_input` for an unknown vehicle or the one that it already has.
 */
export async function changeVehicle(
  ctx: Context,
  input: Input<typeof endpoints.changeVehicle>,
): Promise<Preview> {
  const departure = await findOwnDeparture(ctx, input.id, { lock: true })
  const { preview, name, worth_percent } = await previewOf(ctx.db, departure, input.vehicle)
  const back_kobo = preview.refund_kobo + preview.difference_kobo
  if (input.back_kobo !== undefined && input.back_kobo !== back_kobo) {
    const detail = `This refunds ${formatNaira(back_kobo)} now. Check it again before you continue.`
    throw makeRefusal('price_changed', { detail })
  }
  const change_id = await insertVehicleChange(ctx.db, {
    trip_id: departure.id,
    from: departure.vehicle,
    to: input.vehicle,
    worth_percent,
    note: input.note ?? `This bus is now a ${name}. Check your seat on your ticket.`,
  })
  await enqueue(ctx.db, 'trip.reseat', { change_id })
  return preview
}

async function previewOf(db: Db, departure: DepartureRow, to: string) {
  const { id, departs_at, vehicle, status } = departure
  const found = await findVehicleType(db, to)
  const words =
    found === undefined
      ? 'We do not know this vehicle.'
      : to === vehicle
        ? 'The departure has this vehicle already.'
        : undefined
  if (status === 'cancelled' || (await isVehicleChangeClosed(db, id)))
    throw makeRefusal('departure_closed')
  if (found === undefined || words !== undefined)
    throw makeRefusal('invalid_input', { fields: { vehicle: words ?? '' } })
  const { sellable, name } = found
  const worth_percent = computeSeatValuePercent(vehicle, to)
  const rows = await findPaidBookings(db, id)
  const claims = await findSeatClaims(db, id)
  const plan = planSeats(rows, sellable, claims)
  const blocked = listBlockedSeats(claims)
  const back = plan.map((one) => computeVehicleChangeRefund(one, worth_percent))
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  const [reseated, refunded] = [
    sum(plan.map((p) => p.to.length)),
    sum(plan.map((p) => p.lost.length)),
  ]
  const preview = {
    trip_id: id,
    departs_at: departs_at.toISOString(),
    from_vehicle: vehicle,
    to_vehicle: to,
    keep: sum(rows.map((row) => listTravellingSeats(row).length)) - reseated - refunded,
    reseated,
    refunded,
    refund_kobo: sum(back.map((one) => one.refund_kobo)),
    difference_kobo: sum(back.map((one) => one.difference_kobo)),
    unpaid_bookings: await countHoldsEndedByVehicle(db, id, { sellable, worth_percent }),
    changes: plan.flatMap(listSeatChanges),
    blocked: blocked.length,
    blocked_lost: blocked.filter((seat) => !sellable.includes(seat)),
  }
  return { preview, name, worth_percent }
}

/**
 * Reseats the paid bookings and ends unpaid ones that no longer fit, each in its own transaction. Then the departure is
 * sold again, and its travellers are notified. A repeat continues after an interruption.
 */
export async function reseatTrip({ db, config }: Deps, change_id: string): Promise<void> {
  const change = await findVehicleChange(db, change_id)
  if (change === undefined) return
  const paid = (await findPaidBookings(db, change.trip_id)).map(({ id }) => id)
  const all = await findOpenBookingIds(db, change.trip_id)
  await runEachDespiteFailures([...paid, ...all.filter((one) => !paid.includes(one))], (id) =>
    inTransaction(db, (tx) => reseatBooking(tx, config, change, id)),
  )
  await inTransaction(db, async (tx) => {
    if (await completeVehicleChange(tx, change.id))
      await notifyOfTripNews(tx, config.public_url, change.trip_id, 'note')
  })
}

async function reseatBooking(
  tx: Db,
  config: Deps['config'],
  { id: change_id, trip_id, sellable, worth_percent }: OpenVehicleChange,
  id: string,
): Promise<void> {
  const row = await lockBookingById(tx, id)
  if (row.trip_id !== trip_id) return
  if (isUnpaid(row)) {
    if (worth_percent === 100 && row.seats.every((seat) => sellable.includes(seat))) return
    await endUnpaidBooking(tx, id)
    return notifyOfSeatRelease(tx, id)
  }
  if (!isPaid(row) || !(await markBookingReseated(tx, change_id, id))) return
  const seating = assignSeats(row, sellable, await findFreeSeatsOfVehicle(tx, row, sellable))
  const { refund_kobo, difference_kobo } = computeVehicleChangeRefund(seating, worth_percent)
  const { from, to, lost } = seating
  if (to.length > 0) await reseatTravellers(tx, id, { from, to }, makeTicketIds(config, maxSeats))
  if (lost.length > 0) await refundUnseated(tx, change_id, seating, refund_kobo)
  await refundDifference(tx, { id: change_id, worth_percent }, row, difference_kobo)
  const back_kobo = refund_kobo + difference_kobo
  if (to.length > 0 || back_kobo > 0) {
    await saveReseatResult(tx, change_id, id, { from, to, lost, back_kobo })
  }
  // Their tickets show those who travel that they still do, even if only others of the booking are affected.
  const travelling = listTravellingSeats(row).length - lost.length
  if (to.length + lost.length > 0 && travelling > 0) await enqueueTicketMessages(tx, id)
}

/**
 * Treats a new booking of seats that were set aside at `since` as if it had been paid then: for each later change of
 * vehicle, refunds the amount by which its seats are worth less. The caller has created the booking in the same
 * transaction.
 */
export async function refundVehicleChangesSince(tx: Db, id: string, since: Date): Promise<void> {
  for (const change of await findVehicleChangesSince(tx, id, since)) {
    // After this record, the job of a change that is not finished skips the booking.
    if (!(await markBookingReseated(tx, change.id, id))) continue
    const row = await readBooking(tx, id)
    const { difference_kobo } = computeVehicleChangeRefund({ row, lost: [] }, change.worth_percent)
    if (difference_kobo === 0) continue
    await refundDifference(tx, change, row, difference_kobo)
    const none = { from: [], to: [], lost: [] }
    await saveReseatResult(tx, change.id, id, { ...none, back_kobo: difference_kobo })
  }
}

/** Lowers the fare of a booking after a change to a vehicle with cheaper seats, and refunds the difference. */
async function refundDifference(
  tx: Db,
  change: Pick<OpenVehicleChange, 'id' | 'worth_percent'>,
  { id, fare }: BookingRow,
  amount_kobo: number,
): Promise<void> {
  if (amount_kobo === 0) return
  await saveBookingFare(tx, id, reduceFare(fare, change.worth_percent))
  await addRefund(tx, id, amount_kobo)
  await requestRefund(tx, {
    payable_id: id,
    amount_kobo,
    reason: 'price_difference',
    destination: 'source',
    effect: makeVehicleRefundEffect(change.id, id, 'less'),
    seats: listTravellingSeats(await readBooking(tx, id)),
  })
}

/**
 * Removes travellers without a seat from a booking, and refunds them in full. If nobody is left, the other direction of
 * a return trip may be cancelled free.
 */
async function refundUnseated(
  tx: Db,
  change_id: string,
  { row, lost }: BookingSeatChange,
  amount_kobo: number,
): Promise<void> {
  await cancelSeats(tx, row.id, lost, 'operator_cancelled', amount_kobo)
  await requestRefund(tx, {
    payable_id: row.id,
    amount_kobo,
    reason: 'operator_cancelled',
    destination: 'source',
    effect: makeVehicleRefundEffect(change_id, row.id, 'lost'),
    seats: lost,
  })
  if (lost.length < listTravellingSeats(row).length) return
  await waiveFeeOfOtherDirection(tx, row.id)
  await notifyOfTripCancellation(tx, row.id)
}
