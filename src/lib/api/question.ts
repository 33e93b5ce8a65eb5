import type { Endpoint, Given, ListAnswer, Meta, Output } from '#contract/endpoint'

/** What a call takes: fields with a default may be left out; lists travel as `a,b`. */
export type CallInput<E extends Endpoint> = Given<E>

/** The result of a call: the data, or `{ data, meta }` where the endpoint has a meta. */
export type Answered<E extends Endpoint> = Meta<E> extends undefined ? Output<E> : ListAnswer<E>

export interface CallOptions {
  /** Ends the call when the screen no longer needs it. */
  signal?: AbortSignal
  /** Idempotency key, a UUID made when the person acted; without one each call makes its own. */
  key?: string
  /** Speaks with this key of an operator instead of as the logged-in user. */
  bearer?: string
  /** True when saved data is on the screen already: the call gives up after 7 s instead of 15 s. */
  has_data?: boolean
  /** Wants a list from the server itself, past what the service worker keeps of it. */
  past_kept?: boolean
  /** Id of the user in whose name alone the call is made: under another's token it is `not_signed_in`. */
  owner?: string
}

/** A question on the wire. `url` is below the origin. */
export interface Question {
  method: string
  url: string
  headers: Record<string, string>
  body?: unknown
  signal: AbortSignal
  file?: boolean
  /** A list. The browser keeps it, too, but asks each time whether it still holds, which costs next to nothing. */
  is_list?: boolean
}

/** The bare answer: any status resolves; no answer rejects. */
export interface BareAnswer {
  status: number
  headers: Record<string, string>
  body: unknown
}
