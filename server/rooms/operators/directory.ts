import type { Input, ListAnswer, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { computeAdultTotal } from '#contract/fare'
import type * as endpoints from '#contract/operators/endpoints'
import type { OperatorSummary } from '#contract/operators/model'
import { refundPolicySentence } from '#contract/policy'
import { amenities } from '#contract/trips/rules'
import type { Context } from '#server/context'
import * as repository from './directory-repository.ts'
import { deskActorChecks } from './service.ts'

/** The number of past days whose departures count for punctuality. */
const countedDays = 90

/** Returns the directory of operators, filtered, sorted and paged. */
export async function listOperators(
  { db }: Context,
  query: Input<typeof endpoints.listOperators>,
): Promise<ListAnswer<typeof endpoints.listOperators>> {
  const { page, per_page } = query
  const { rows, total } = await repository.findPageOfOperators(db, query)
  return { data: rows.map(cardOf), meta: { page, per_page, total } }
}

/** Returns one operator's page. Throws `not_found`. */
export async function getOperator(
  { db }: Context,
  { code }: Input<typeof endpoints.getOperator>,
): Promise<Output<typeof endpoints.getOperator>> {
  const row = await repository.findOperatorDetail(db, code)
  if (row === undefined) throw makeRefusal('not_found')
  const { counted, on_time, cancelled, counted_at, road_list, ...rest } = row
  return {
    ...rest,
    ...cardOf(row),
    refund_policy: refundPolicySentence,
    road_list: road_list.map(({ kobo, ...road }) => ({ ...road, price_from_kobo: totalOf(kobo) })),
    fleet: row.fleet.map((one) => ({ ...one, amenities: inOrder(one.amenities) })),
    punctuality: {
      days: countedDays,
      counted,
      on_time,
      cancelled,
      counted_at: counted_at?.toISOString() ?? null,
    },
  }
}

function cardOf({ price_kobo, ...row }: repository.OperatorSummaryRow): OperatorSummary {
  return { ...row, amenities: inOrder(row.amenities), price_from_kobo: totalOf(price_kobo) }
}

/** Returns the total for an adult, from fare and park fee. */
const totalOf = (kobo: number | null) => (kobo === null ? null : computeAdultTotal(0, kobo))

const inOrder = (has: readonly string[]) => amenities.filter((amenity) => has.includes(amenity))

/**
 * Records that staff saw an operator's licence today. Throws `not_found`, and `invalid_input` for a licence that ends
 * by today.
 */
export async function recordLicence(
  ctx: Context,
  { code, number, valid_until }: Input<typeof endpoints.recordLicence>,
): Promise<Output<typeof endpoints.recordLicence>> {
  const who = deskActorChecks.staff(ctx)
  if (await repository.isLicenceEndingByToday(ctx.db, valid_until)) {
    throw makeRefusal('invalid_input', {
      fields: { valid_until: 'This licence ends today or has ended.' },
    })
  }
  if (!(await repository.saveLicence(ctx.db, code, { number, valid_until, ...who })))
    throw makeRefusal('not_found')
  const licence = (await repository.findOperatorDetail(ctx.db, code))?.licence
  if (!licence) throw new Error(`the licence of ${code} was not written`)
  return licence
}
