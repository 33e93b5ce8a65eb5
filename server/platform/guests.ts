import { refuse } from '#contract/errors'
import type { Context } from '#server/context'

/** Throws `code_needed` for a guest who names a phone instead of showing what proves a booking. */
export function refuseWithoutCode({ actor }: Pick<Context, 'actor'>): void {
  if (actor.kind === 'guest' && actor.phone !== undefined) throw refuse('code_needed')
}
