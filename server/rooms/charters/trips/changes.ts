import { formatCount } from '#contract/quantities'
import type { Input } from '#contract/endpoint'
import { makeRefusal, makeFieldRefusal } from '#contract/errors'
import type * as endpoints from '#contract/charters/trips/endpoints'
import type { Charter } from '#contract/charters/trips/model'
import { charterDaysAhead } from '#contract/charters/rules'
import { fullPaymentHours, balanceDueHours } from '#contract/charters/trips/rules'
import type { Context } from '#server/context'
import { inTransaction } from '#server/db/client'
import { makeId } from '#server/platform/ids'
import { hasContacts } from '#server/platform/contact-details'
import { shortenName } from '#server/platform/short-name'
import { moveLinkedPart } from '#server/rooms/invoices'
import { findCharterCancellationTier } from './cancel.ts'
import {
  hasCharterDay,
  saveVehicleReview,
  saveCharterDays,
  saveFlight,
} from './change-repository.ts'
import { notifyCharterCustomer, notifyCharterOperator } from './trip-news.ts'
import { type StoredFlight, findCharter, claimVehicleDays } from './trip-repository.ts'
import { lockOwnCharter, requireMinNotice } from './trips.ts'
import {
  toDay,
  addDays,
  countDays,
  subtractHours,
  countHours,
  toInstant,
} from '#server/rooms/charters/journey'
import {
  toCharter,
  mayChangeDates,
  mayChangeFlight,
  mayReviewCharter,
  findMeetingTime,
} from './view.ts'

/**
 * Moves a charter of the user to the same number of other days, free of charge. Throws `not_found`, `charter_closed`,
 * `vehicle_taken`, and `invalid_input` for days that are too near or too far.
 */
export async function changeCharterDates(
  ctx: Context,
  { reference, from, start_time }: Input<typeof endpoints.changeCharterDates>,
): Promise<Charter> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockOwnCharter({ ...ctx, db: tx }, reference)
    if (!mayChangeDates(row)) throw makeRefusal('charter_closed')
    const starts_at = toInstant(from, start_time)
    const least = row.state === 'booked' ? fullPaymentHours : 24
    if (countHours(starts_at, row.server_time) < least)
      throw makeFieldRefusal(
        'from',
        `Choose a day at least ${formatCount(least / 24, 'day')} from now.`,
      )
    if (from > addDays(toDay(row.server_time), charterDaysAhead))
      throw makeFieldRefusal('from', `Choose a day in the next ${charterDaysAhead} days.`)
    const until_day = addDays(from, countDays(row.from_day, row.until_day) - 1)
    const balance_due = subtractHours(starts_at, balanceDueHours)
    const days = { starts_at, from_day: from, until_day, balance_due }
    const balance_id = await saveCharterDays(tx, row.id, days)
    if (balance_id !== undefined) await moveLinkedPart(tx, balance_id, toDay(balance_due))
    if (!(await claimVehicleDays(tx, row.id))) throw makeRefusal('vehicle_taken')
    await notifyCharterCustomer(tx, row.id, 'moved')
    if (row.paid_kobo > 0) await notifyCharterOperator(tx, row.id, 'moved')
    return toCharter(ctx, await findCharter(tx, row.id), false)
  })
}

/** The maximum number of changes of one flight that are emailed. */
const maxEmailedChanges = 10

/**
 * Changes time or number of a flight; the vehicle comes later or earlier by the same time. Throws `not_found`,
 * `charter_closed`, and `vehicle_taken` if the vehicle is not free on the new day. A cancellation fee that was due
 * before the change stays due.
 */
export async function changeCharterFlight(
  ctx: Context,
  { reference, flight_number, at }: Input<typeof endpoints.changeCharterFlight>,
): Promise<Charter> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockOwnCharter({ ...ctx, db: tx }, reference)
    if (!mayChangeFlight(row) || row.flight === null) throw makeRefusal('charter_closed')
    const isPaid = row.state === 'paid'
    const { changes = 0 } = row.flight
    const flight: StoredFlight = {
      ...row.flight,
      ...(isPaid && { tier: findCharterCancellationTier(row).code }),
      changes: changes + 1,
      at: new Date(at).toISOString(),
      number: flight_number ?? row.flight.number,
    }
    const starts_at = findMeetingTime(flight)
    // A later flight is always accepted; for an earlier one the driver needs time.
    if (starts_at < row.starts_at) requireMinNotice(starts_at, row.server_time, 'at')
    const day = toDay(starts_at)
    if (day > addDays(toDay(row.server_time), charterDaysAhead))
      throw makeFieldRefusal('at', `Choose a day in the next ${charterDaysAhead} days.`)
    await saveFlight(tx, row.id, { starts_at, day, flight })
    if (!(await hasCharterDay(tx, row.id, day)) && !(await claimVehicleDays(tx, row.id)))
      throw makeRefusal('vehicle_taken')
    if (isPaid && changes < maxEmailedChanges) {
      await notifyCharterCustomer(tx, row.id, 'moved')
      await notifyCharterOperator(tx, row.id, 'moved')
    }
    return toCharter(ctx, await findCharter(tx, row.id), false)
  })
}

/**
 * Reviews one of the user's charters; text with contact details waits for our staff. Throws `not_found`,
 * `charter_closed` before its end, and `review_closed` 30 days after the first version.
 */
export async function reviewCharter(
  ctx: Context,
  { reference, rating, body }: Input<typeof endpoints.reviewCharter>,
): Promise<Charter> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockOwnCharter({ ...ctx, db: tx }, reference)
    if (row.state !== 'completed')
      throw makeRefusal('charter_closed', { detail: 'You can review it when it is over.' })
    if (!mayReviewCharter(row)) throw makeRefusal('review_closed')
    await saveVehicleReview(tx, {
      id: makeId(),
      charter_id: row.id,
      vehicle_id: row.vehicle.id,
      rating,
      body,
      by: shortenName(row.contact_name),
      state: hasContacts(body) ? 'waiting' : 'shown',
    })
    return toCharter(ctx, await findCharter(tx, row.id), false)
  })
}
