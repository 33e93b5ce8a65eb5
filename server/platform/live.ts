/** An event: its position in the order of all, its recipient, its kind, and the changed thing. */
export interface LiveEvent {
  position: number
  account: string
  kind: string
  subject: string
}

/** A subscriber. `tell` returns false if it cannot keep up. */
export interface Listener {
  accounts: readonly string[]
  person_id: string
  login_id: string
  network: string
  /** Its last position; undefined: it starts now. */
  since: number | undefined
  tell: (text: string) => boolean
  end: () => void
}

/** The hub of this process's open streams. */
export interface Live {
  /** Whether the limits of person and network allow another stream. */
  hasRoom: (person_id: string, network: string) => boolean
  /** Sends missed events, then live ones; returns the function that unsubscribes. */
  listen: (listener: Listener) => () => void
  stop: () => Promise<void>
}

/** Where a stream writes. `write` is false if the caller reads too slowly. */
export interface Sink {
  write: (text: string) => boolean
  end: () => void
}

/**
 * The result of an endpoint with `streams`. `follow` is called after the answer is open, and returns the function
 * that ends it.
 */
export interface StreamAnswer {
  body: string
  follow?: (sink: Sink) => () => void
}
