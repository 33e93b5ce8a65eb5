import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { code, instant, page, PageMeta, perPage } from './shapes.ts'

/** An article in the list. `minutes`: reading time. */
export const ArticleSummary = z.object({
  code: z.string(),
  title: z.string(),
  summary: z.string(),
  topic: z.string(),
  minutes: z.int(),
  published_at: instant,
})
export type ArticleSummary = z.output<typeof ArticleSummary>

/** `paragraphs` are plain text; one that begins with `## ` is a heading, with `- ` a point of a list. */
export const Article = z.object({ ...ArticleSummary.shape, paragraphs: z.array(z.string()) })
export type Article = z.output<typeof Article>

export const listArticles = endpoint({
  name: 'listArticles',
  summary: 'Articles of the blog, newest first',
  method: 'GET',
  path: '/v1/{p}/articles',
  access: 'anyone',
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
  input: z.strictObject({ code }),
  output: Article,
  refusals: ['not_found'],
})
