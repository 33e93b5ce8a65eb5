import type { CallInput, Endpoint } from '#contract/endpoint'
import { call, type CallOptions, type CallResult } from '#lib/api'
import { findLoginObstacle } from '#lib/login-obstacle'
import { type BoardingAttendant, deleteLists, recordRefusal } from './store.ts'

/**
 * Calls an endpoint with the attendant's key or login. Records whether the server accepts a login, and deletes the
 * lists on this phone if its member may no longer board travellers. Throws `CallError`.
 */
export async function callAsAttendant<E extends Endpoint>(
  { key, person }: BoardingAttendant,
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<CallResult<E>> {
  if (key !== undefined) return call(endpoint, input, { ...options, bearer: key })
  try {
    const answer = await call(endpoint, input, {
      ...options,
      ...(person !== undefined && { owner: person }),
    })
    recordRefusal(undefined)
    return answer
  } catch (error) {
    await recordFailure(error)
    throw error
  }
}

async function recordFailure(error: unknown): Promise<void> {
  const obstacle = findLoginObstacle(error)
  if (obstacle === 'not_allowed') await deleteLists()
  if (obstacle !== undefined) recordRefusal(obstacle)
}
