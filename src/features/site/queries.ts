import { getArticle, listArticles } from '#contract/site/endpoints'
import { call } from '#lib/api'
import { findNextPage, makeRepeatFilter } from '#lib/queries/next-page'
import { retention } from '#lib/queries/retention'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

const fresh_ms = 3_600_000

/** Query options for the articles of the blog, newest first, twenty per page. */
export const listArticlesQuery = infiniteQueryOptions({
  queryKey: ['listArticles'],
  queryFn: ({ signal, pageParam }) => call(listArticles, { page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: findNextPage,
  select: makeRepeatFilter('code'),
  staleTime: fresh_ms,
  ...retention.month(listArticles.shape),
})

/** Query options for one article, stored on the phone for a month. */
export const getArticleQuery = (code: string) =>
  queryOptions({
    queryKey: ['getArticle', code],
    queryFn: ({ signal }) => call(getArticle, { code }, { signal }),
    staleTime: fresh_ms,
    ...retention.month(getArticle.shape),
  })
