import type { CallInput, Endpoint } from '#contract/endpoint'
import { call, CallError, type CallOptions, type CallResult } from '#lib/api'
import { findLoginRefusal } from '#lib/login-refusal'
import { type BoardingAttendant, deleteLists, isStillAttendant, recordRefusal } from './store.ts'

/**
 * Calls an endpoint with the attendant's key or login. Records whether the server accepts the key or login of the
 * attendant of this phone, and deletes the lists if a member may no longer board travellers. A key or login that only
 * tries to become the attendant changes nothing of another attendant. Throws `CallError`.
 */
export async function callAsAttendant<E extends Endpoint>(
  attendant: BoardingAttendant,
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<CallResult<E>> {
  const { key, person } = attendant
  const who =
    key !== undefined ? { bearer: key } : person !== undefined ? { owner: person } : undefined
  try {
    const answer = await call(endpoint, input, { ...options, ...who })
    if (isStillAttendant(attendant)) recordRefusal(undefined)
    return answer
  } catch (error) {
    if (isStillAttendant(attendant)) await recordFailure(attendant, error)
    throw error
  }
}

async function recordFailure({ key }: BoardingAttendant, error: unknown): Promise<void> {
  if (key !== undefined) {
    if (error instanceof CallError && error.status === 401) recordRefusal('key')
    return
  }
  const refusal = findLoginRefusal(error)
  if (refusal === 'not_allowed') await deleteLists()
  if (refusal !== undefined) recordRefusal(refusal)
}
