import type { Input, ListAnswer } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { OperatorCharter } from '#contract/charters/trips/model'
import type * as endpoints from '#contract/charters/trips/endpoints'
import { normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { maskContacts } from '#server/platform/contact-details'
import { type RoomLimit, countSuccess } from '#server/platform/limits'
import { requireOperator } from '#server/rooms/operators'
import { endCharterWithRefund } from './cancel.ts'
import { isCharterCode } from './codes.ts'
import { notifyCharterCustomer } from './trip-news.ts'
import {
  markCharterStarted,
  countWrongCode,
  isCharterCodeLocked,
  saveDriver,
  saveCharterFailure,
} from './operator-trip-repository.ts'
import {
  type CharterRow,
  closeCharter,
  findCharter,
  findOperatorCharter,
  lockCharter,
  findPageOfOperatorCharters,
} from './trip-repository.ts'
import { countHours } from '#server/rooms/charters/journey'
import { toContact, isContactVisible, findMeetingTime } from './view.ts'

/** Returns one page of the operator's current charters, earliest start first. */
export async function listOperatorCharters(
  { db, actor }: Context,
  { page, per_page }: Input<typeof endpoints.listOperatorCharters>,
): Promise<ListAnswer<typeof endpoints.listOperatorCharters>> {
  const { operator_id } = requireOperator({ actor })
  const { rows, total } = await findPageOfOperatorCharters(db, operator_id, {
    limit: per_page,
    offset: (page - 1) * per_page,
  })
  return { data: rows.map(toOperatorCharter), meta: { page, per_page, total } }
}

/**
 * Returns a charter in the form for operators. Customer, pick-up and needs are included once something is paid. Before
 * that, contact details are also removed from the luggage.
 */
function toOperatorCharter(row: CharterRow): OperatorCharter {
  const isTold = isContactVisible(row)
  const { vehicle, driver_name, driver_phone, driver_plate, flight } = row
  return {
    reference: row.reference,
    state: row.state,
    kind: row.kind,
    vehicle: { id: vehicle.id, name: vehicle.name, plate: vehicle.plate },
    stops: isTold ? row.stops : row.stops.map((stop) => ({ ...stop, address: null })),
    starts_at: row.starts_at.toISOString(),
    from: row.from_day,
    until: row.until_day,
    travellers: row.travellers,
    luggage: isTold || row.luggage === null ? row.luggage : maskContacts(row.luggage),
    needs: isTold ? row.needs : null,
    contact: isTold ? toContact(row) : null,
    flight:
      flight === null
        ? null
        : {
            airport: flight.airport,
            number: flight.number,
            direction: flight.direction,
            meet_at: findMeetingTime(flight).toISOString(),
            name_board: isTold ? flight.name_board : null,
          },
    hire_kobo: row.hire_kobo,
    paid_kobo: row.paid_kobo,
    driver:
      driver_name === null || driver_phone === null || driver_plate === null
        ? null
        : { name: driver_name, phone: driver_phone, plate: driver_plate },
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}

/** Finds and locks a charter of the calling operator until the transaction ends. Throws `not_found`. */
async function lockTheirs(
  tx: Db,
  { actor }: Pick<Context, 'actor'>,
  written: string,
): Promise<CharterRow> {
  const { operator_id } = requireOperator({ actor })
  const reference = normaliseReference(written)
  const found = await findOperatorCharter(tx, operator_id, reference)
  if (found === undefined) throw makeRefusal('not_found')
  await lockCharter(tx, reference)
  return findCharter(tx, found.id)
}

/** Limits how often a customer is notified of another driver. */
const drivers: RoomLimit = {
  name: 'charter_driver',
  size: 10,
  perSecond: 1 / 3600,
  detail: 'You have changed this driver many times. Wait an hour.',
}

/**
 * Sets the driver and notifies the customer. Throws `not_found`, `charter_closed` before any payment and after its
 * end, and `too_many_requests` after ten in a row.
 */
export async function setCharterDriver(
  ctx: Context,
  { reference, ...driver }: Input<typeof endpoints.setCharterDriver>,
): Promise<OperatorCharter> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockTheirs(tx, ctx, reference)
    if (!['booked', 'paid', 'under_way'].includes(row.state)) throw makeRefusal('charter_closed')
    const { name, phone, plate } = driver
    const isSame =
      row.driver_name === name && row.driver_phone === phone && row.driver_plate === plate
    if (isSame) return toOperatorCharter(row)
    await countSuccess(tx, ctx.config, drivers, row.id)
    await saveDriver(tx, row.id, driver)
    await notifyCharterCustomer(tx, row.id, 'driver')
    return toOperatorCharter(await findCharter(tx, row.id))
  })
}

/** How many hours before its agreed start a charter can begin at the earliest. */
const earliestHours = 12

/**
 * Starts a charter by its code. Throws `not_found`, `charter_closed` if it is not fully paid or more than twelve hours
 * away, `wrong_code`, and 429 after five wrong codes in a day.
 */
export async function startCharter(
  ctx: Context,
  input: Input<typeof endpoints.startCharter>,
): Promise<OperatorCharter> {
  return withCode(ctx, input, 'start', async (tx, row) => {
    if (countHours(row.starts_at, row.server_time) > earliestHours)
      throw makeRefusal('charter_closed', {
        detail: 'It is too early: the trip is on another day.',
      })
    await markCharterStarted(tx, row.id)
  })
}

/**
 * Ends a charter by its second code and asks the customer for a review. Throws `not_found`, `charter_closed` if it is
 * not under way, `wrong_code`, and 429 as `startCharter` does.
 */
export async function endCharter(
  ctx: Context,
  input: Input<typeof endpoints.endCharter>,
): Promise<OperatorCharter> {
  return withCode(ctx, input, 'end', async (tx, row) => {
    await closeCharter(tx, row.id, 'completed')
    await notifyCharterCustomer(tx, row.id, 'ended')
  })
}

/**
 * Checks a code and runs `act`. A wrong code is counted in the transaction; the refusal is thrown after its commit, so
 * the count is stored.
 */
async function withCode(
  ctx: Context,
  { reference, code }: { reference: string; code: string },
  moment: 'start' | 'end',
  act: (tx: Db, row: CharterRow) => Promise<void>,
): Promise<OperatorCharter> {
  const answer = await inTransaction(ctx.db, async (tx) => {
    const row = await lockTheirs(tx, ctx, reference)
    const next = moment === 'start' ? 'under_way' : 'completed'
    // If the right code arrives in the next state, the call repeats one whose answer was lost: the work is already
    // done.
    const isRight = isCharterCode(ctx.config, row.id, moment, code)
    if (row.state === next && isRight) return toOperatorCharter(row)
    if (row.state !== (moment === 'start' ? 'paid' : 'under_way'))
      throw makeRefusal('charter_closed')
    if (await isCharterCodeLocked(tx, row.id)) return 'locked'
    if (!isRight) return (await countWrongCode(tx, row.id)) ? 'wrong' : 'locked'
    await act(tx, row)
    return toOperatorCharter(await findCharter(tx, row.id))
  })
  if (answer === 'wrong') throw makeRefusal('wrong_code')
  if (answer === 'locked')
    throw makeRefusal('too_many_requests', {
      detail: 'Too many wrong codes today. Call us.',
      retry_after: 3600,
    })
  return answer
}

/**
 * Ends a charter that the operator cannot carry out. Everything paid is refunded to its source. Throws `not_found`,
 * `charter_closed`.
 */
export async function failCharter(
  ctx: Context,
  { reference, reason }: Input<typeof endpoints.failCharter>,
): Promise<OperatorCharter> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockTheirs(tx, ctx, reference)
    if (!['awaiting_payment', 'booked', 'paid'].includes(row.state))
      throw makeRefusal('charter_closed')
    await saveCharterFailure(tx, row.id, reason)
    await endCharterWithRefund(tx, row, 'operator_cancelled', 'source')
    await notifyCharterCustomer(tx, row.id, 'operator_cancelled')
    return toOperatorCharter(await findCharter(tx, row.id))
  })
}
