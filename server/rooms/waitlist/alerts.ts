import type { Input, ListAnswer, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { RouteAlert } from '#contract/waitlist/model'
import { maxAlertDays } from '#contract/waitlist/rules'
import type * as endpoints from '#contract/waitlist/endpoints'
import type { Context, Deps } from '#server/context'
import { inTransaction, isUniqueViolation, violatesCheck } from '#server/db/client'
import { runEachDespiteFailures } from '#server/jobs/each-alone'
import { makeId } from '#server/platform/ids'
import { requireUser } from '#server/rooms/accounts'
import { notifyPerson } from '#server/rooms/notifications'
import { listCheapestFares } from '#server/rooms/trips'
import * as repository from './alert-repository.ts'
import { parseRouteDays } from './service.ts'
import { writeAlertMessage } from './messages.ts'

/**
 * Creates an alert for a price or for the first departure of a route. Throws `already_waiting` for a duplicate;
 * `too_many_queues`; `too_many_requests` after 30 in a day; and `alert_way_missing` if a channel needs a verified email
 * address or phone number that the person does not have.
 */
export async function watchRoute(
  ctx: Context,
  input: Input<typeof endpoints.watchRoute>,
): Promise<RouteAlert> {
  const { db } = ctx
  const { user_id } = requireUser(ctx)
  const span = await parseRouteDays(db, input)
  const open = await repository.findAlertChannels(db, user_id)
  if (input.ways.some((way) => !open.includes(way))) throw makeRefusal('alert_way_missing')
  const { kind, below_kobo = null, ways } = input
  const id = makeId()
  await repository
    .insertAlert(db, { ...span, id, person_id: user_id, kind, below_kobo, ways })
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw makeRefusal('already_waiting')
      if (violatesCheck(error, 'alerts_at_once')) {
        throw makeRefusal('too_many_queues', {
          detail: 'You watch 10 routes already. Remove one first.',
        })
      }
      if (!violatesCheck(error, 'alerts_a_day')) throw error
      const detail = 'You have set 30 alerts today. Try again tomorrow.'
      throw makeRefusal('too_many_requests', { detail, retry_after: 3600 })
    })
  const alert = await repository.findAlert(db, user_id, id)
  if (alert === undefined) throw new Error(`alert ${id} was not written`)
  return alert
}

/** Returns the caller's alerts: active ones first, then the newest. */
export async function listRouteAlerts(
  ctx: Context,
  { page, per_page }: Input<typeof endpoints.listRouteAlerts>,
): Promise<ListAnswer<typeof endpoints.listRouteAlerts>> {
  const { user_id } = requireUser(ctx)
  const offset = (page - 1) * per_page
  const { rows, total } = await repository.findPageOfAlerts(ctx.db, user_id, {
    limit: per_page,
    offset,
  })
  return { data: rows, meta: { page, per_page, total } }
}

/** Deletes an alert. Throws `not_found`. */
export async function deleteRouteAlert(
  ctx: Context,
  { id }: Input<typeof endpoints.deleteRouteAlert>,
): Promise<Output<typeof endpoints.deleteRouteAlert>> {
  if (!(await repository.deleteAlert(ctx.db, requireUser(ctx).user_id, id)))
    throw makeRefusal('not_found')
  return { removed: true }
}

/** `most_minutes`: how long a round lasts; its job expires after ten minutes. */
const round = { minutes: 10, limit: 200, most_minutes: 8 }

/**
 * Checks all watched routes that were not checked for `minutes`, those checked longest ago first, `limit` at a time,
 * and notifies people of matches. Ends after a batch in which a check failed, and after `most_minutes`; the next round
 * goes on with the rest.
 */
export async function checkWatchedRoutes(
  deps: Deps,
  { minutes, limit, most_minutes } = round,
): Promise<void> {
  const end = performance.now() + most_minutes * 60_000
  let roads: repository.WatchedRoute[]
  do {
    roads = await repository.findStaleRoutes(deps.db, { minutes, limit })
    await runEachDespiteFailures(roads, (road) => lookAt(deps, road))
  } while (roads.length === limit && performance.now() < end)
}

async function lookAt({ db, config }: Deps, road: repository.WatchedRoute): Promise<void> {
  const { first_day: first, last_day } = road
  const days = Math.round((Date.parse(last_day) - Date.parse(first)) / 86_400_000) + 1
  const found = await listCheapestFares(db, road, { first, days: Math.min(days, maxAlertDays) })
  const priced = found.flatMap(({ date, fare_kobo }) =>
    fare_kobo === null ? [] : { date, fare_kobo },
  )
  const [cheapest] = priced.toSorted((a, b) => a.fare_kobo - b.fare_kobo)
  const [soonest] = found
  await inTransaction(db, async (tx) => {
    for (const alert of await repository.claimDueAlerts(tx, road)) {
      const best = alert.kind === 'price' ? cheapest : soonest
      const isIt =
        best !== undefined &&
        (alert.kind === 'first_departure' ||
          (best.fare_kobo ?? Infinity) <= (alert.below_kobo ?? 0))
      if (!isIt) continue
      await repository.recordAlertNotified(tx, alert.id, best)
      const until = new Date(`${best.date}T23:00:00Z`)
      const note = { ...writeAlertMessage(alert, best), until }
      await notifyPerson(tx, config.public_url, alert.person_id, note, alert.ways)
    }
  })
}
