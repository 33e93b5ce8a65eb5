import type { countWaiting as countWaitingEndpoint } from '#contract/members/endpoints'
import type { Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { Context } from '#server/context'
import type { WaitingCounter } from '#server/room'

/** Returns the number of open items at the caller's desk, by kind, for the kinds that the caller may work on. */
export async function countWaiting(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  counters: readonly WaitingCounter[],
): Promise<Output<typeof countWaitingEndpoint>> {
  if (actor.kind !== 'member') throw makeRefusal('not_allowed')
  const counts: Output<typeof countWaitingEndpoint> = []
  for (const { subject, scope, count: countOf } of counters) {
    if (!actor.scopes.includes(scope)) continue
    const count = await countOf(db, actor.operator_id)
    if (count > 0) counts.push({ subject, count })
  }
  return counts
}
