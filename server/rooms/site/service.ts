import type { Input, ListAnswer, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type * as endpoints from '#contract/site/endpoints'
import type { Context } from '#server/context'
import { findArticle, findPageOfArticles } from './repository.ts'

/** Returns articles of the blog, newest first. */
export async function listArticles(
  { db }: Context,
  { page, per_page }: Input<typeof endpoints.listArticles>,
): Promise<ListAnswer<typeof endpoints.listArticles>> {
  const offset = (page - 1) * per_page
  const { rows, total } = await findPageOfArticles(db, { limit: per_page, offset })
  return { data: rows, meta: { page, per_page, total } }
}

/** Returns one article. Throws `not_found`. */
export async function getArticle(
  { db }: Context,
  { code }: Input<typeof endpoints.getArticle>,
): Promise<Output<typeof endpoints.getArticle>> {
  const article = await findArticle(db, code)
  if (article === undefined) throw makeRefusal('not_found')
  return article
}
