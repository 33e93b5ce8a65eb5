import { CallError } from '#lib/api'

/** Returns whether another attempt may succeed. A refusal (4xx) is final; a missing answer and 5xx are not. */
export const isWorthRetrying = (error: Error): boolean =>
  error instanceof CallError && (error.is_offline || error.status >= 500)

/** Returns whether the server answered that there is no such item, so that asking again regularly is useless. */
export const isNotFound = (error: Error | null): boolean =>
  error instanceof CallError && error.code === 'not_found'

/** The specification's defaults for every query: 3 retries, after 1 s doubled up to 30 s. */
export const retryDefaults = {
  retry: (failures: number, error: Error) => failures < 3 && isWorthRetrying(error),
  retryDelay: (failures: number) => Math.min(1000 * 2 ** failures, 30_000),
}
