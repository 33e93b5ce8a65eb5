/** The screens of conversations: a separate chunk, since the button is on every page. */
export const talks = () => import('./talks.screens.ts')
