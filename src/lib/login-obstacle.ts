import { CallError } from '#lib/api'

/**
 * Why the server accepts nothing that is sent with a login. `login`: nobody is logged in any more, or somebody else.
 * `second_factor`: the member must enter a code again. `not_allowed`: they no longer have the role for it.
 */
export type LoginObstacle = 'login' | 'second_factor' | 'not_allowed'

/** Returns what an error says about the login; undefined if it is about something else. */
export function findLoginObstacle(error: unknown): LoginObstacle | undefined {
  if (!(error instanceof CallError)) return undefined
  if (error.status === 401) return 'login'
  if (error.code === 'second_factor_needed') return 'second_factor'
  return error.code === 'not_allowed' ? 'not_allowed' : undefined
}
