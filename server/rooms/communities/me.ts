import { freshness } from '#contract/communities/rules'
import { refuse } from '#contract/errors'
import type { Context } from '#server/context'
import { callerOf } from '#server/rooms/accounts'
import { findMe, type Me } from './people-repository.ts'

/** The caller as a community member, if they have a name; for public calls. */
export async function whoReads({ actor, db }: Context): Promise<string | null> {
  if (actor.kind !== 'user') return null
  return (await findMe(db, actor.user_id, freshness))?.id ?? null
}

/** The same for calls that need a name. Throws `name_needed`. */
export async function meOf(ctx: Context): Promise<Me> {
  const me = await findMe(ctx.db, callerOf(ctx).user_id, freshness)
  if (me === undefined) throw refuse('name_needed')
  return me
}
