/** Screens about this phone, each a chunk of its own. */
export const outbox = () => import('./outbox.screen.tsx')
