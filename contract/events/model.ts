/**
 * What a device is told: that something changed, and which. What it is now is asked for where it always is.
 * `hello`: the stream is open, what was missed has been told. `reset`: too much was missed, everything may have
 * changed.
 */
export const eventKinds = [
  'hello',
  'reset',
  /** A conversation of mine: its id. */
  'message',
  'read',
  'typing',
  'conversation',
  /**
   * A conversation at my desk: its id. `desk_message`: something was written, or it was closed, taken or handed
   * over.
   */
  'desk_message',
  'desk_read',
  'desk_typing',
  /** A reference. */
  'booking',
  'parcel',
  'payment',
  /**
   * My charters, requests and offers: the reference of a charter or of a request for one, the id of a place in a
   * queue.
   */
  'offer',
  /** I joined a desk, or left it. */
  'membership',
] as const
export type EventKind = (typeof eventKinds)[number]

/** Seconds between two signs of life on a stream; a device that hears none for twice as long begins again. */
export const heartbeatSeconds = 20

/** Days for which an event can be caught up with. */
export const eventDays = 3

/** Events that can be caught up with: of whoever missed more, everything may have changed. */
export const mostMissed = 500

/** Streams that an account, and a network, may have open at one process. */
export const mostStreams = { account: 8, network: 1000 }
