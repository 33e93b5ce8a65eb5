import { knownMemberMinimum } from '#contract/communities/rules'
import { makeRefusal } from '#contract/errors'
import type { Context } from '#server/context'
import { requireUser } from '#server/rooms/accounts'
import { findCommunityPerson, type CommunityPerson } from './people-repository.ts'

/** Returns the caller's id as a community member, if they have a name; for public calls. */
export async function findMemberId({ actor, db }: Context): Promise<string | null> {
  if (actor.kind !== 'user') return null
  return (await findCommunityPerson(db, actor.user_id, knownMemberMinimum))?.id ?? null
}

/** Returns the caller as a community member, for calls that need a name. Throws `name_needed`. */
export async function requireCommunityMember(ctx: Context): Promise<CommunityPerson> {
  const me = await findCommunityPerson(ctx.db, requireUser(ctx).user_id, knownMemberMinimum)
  if (me === undefined) throw makeRefusal('name_needed')
  return me
}
