/** The outbox; part of the first install, with or without a login. */
export const outbox = () => import('./outbox.screen.tsx')

/** Storage, offline parts, and data costs. */
export const storage = () => import('./storage.screen.tsx')
