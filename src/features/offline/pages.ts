/** What waits to be sent; it opens from the first install on, with or without a login. */
export const outbox = () => import('./outbox.screen.tsx')

/** What the phone keeps, what opens without a network, and what it costs. */
export const storage = () => import('./storage.screen.tsx')
