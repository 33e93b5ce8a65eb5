/** The screens of conversations: a chunk of their own, since the button stands on every page. */
export const talks = () => import('./talks.screens.ts')
