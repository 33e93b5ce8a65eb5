import type { PageQueries } from '#lib/room'
import { getArticleQuery, listArticlesQuery } from './queries.ts'

export const publicPageQueries: PageQueries = {
  getArticle: ({ code = '' }) => getArticleQuery(code),
  listArticles: () => listArticlesQuery,
}
