/*
 * Names of stores on the phone, shared by pages and the service worker. The caches hold nothing personal and stay
 * after a logout.
 */

/** Caches: files of the service worker's install list, files of other screens, public lists. */
export const cacheNames = {
  shell: 'shell-v1',
  chunks: 'chunks-v1',
  lookups: 'lookups-v1',
} as const

/** The owner id of logged-out users. */
export const guestOwner = 'guest'

/**
 * The database that names the owner of the phone's data; empty for a guest. Its only store and its only key have the
 * same name.
 */
export const ownerStore = 'owner'

/** A person's databases that the service worker also opens, one for each owner: `vault-{owner}`. */
export const storeNames = { vault: 'vault', outbox: 'outbox' } as const

/** The channel on which the worker names a ticket or parcel that a push message has changed. */
export const newsChannel = 'news'

/** The lock of the tab or worker that sends the outbox. Others wait for it. */
export const sendingLock = 'outbox-send'

/** The worker's message that asks a page to send the outbox. */
export const sendOutboxMessageType = 'SEND_OUTBOX'
