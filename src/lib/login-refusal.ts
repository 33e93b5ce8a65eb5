import { CallError } from '#lib/api'

/**
 * The reason why the server refuses everything that is sent with this login. `login`: the login has ended, or somebody
 * else is logged in. `second_factor`: the member must enter a code again. `not_allowed`: the member no longer has the
 * role for it.
 */
export type LoginRefusal = 'login' | 'second_factor' | 'not_allowed'

/** Returns what an error says about the login; undefined if it is about something else. */
export function findLoginRefusal(error: unknown): LoginRefusal | undefined {
  if (!(error instanceof CallError)) return undefined
  if (error.status === 401) return 'login'
  if (error.code === 'second_factor_needed') return 'second_factor'
  return error.code === 'not_allowed' ? 'not_allowed' : undefined
}
