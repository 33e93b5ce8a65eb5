import type { RescheduleOption } from '#contract/bookings/model'
import type { CounterMoveOption, CounterMovePreview } from '#contract/counter/moves'
import { makeRefusal, Refusal } from '#contract/errors'
import { formatNaira } from '#contract/money'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { enqueueTicketMessages } from '#server/rooms/bookings/news'
import { listTravellingSeats, lockBookingById, readBooking } from '#server/rooms/bookings/record'
import { payMoreAtCounter } from '#server/rooms/payments'
import { cancelCounterSale, previewCounterCancellation } from './cancel-service.ts'
import { lockBookingTickets } from './change-repository.ts'
import {
  computeMoveRefund,
  listMoveOptions,
  executeMovePlan,
  planMove,
  refuseUnlessMovable,
} from './move-terms.ts'

/** What is taken or paid out at a counter for a move, in kobo. */
type MoveSums = Pick<CounterMoveOption, 'take_kobo' | 'pay_out_kobo'>

/**
 * Returns the departures to which a sale of a counter can move, or the reason why it cannot move. `seats`: the
 * travellers' current seats, in the order in which `move` expects their new ones.
 */
async function previewMove(
  db: Db,
  id: string,
): Promise<Pick<CounterMovePreview, 'closed' | 'options'> & { seats: number[] }> {
  const row = await readBooking(db, id)
  const seats = listTravellingSeats(row)
  try {
    await refuseUnlessMovable(db, row)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'reschedule_closed')
      return { seats, closed: error.message, options: [] }
    throw error
  }
  const options = await listMoveOptions(db, row)
  return { seats, closed: null, options: options.map((one) => ({ ...one, ...sumsOf(one) })) }
}

/**
 * Moves a sale of a counter to `seats` of another departure, under the same rules as `rescheduleBooking`. Records a
 * payment if the new departure costs more. If it costs less, requests a refund, which the caller pays out. Returns the
 * refund's `effect`, by which the caller finds it. Throws the refusals of `moveAtCounter` about the booking, the
 * departure and its price.
 */
async function move(
  ctx: Pick<Context, 'db' | 'config'>,
  input: MoveSums & { id: string; operator_id: string; trip_id: string; seats: number[] },
): Promise<string> {
  const { id, operator_id, take_kobo, pay_out_kobo } = input
  const row = await lockBookingById(ctx.db, id)
  await lockBookingTickets(ctx.db, id)
  const plan = await planMove(ctx.db, row, input)
  const now = sumsOf(plan)
  if (now.take_kobo !== take_kobo || now.pay_out_kobo !== pay_out_kobo)
    throw makeRefusal('price_changed', { detail: describeSums(now) })
  const effect = await executeMovePlan(ctx, row, plan)
  if (take_kobo > 0)
    await payMoreAtCounter(ctx.db, { payable_id: id, operator_id, amount_kobo: take_kobo })
  if (row.contact_phone !== null || row.contact_email !== null)
    await enqueueTicketMessages(ctx.db, id)
  return effect
}

const sumsOf = (terms: Pick<RescheduleOption, 'difference_kobo' | 'kept_kobo'>): MoveSums => ({
  take_kobo: Math.max(0, terms.difference_kobo),
  pay_out_kobo: computeMoveRefund(terms),
})

function describeSums({ take_kobo, pay_out_kobo }: MoveSums): string {
  const sum =
    take_kobo > 0
      ? `You would take ${formatNaira(take_kobo)} now.`
      : pay_out_kobo > 0
        ? `You would pay out ${formatNaira(pay_out_kobo)} now.`
        : 'There is nothing to take or pay out now.'
  return `${sum} Look at it again before you continue.`
}

/** What a clerk can change about a booking that was sold at the counter. */
export const counterChanges = {
  previewCancellation: previewCounterCancellation,
  cancel: cancelCounterSale,
  previewMove,
  move,
}
