/** An event: its position in the global order, its recipient, its kind, and the changed item. */
export interface LiveEvent {
  position: number
  account: string
  kind: string
  subject: string
}

/**
 * A subscriber to the events of `accounts`. `tell` sends it a text; returns false if the subscriber reads too slowly.
 */
export interface StreamSubscriber {
  accounts: readonly string[]
  person_id: string
  login_id: string
  network: string
  /** The last position that it received; undefined if it starts now. */
  since: number | undefined
  tell: (text: string) => boolean
  end: () => void
}

/** The hub of this process's open streams. */
export interface StreamHub {
  /** Whether the limits of person and network allow another stream. */
  hasRoom: (person_id: string, network: string) => boolean
  /**
   * Sends missed events, then live ones; returns the function that unsubscribes. Ends a stream that exceeds the limits
   * (`hasRoom`).
   */
  listen: (listener: StreamSubscriber) => () => void
  stop: () => Promise<void>
}

/** The target that a stream writes to. `write` returns false if the caller reads too slowly. */
export interface StreamSink {
  write: (text: string) => boolean
  end: () => void
}

/**
 * The result of an endpoint with `streams`. `follow` is called once the answer is open, and returns the function that
 * ends the subscription.
 */
export interface StreamAnswer {
  body: string
  follow?: (sink: StreamSink) => () => void
}
