import type { PageQueries } from '#lib/room'
import { getArticleQuery, listArticlesQuery } from './queries.ts'

export const printed: PageQueries = {
  getArticle: ({ code = '' }) => getArticleQuery(code),
  listArticles: () => listArticlesQuery,
}
