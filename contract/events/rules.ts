/**
 * What changed for a device, sent with the id of the changed item. The device loads the new state from the item's usual
 * endpoint. `hello`: the stream is open and missed events were sent. `reset`: too many events were missed, so
 * everything may have changed.
 */
export const eventKinds = [
  'hello',
  'reset',
  /** The id of a conversation of the user. */
  'message',
  'read',
  'typing',
  'conversation',
  /** The id of a conversation at the user's desk: a new message, or it was closed, assigned or handed over. */
  'desk_message',
  'desk_read',
  'desk_typing',
  /** The reference of the booking, parcel or payment. */
  'booking',
  'parcel',
  'payment',
  /** The user's charters, charter requests and offers: a reference, or the id of an entry on a waiting list. */
  'offer',
  /** The user joined or left a desk. */
  'membership',
] as const

export type EventKind = (typeof eventKinds)[number]

/** Seconds between heartbeats. A device that gets none for twice as long reconnects. */
export const heartbeatSeconds = 20

/** Days for which missed events are available. */
export const eventRetentionDays = 3

/** The most missed events that are sent. If more were missed, everything may have changed. */
export const maxMissedEvents = 500

/** The most open streams per account and per network, in one process. */
export const maxStreams = { account: 8, network: 1000 }
