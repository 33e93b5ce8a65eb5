import type { Endpoint } from '#contract/endpoint'
import { CallError } from '#lib/api/error'
import type { Answered, CallInput, CallOptions } from '#lib/api/question'
import { noteSilence } from '#lib/online'

export { CallError }
export type { Answered, CallInput, CallOptions }

/**
 * Makes a call of the contract. Throws only `CallError`. A guest's calls for a booking of their own
 * (`access: 'owner'`) carry the proof kept on this phone under its reference.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: CallOptions,
): Promise<Answered<E>> {
  return (await calls()).call(endpoint, input, options)
}

/** Fetches a file of the contract with its name, for saving or sharing. Throws only `CallError`. */
export async function callFile(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  options?: CallOptions,
): Promise<File> {
  return (await calls()).callFile(endpoint, input, options)
}

/** The first draw asks nothing: how a question is asked comes after it, as a file of its own. */
async function calls(): Promise<typeof import('#lib/api/call')> {
  try {
    return await import('#lib/api/call')
  } catch {
    noteSilence()
    throw new CallError({ is_offline: true })
  }
}

/** Whether our own server can be reached: asks for four bytes that no captive portal knows. */
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

/** Fetches the client that speaks for a person, before what their first touch asks for is sent. */
export async function prefetchClient(): Promise<void> {
  await import('#lib/api/axios').catch(() => undefined)
}
