import type { Input, ListAnswer } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { FuelMonitor, FuelReport, FuelStation } from '#contract/fuel/model'
import { maxFuelReportAge_ms, maxFuelReportsPerDay, findFuelPriceError } from '#contract/fuel/rules'
import type * as endpoints from '#contract/fuel/endpoints'
import { readClock } from '#server/db/clock'
import type { Context } from '#server/context'
import { requireUser } from '#server/rooms/accounts'
import * as prices from './repository.ts'
import * as reports from './report-repository.ts'

/**
 * How far a phone's clock may be ahead, and how much older than `maxFuelReportAge_ms` a report may be when it arrives,
 * ms.
 */
const ahead_ms = 300_000
const onTheWay_ms = 600_000

/** Returns the brands of fuel stations, sorted by name. */
export function listFuelStations({ db }: Context): Promise<FuelStation[]> {
  return prices.findFuelStations(db)
}

/** Returns the latest fuel prices, sorted by state, fuel and price. */
export function listFuelMonitors({ db }: Context): Promise<FuelMonitor[]> {
  return prices.findFuelMonitors(db)
}

/** Returns recent reports of a state and the median price of each week. Throws `not_found` for an unknown state. */
export async function listFuelReports(
  { db }: Context,
  { state, fuel }: Input<typeof endpoints.listFuelReports>,
): Promise<ListAnswer<typeof endpoints.listFuelReports>> {
  const state_code = await prices.findStateCode(db, state)
  if (state_code === undefined) throw makeRefusal('not_found')
  return {
    data: await reports.findNewestReports(db, state_code, fuel, 20),
    meta: { trend: await reports.findWeeklyPrices(db, state_code, fuel) },
  }
}

/**
 * Stores the user's report and updates the price, in one transaction. Throws `invalid_input` for an unknown brand or
 * state, an implausible price or a future time, `report_too_old` after a day, `too_many_requests` after 20 in a day.
 */
export async function reportFuelPrice(
  ctx: Context,
  input: Input<typeof endpoints.reportFuelPrice>,
): Promise<FuelReport> {
  const { db } = ctx
  const { user_id } = requireUser(ctx)
  const { fuel, place, price_kobo, client_ref } = input
  const observed_at = await whenSeen(ctx, input.observed_at)
  const [station_id, state_code] = [
    await prices.findFuelStationId(db, input.station),
    await prices.findStateCode(db, input.state),
  ]
  const price = findFuelPriceError(fuel, price_kobo)
  if (station_id === undefined || state_code === undefined || price !== undefined) {
    throw makeRefusal('invalid_input', {
      fields: {
        ...(station_id === undefined && { station: 'We do not know this brand. Choose another.' }),
        ...(state_code === undefined && {
          state: 'This state does not exist. Choose one from the list.',
        }),
        ...(price !== undefined && { price_kobo: price }),
      },
    })
  }
  if ((await reports.countRecentReports(db, user_id)) >= maxFuelReportsPerDay) {
    throw makeRefusal('too_many_requests', {
      detail: `You can report up to ${maxFuelReportsPerDay} prices a day. Try again tomorrow.`,
      retry_after: 3600,
    })
  }
  const pump = { station_id, state_code, fuel }
  const told = { ...pump, place, price_kobo, observed_at, client_ref }
  const report = await reports.insertFuelReport(db, user_id, told)
  await prices.updateFuelPrice(db, pump)
  return report
}

async function whenSeen({ db }: Context, told: string): Promise<Date> {
  const observed_at = new Date(told)
  const age = (await readClock(db)).getTime() - observed_at.getTime()
  if (age < -ahead_ms) {
    throw makeRefusal('invalid_input', {
      fields: { observed_at: 'This time is in the future. Enter when you saw the price.' },
    })
  }
  if (age > maxFuelReportAge_ms + onTheWay_ms) throw makeRefusal('report_too_old')
  return observed_at
}
