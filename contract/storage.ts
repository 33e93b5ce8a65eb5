/*
 * Names of stores on the phone that page and service worker share. The caches hold nothing personal:
 * files of the app and lists for everybody, which outlive a logout.
 */

/** Files of the first install, of the other screens, and the public lists. */
export const cacheNames = {
  shell: 'shell-v1',
  chunks: 'chunks-v1',
  lookups: 'lookups-v1',
} as const

/** Databases of a person that the worker opens, too: one for each owner, `vault-{owner}`. */
export const storeNames = { vault: 'vault', outbox: 'outbox' } as const

/** On this channel the worker names a ticket or a parcel that a push has changed. */
export const newsChannel = 'news'

/** The tab that holds this lock sends the outbox; all others wait. */
export const sendingLock = 'outbox-send'

/** The worker asks a page to send the outbox. */
export const sendWord = 'SEND_OUTBOX'
