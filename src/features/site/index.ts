export { CookieConsent } from './consent.tsx'
export { getArticleQuery, listArticlesQuery } from './queries.ts'
