import type { Endpoint, ListAnswer, Meta, Output } from '#contract/endpoint'

/** The result of a call: the data, or `{ data, meta }` if the endpoint has a meta. */
export type CallResult<E extends Endpoint> = Meta<E> extends undefined ? Output<E> : ListAnswer<E>

export interface CallOptions {
  /** Aborts the call when the screen no longer needs it. */
  signal?: AbortSignal
  /** The idempotency key, a UUID made when the person acted. By default, each call makes its own key. */
  key?: string
  /** An operator's key to send instead of the user's token. */
  bearer?: string
  /** Whether stored data is already on the screen: the call then gives up after 7 s instead of 15 s. */
  has_data?: boolean
  /** Whether to get a list from the server even if the service worker's cache has it. */
  past_kept?: boolean
  /**
   * Whether to return an answer whose data is null instead of throwing an error. No endpoint answers null, so the
   * caller reports what is missing.
   */
  takes_null?: boolean
  /** The id of the user for whom the call is made. With another user's token it fails with `not_signed_in`. */
  owner?: string
}

/** A request. `url` does not include the origin. */
export interface ApiRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: unknown
  /** Cancels the request, when its screen is left or the person logs out. */
  signal: AbortSignal
  /** How long to wait for the whole answer, ms. */
  timeout_ms: number
  file?: boolean
  /** How the browser's cache is used. */
  cache: RequestCache
}

/** The raw answer, with any status. The call rejects only if there is no answer. */
export interface ApiResponse {
  status: number
  headers: Record<string, string>
  body: unknown
}
