import { makeRefusal } from '#contract/errors'
import type { Actor, Context } from '#server/context'

export type MemberActor = Extract<Actor, { kind: 'member' }>

/** Returns the calling member. Throws `not_found` for other callers. */
export function requireMember({ actor }: Pick<Context, 'actor'>): MemberActor {
  if (actor.kind !== 'member') throw makeRefusal('not_found')
  return actor
}
