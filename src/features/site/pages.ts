/** Answers to what people ask: a chunk of its own, since its texts are long. */
export const infoCenter = () => import('./info-center.screen.tsx')

/** What the company says of itself and its terms. */
export const company = () => import('./company.screens.tsx')

/** Articles. */
export const blog = () => import('./blog.screens.tsx')
