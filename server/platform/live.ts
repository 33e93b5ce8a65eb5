/** An event: its position in the total order, its recipient, its kind, and which thing changed. */
export interface Told {
  position: number
  account: string
  kind: string
  subject: string
}

/** A subscriber. `tell` returns false when they cannot keep up. */
export interface Listener {
  accounts: readonly string[]
  person_id: string
  login_id: string
  network: string
  /** Their last position; undefined: they start now. */
  since: number | undefined
  tell: (text: string) => boolean
  end: () => void
}

/** The hub of this process's open streams. */
export interface Live {
  /** Whether the person's and the network's limits allow another stream. */
  hasRoom: (person_id: string, network: string) => boolean
  /** Replays missed events, then live ones; returns the function that unsubscribes. */
  listen: (listener: Listener) => () => void
  stop: () => Promise<void>
}

/** Where a stream writes. `write` is false when the caller reads too slowly to be kept. */
export interface Sink {
  write: (text: string) => boolean
  end: () => void
}

/** What an endpoint with `streams` returns. `follow` is called once the answer is open, and gives back what ends it. */
export interface StreamAnswer {
  body: string
  follow?: (sink: Sink) => () => void
}
