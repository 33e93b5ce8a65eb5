/** What waits to be sent; it opens from the first install on, with or without a login. */
export const outbox = () => import('./outbox.screen.tsx')
