/**
 * What changed for a device, and the id of the changed thing. The device loads the new state from its usual endpoint.
 * `hello`: the stream is open and missed events were sent. `reset`: too many events were missed, so everything may
 * have changed.
 */
export const eventKinds = [
  'hello',
  'reset',
  /** The id of a conversation of mine. */
  'message',
  'read',
  'typing',
  'conversation',
  /** The id of a conversation at my desk: a new message, or it was closed, assigned or handed over. */
  'desk_message',
  'desk_read',
  'desk_typing',
  /** A reference. */
  'booking',
  'parcel',
  'payment',
  /** My charters, charter requests and offers: a reference, or the id of a place on a waiting list. */
  'offer',
  /** I joined or left a desk. */
  'membership',
] as const

export type EventKind = (typeof eventKinds)[number]

/** Seconds between heartbeats. A device that gets none for twice as long reconnects. */
export const heartbeatSeconds = 20

/** Days for which missed events are available. */
export const eventDays = 3

/** The most missed events that are sent; after more, everything may have changed. */
export const maxMissedEvents = 500

/** The most open streams of an account and of a network, per process. */
export const maxStreams = { account: 8, network: 1000 }
