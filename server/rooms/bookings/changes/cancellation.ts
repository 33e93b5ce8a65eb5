import { isUnpaid } from '#contract/bookings/rules'
import type { CancellationPreview } from '#contract/bookings/model'
import type { FareLine } from '#contract/fare'
import { makeRefusal } from '#contract/errors'
import { allocateByWeight, formatNaira } from '#contract/money'
import { refundTiers, findRefundTierAt } from '#contract/policy'
import { type BookingRow, listTravellingSeats } from '#server/rooms/bookings/record'

const hour = 3_600_000

/**
 * Returns the refund for cancelling the seats `named` now (all by default), in kobo. The cancellation fee is a
 * percentage of the seat price and park fee. After a move, it is computed from the higher percentage (now or at the
 * move) and the higher price (now or before the move). The booking fee and its VAT are not refunded. During free
 * cancellation everything is refunded. `fee_kobo` is everything that is not refunded. Throws `cancellation_closed`, and
 * `invalid_input` for a seat without a traveller.
 */
export function computeCancellation(
  row: BookingRow,
  named?: readonly number[],
): Omit<CancellationPreview, 'to_wallet' | 'paid_from_wallet'> {
  if (row.status !== 'confirmed')
    throw makeRefusal('cancellation_closed', { detail: whyClosed(row) })
  const travelling = listTravellingSeats(row)
  const seats = travelling.filter((seat) => named?.includes(seat) ?? true)
  const strangers = named?.filter((seat) => !travelling.includes(seat)) ?? []
  if (strangers.length > 0) {
    throw makeRefusal('invalid_input', {
      fields: { seats: `No traveller of this booking has seat ${strangers.join(', ')}.` },
    })
  }

  const tier = findRefundTier(row)
  const indices = seats.map((seat) => row.seats.indexOf(seat))
  const cost = costOf(row.fare, indices)
  const base = listFeeBases(row.fare, indices).reduce((total, one) => total + one, 0)
  const ours = tier.code === 'free' ? 0 : sumOf(cost, ['booking_fee', 'vat'])
  const paid = sumOf(cost)
  // The fee is at most what is left: a price difference may have been refunded at a move.
  const fee = Math.min(Math.round((base * tier.fee_percent) / 100), paid - ours)
  const of =
    base > sumOf(cost, feeCodes) ? ` of ${formatNaira(base)}, the price before you moved` : ''
  const deductions = [
    {
      label: `Cancellation fee ${tier.fee_percent}%${of}${tier.is_floor ? ', as when you moved this booking' : ''}`,
      amount_kobo: -fee,
    },
    { label: 'Booking fee and VAT are not refunded', amount_kobo: -ours },
  ]
  return {
    refund_kobo: paid - fee - ours,
    fee_kobo: fee + ours,
    tier: tier.code,
    valid_until: tier.until.toISOString(),
    seats,
    lines: [
      ...cost.map(({ label, amount_kobo }) => ({ label, amount_kobo })),
      ...deductions.filter((line) => line.amount_kobo !== 0),
    ],
  }
}

/** Returns the price of the travelling seats, in kobo. */
export function computeBookingPrice(row: BookingRow): number {
  const indices = listTravellingSeats(row).map((seat) => row.seats.indexOf(seat))
  return sumOf(costOf(row.fare, indices))
}

/**
 * Returns the price of these seats in the booking's current fare, in kobo. It is refunded if the operator changes to a
 * vehicle without these seats.
 */
export function computeSeatsPrice(row: BookingRow, seats: readonly number[]): number {
  return sumOf(
    costOf(
      row.fare,
      seats.map((seat) => row.seats.indexOf(seat)),
    ),
  )
}

/** Returns the amount on which the cancellation fee is computed, in kobo, for each of the seats at `indices`. */
export function listFeeBases(fare: BookingRow['fare'], indices: readonly number[]): number[] {
  return indices.map((index) =>
    Math.max(sumOf(costOf(fare, [index]), feeCodes), fare.fee_bases?.[index] ?? 0),
  )
}

const feeCodes: readonly FareLine['code'][] = ['seat', 'park_fee']

function sumOf(lines: readonly Cost[], codes?: readonly FareLine['code'][]): number {
  return lines
    .filter((line) => codes?.includes(line.code) ?? true)
    .reduce((total, line) => total + line.amount_kobo, 0)
}

interface Cost {
  code: FareLine['code']
  label: string
  amount_kobo: number
}

/** Returns the refund when an operator cancels, in kobo: everything, including the booking fee and VAT. */
export function computeFullRefund(row: BookingRow): number {
  return Math.min(computeBookingPrice(row), row.paid_kobo - row.refunded_kobo)
}

/** Returns the shares of fare lines for the seats at `indices`, exact to the kobo; lines with nothing are omitted. */
function costOf(fare: BookingRow['fare'], indices: readonly number[]): Cost[] {
  return fare.lines
    .map(({ code, label, amount_kobo }) => {
      const weights = fare.seats.map((seat) => (code !== 'seat' || seat.label === label ? 1 : 0))
      const parts = allocateByWeight(amount_kobo, weights)
      return {
        code,
        label,
        amount_kobo: indices.reduce((total, index) => total + (parts[index] ?? 0), 0),
      }
    })
    .filter((line) => line.amount_kobo !== 0)
}

/**
 * Returns the refund tier that applies to a booking now, and when it ends. `is_floor`: the fee would be lower now, but
 * the higher fee at the time of a move still applies. Throws `cancellation_closed`.
 */
export function findRefundTier(row: BookingRow) {
  const now = row.server_time.getTime()
  const leaves = row.boards_at.getTime()
  const free = row.free_cancel_until?.getTime() ?? 0
  if (free > now && leaves > now) {
    const until = new Date(Math.min(free, leaves))
    return { code: 'free' as const, fee_percent: 0, until, is_floor: false }
  }
  const hours = (leaves - now) / hour
  const { code, fee_percent, from_hours } = findRefundTierAt(hours, row.fee_percent_floor)
  if (code === 'closed') {
    throw makeRefusal('cancellation_closed', {
      detail:
        leaves <= now
          ? 'The time at which this bus was to leave has passed.'
          : `${refundTiers[3].sentence}. The bus leaves in less than an hour.`,
    })
  }
  const until = new Date(leaves - from_hours * hour)
  return { code, fee_percent, until, is_floor: findRefundTierAt(hours).fee_percent < fee_percent }
}

/** Why nobody can cancel or move a booking while a job is about to change all bookings of its trip. */
export const pendingJobReasons = {
  cancelled: 'The operator cancelled this departure. All that was paid is refunded.',
  new_vehicle: 'The vehicle of this departure is being changed. Try again in a few minutes.',
}

function whyClosed(row: BookingRow): string {
  if (isUnpaid(row)) {
    return 'This booking is not paid yet. Release the seats instead.'
  }
  return row.status === 'cancelled' || row.status === 'operator_cancelled'
    ? 'This booking is cancelled already.'
    : 'This booking can no longer be cancelled. Call the operator.'
}
