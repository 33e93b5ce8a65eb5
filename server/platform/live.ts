/** What was told: its place in the one order of all events, whom it is for, the kind, and which thing. */
export interface Told {
  position: number
  account: string
  kind: string
  subject: string
}

/** Somebody who listens. `tell` is false when they cannot keep up. */
export interface Listener {
  accounts: readonly string[]
  person_id: string
  login_id: string
  network: string
  /** Up to where they have heard; undefined: they begin now. */
  since: number | undefined
  tell: (text: string) => boolean
  end: () => void
}

/** What tells open streams what changes, in one process. */
export interface Live {
  /** Whether another stream of this person, and of this network, fits in. */
  hasRoom: (person_id: string, network: string) => boolean
  /** Tells what was missed and then what comes; gives back what ends it. */
  listen: (listener: Listener) => () => void
  /** Tells anyone who listens right now, at any process, and nobody later. Never throws. */
  tellNow: (told: Omit<Told, 'position'>) => Promise<void>
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
