import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { PageMeta, code, page, perPage } from '#contract/shapes'
import { Article, ArticleSummary } from './model.ts'

export const listArticles = endpoint({
  name: 'listArticles',
  summary: 'Articles of the blog, newest first',
  method: 'GET',
  path: '/v1/{p}/articles',
  access: 'anyone',
  shared_cache_s: 10,
  input: z.strictObject({ page, per_page: perPage(20) }),
  output: z.array(ArticleSummary),
  meta: PageMeta,
  refusals: [],
})

export const getArticle = endpoint({
  name: 'getArticle',
  summary: 'One article',
  method: 'GET',
  path: '/v1/{p}/articles/{code}',
  access: 'anyone',
  shared_cache_s: 10,
  input: z.strictObject({ code }),
  output: Article,
  refusals: ['not_found'],
})
