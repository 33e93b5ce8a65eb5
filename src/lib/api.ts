import type { CallInput, Endpoint } from '#contract/endpoint'
import { CallError } from '#lib/api/error'
import type { CallResult, CallOptions } from '#lib/api/types'
import { recordAnswerMissing } from '#lib/online'

export { CallError }
export type { CallResult, CallInput, CallOptions }

/**
 * Calls an endpoint of the contract. Throws only `CallError`. For a guest's own booking (`access: 'owner'`) it sends
 * the proof stored on this phone.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: CallOptions,
): Promise<CallResult<E>> {
  return (await calls()).call(endpoint, input, options)
}

/** Downloads the file that an endpoint answers with, under the server's name for it. Throws only `CallError`. */
export async function callFile(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  options?: CallOptions,
): Promise<File> {
  return (await calls()).callFile(endpoint, input, options)
}

/** Loads the code for calls on demand, since the first paint makes no call. */
async function calls(): Promise<typeof import('#lib/api/call')> {
  try {
    return await import('#lib/api/call')
  } catch {
    recordAnswerMissing()
    throw new CallError({ is_offline: true })
  }
}

/** Returns whether our server can be reached. Asks for four bytes that no captive portal can know. */
export async function isReachable(): Promise<boolean> {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), 8000)
  try {
    const answer = await fetch('/online.txt', { cache: 'no-store', signal: control.signal })
    return (await answer.text()).trim() === 'waka'
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** Loads the HTTP client before the person's first touch needs it. */
export async function prefetchHttpClient(): Promise<void> {
  await import('#lib/api/axios').catch(() => undefined)
}
