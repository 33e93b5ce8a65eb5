import type { PageQueries } from '#lib/room'
import { getArticleQuery, listArticlesQuery } from './queries.ts'

export const printedPageQueries: PageQueries = {
  getArticle: ({ code = '' }) => getArticleQuery(code),
  listArticles: () => listArticlesQuery,
}
