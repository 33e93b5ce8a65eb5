import type { Input, ListAnswer } from '#contract/endpoint'
import { makeRefusal, makeFieldRefusal } from '#contract/errors'
import type { OperatorVehicle } from '#contract/charters/market/model'
import type * as endpoints from '#contract/charters/market/endpoints'
import { charterDaysAhead, maxCharterDays } from '#contract/charters/rules'
import { readClock } from '#server/db/clock'
import type { Context } from '#server/context'
import { inTransaction } from '#server/db/client'
import { requireOperator } from '#server/rooms/operators'
import {
  findOperatorVehicle,
  findPageOfVehicles,
  saveBlockedDays,
} from './operator-vehicle-repository.ts'
import { toDay, addDays } from '#server/rooms/charters/journey'

/** Returns one page of the operator's vehicles with the days on which they are not free. */
export async function listOperatorVehicles(
  { db, actor }: Context,
  { page, per_page }: Input<typeof endpoints.listOperatorVehicles>,
): Promise<ListAnswer<typeof endpoints.listOperatorVehicles>> {
  const { operator_id } = requireOperator({ actor })
  const { rows, total } = await findPageOfVehicles(db, operator_id, {
    limit: per_page,
    offset: (page - 1) * per_page,
  })
  return { data: rows, meta: { page, per_page, total } }
}

/**
 * Blocks days of a vehicle and frees others. Throws `not_found`, `vehicle_taken` if a day to block is hired, and
 * `invalid_input` for days outside the calendar.
 */
export async function setVehicleDays(
  { db, actor }: Context,
  { id, block, free }: Input<typeof endpoints.setVehicleDays>,
): Promise<OperatorVehicle> {
  const { operator_id } = requireOperator({ actor })
  const today = toDay(await readClock(db))
  const last = addDays(today, charterDaysAhead + maxCharterDays)
  if (block.some((day) => day < today || day > last))
    throw makeFieldRefusal('block', `Choose days from today to ${last}.`)
  return inTransaction(db, async (tx) => {
    if ((await findOperatorVehicle(tx, operator_id, id)) === undefined)
      throw makeRefusal('not_found')
    if (!(await saveBlockedDays(tx, id, { block, free }))) throw makeRefusal('vehicle_taken')
    const vehicle = await findOperatorVehicle(tx, operator_id, id)
    if (vehicle === undefined) throw makeRefusal('not_found')
    return vehicle
  })
}
